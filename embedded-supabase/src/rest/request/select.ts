import { LIMITS } from '../limits.ts'
import { type Field, scanField, scanName, tryName } from './field.ts'
import { Scanner } from './scanner.ts'

export type Aggregate = 'sum' | 'avg' | 'count' | 'max' | 'min'

export type SelectField = {
  kind: 'field'
  /** Name `*` stands for all columns, or for all rows in `count()`. */
  field: Field
  alias?: string
  cast?: string
  aggregate?: Aggregate
  aggregateCast?: string
}

export type SelectEmbed = {
  kind: 'embed'
  relation: string
  alias?: string
  hint?: string
  join?: 'inner' | 'left'
  spread: boolean
  select: SelectItem[]
}

export type SelectItem = SelectField | SelectEmbed

const CAST = /::([\p{L}\p{N}_$ ]+)/uy
const AGGREGATE = /\.(sum|avg|count|max|min)\(\)/y
const COUNT = /count\(\)/y

/** Parses `select=`; nothing means all columns (protocol 2.3). @throws PGRST100 */
export function parseSelect(text: string): SelectItem[] {
  if (text.trim() === '') return parseSelect('*')
  const scanner = new Scanner(text, 'select parameter')
  const budget = { left: LIMITS.selectItems }
  const items = scanItems(scanner, 0, budget)
  if (!scanner.done) throw scanner.fail('letter, digit, "-", "->>", "->", "::", ".", "," or end of input')
  return items
}

function scanItems(scanner: Scanner, depth: number, budget: { left: number }): SelectItem[] {
  const items: SelectItem[] = []
  scanner.spaces()
  if (scanner.done || scanner.peek(')')) return items
  do {
    scanner.spaces()
    budget.left -= 1
    if (budget.left < 0) throw scanner.fail(`at most ${LIMITS.selectItems} selected items`)
    items.push(scanEmbed(scanner, depth, budget) ?? scanSelectField(scanner))
    scanner.spaces()
  } while (scanner.take(','))
  return items
}

function scanEmbed(scanner: Scanner, depth: number, budget: { left: number }): SelectEmbed | undefined {
  const head = scanner.attempt(() => scanEmbedHead(scanner))
  if (!head) return undefined
  if (depth >= LIMITS.embedDepth) throw scanner.fail(`at most ${LIMITS.embedDepth} levels of embedded resources`)
  scanner.expect('(')
  const select = scanItems(scanner, depth + 1, budget)
  scanner.expect(')')
  return { ...head, select }
}

function scanEmbedHead(scanner: Scanner): Omit<SelectEmbed, 'select'> | undefined {
  const spread = scanner.take('...')
  const alias = spread ? undefined : scanAlias(scanner)
  const relation = tryName(scanner)
  if (relation === undefined || relation === 'count') return undefined
  const head: Omit<SelectEmbed, 'select'> = {
    kind: 'embed',
    relation,
    spread,
    ...(alias === undefined ? {} : { alias }),
  }
  for (let i = 0; i < 2 && scanner.take('!'); i++) {
    const param = tryName(scanner)
    if (param === undefined) return undefined
    if (param === 'inner' || param === 'left') head.join ??= param
    else head.hint ??= param
  }
  return scanner.peek('(') ? head : undefined
}

function scanAlias(scanner: Scanner): string | undefined {
  return scanner.attempt(() => {
    const alias = tryName(scanner)
    return alias !== undefined && !scanner.peek('::') && scanner.take(':') ? alias : undefined
  })
}

function scanSelectField(scanner: Scanner): SelectField {
  if (scanner.take('*')) return endOfItem(scanner, { kind: 'field', field: { name: '*', path: [] } })
  const alias = scanAlias(scanner)
  const named = alias === undefined ? {} : { alias }
  if (scanner.match(COUNT)) {
    const all: SelectField = { kind: 'field', field: { name: '*', path: [] }, aggregate: 'count', ...named }
    return endOfItem(scanner, { ...all, ...castAs(scanner, 'aggregateCast') })
  }
  scanner.spaces()
  const item: SelectField = { kind: 'field', field: scanField(scanner), ...named, ...castAs(scanner, 'cast') }
  const aggregate = scanner.match(AGGREGATE)?.[1] as Aggregate | undefined
  if (!aggregate) return endOfItem(scanner, item)
  return endOfItem(scanner, { ...item, aggregate, ...castAs(scanner, 'aggregateCast') })
}

function castAs(scanner: Scanner, name: 'cast' | 'aggregateCast'): Partial<SelectField> {
  const type = scanner.match(CAST)?.[1]?.trim()
  return type === undefined ? {} : { [name]: type }
}

function endOfItem(scanner: Scanner, item: SelectField): SelectField {
  scanner.spaces()
  if (scanner.done || scanner.peek(',') || scanner.peek(')')) return item
  throw scanner.fail('letter, digit, "-", "->>", "->", "::", ".", ")", "," or end of input')
}

/** Parses `columns=` and `on_conflict=`: a list of names. @throws PGRST100 */
export function parseNames(text: string, what: string): string[] {
  const scanner = new Scanner(text, `${what} parameter`)
  const names: string[] = []
  do {
    scanner.spaces()
    names.push(scanName(scanner))
    scanner.spaces()
  } while (scanner.take(','))
  if (!scanner.done) throw scanner.fail('"," or end of input')
  return [...new Set(names)]
}
