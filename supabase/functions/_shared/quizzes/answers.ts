/** Reads one part of what a browser sent, which may be anything. */
const partOf = (answer: unknown, name: string): unknown =>
  typeof answer === 'object' && answer !== null && Object.hasOwn(answer, name)
    ? (answer as Record<string, unknown>)[name]
    : undefined

export function textPart(answer: unknown, name: string): string | undefined {
  const part = partOf(answer, name)
  return typeof part === 'string' ? part : undefined
}

export function truthPart(answer: unknown, name: string): boolean | undefined {
  const part = partOf(answer, name)
  return typeof part === 'boolean' ? part : undefined
}

/** A list of different texts; empty when it is none, or longer than a question can be. */
export function listPart(answer: unknown, name: string): string[] {
  const part = partOf(answer, name)
  if (!Array.isArray(part) || part.length > 100 || !part.every((one) => typeof one === 'string')) return []
  return [...new Set(part as string[])]
}

/** Texts by name; empty when it is none, or larger than a question can be. */
export function mapPart(answer: unknown, name: string): Map<string, string> {
  const part = partOf(answer, name)
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return new Map()
  const entries = Object.entries(part)
  if (entries.length > 100) return new Map()
  return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}
