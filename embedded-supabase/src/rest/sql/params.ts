/** Collects the values of a statement; what a client sent gets into SQL in no other way. */
export class Params {
  readonly values: unknown[] = []
  private readonly keys = new Map<string, string>()

  /** @param weighs whether lists are weighed while they are made; see {@link weighed} */
  constructor(private isWeighing = false) {}

  get weighs(): boolean {
    return this.isWeighing
  }

  /** Makes SQL whose rows are only counted: nothing of them gets into an answer. */
  countingOnly(make: () => string): string {
    const weighs = this.isWeighing
    this.isWeighing = false
    const sql = make()
    this.isWeighing = weighs
    return sql
  }

  /** The placeholder of a value whose type PostgreSQL infers from its place. */
  add(value: unknown): string {
    this.values.push(value)
    return `$${this.values.length}`
  }

  /** The placeholder of the key of a JSON member: one for all its occurrences, so that groups recognise it. */
  jsonKey(key: string): string {
    const known = this.keys.get(key)
    if (known) return known
    const placeholder = `${this.add(key)}::text`
    this.keys.set(key, placeholder)
    return placeholder
  }
}

/** An identifier in double quotes. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** A schema-qualified name. */
export function qualified({ schema, name }: { schema: string; name: string }): string {
  return `${identifier(schema)}.${identifier(name)}`
}

/** A text that comes from the schema cache, as a literal. */
export function literal(text: string): string {
  const quoted = `'${text.replaceAll("'", "''")}'`
  return text.includes('\\') ? ` E${quoted.replaceAll('\\', '\\\\')}` : quoted
}

/** An array literal whose element type PostgreSQL infers. */
export function arrayLiteral(values: string[]): string {
  return `{${values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
}

/** The setting that says how many bytes may be weighed in one transaction. */
export const MOST_WEIGHT = 'rest.most_weight'

/** The value itself, whose bytes count against those that an answer may have while it grows. */
export function weighed(value: string): string {
  return `rest.weigh(${value})`
}
