import { LIMITS } from '../limits.ts'
import { scanField, tryName, tryQuoted } from './field.ts'
import { type Filter, scanOperation } from './filters.ts'
import { Scanner } from './scanner.ts'

export type LogicGroup = { kind: 'and' | 'or'; negated: boolean; terms: LogicTerm[] }
export type LogicTerm = Filter | LogicGroup

const GROUP = /(not\.)?(and|or)[ \t]*\(/y

/** Parses `[path.][not.]or=(...)`. @throws PGRST100 */
export function parseLogic(name: string, value: string): { path: string[]; logic: LogicGroup } {
  const names = splitPath(name)
  const kind = names.pop() === 'and' ? 'and' : 'or'
  const negated = names.at(-1) === 'not'
  if (negated) names.pop()
  const scanner = new Scanner(`${kind}${value}`, 'logic tree', value)
  const logic = scanGroup(scanner, 1)
  scanner.spaces()
  if (!logic || !scanner.done) throw scanner.fail(logic ? 'end of input' : '"("')
  return { path: names, logic: { ...logic, negated } }
}

function splitPath(name: string): string[] {
  const scanner = new Scanner(name, 'logic path')
  const names: string[] = []
  do {
    const part = tryName(scanner)
    if (part === undefined) throw scanner.fail('field name (* or [a..z0..9_$])')
    names.push(part)
  } while (scanner.take('.'))
  if (!scanner.done) throw scanner.fail('delimiter (.) or end of input')
  return names
}

function scanGroup(scanner: Scanner, depth: number): LogicGroup | undefined {
  const [, not, kind] = scanner.match(GROUP) ?? []
  if (kind === undefined) return undefined
  if (depth > LIMITS.logicDepth) throw scanner.fail(`at most ${LIMITS.logicDepth} levels of and/or`)
  const terms: LogicTerm[] = []
  do {
    scanner.spaces()
    terms.push(scanGroup(scanner, depth + 1) ?? scanFilter(scanner))
    scanner.spaces()
  } while (scanner.take(','))
  if (!scanner.take(')')) throw scanner.fail('"," or ")"')
  return { kind: kind === 'and' ? 'and' : 'or', negated: not !== undefined, terms }
}

const TERM = 'field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)'

function scanFilter(scanner: Scanner): Filter {
  if (scanner.done || scanner.peek(')')) throw scanner.fail(TERM)
  const field = scanField(scanner)
  scanner.expect('.')
  return { kind: 'filter', field, ...scanOperation(scanner, scanLogicValue) }
}

const ARRAY = /\{(?:[^{}"]|"(?:[^"\\]|\\[\s\S])*")*\}(?=[,)])/y
const PLAIN = /[^,)]*/y

/** A value inside a group: `{array}`, `"quoted"`, or all up to the next comma or closing parenthesis. */
function scanLogicValue(scanner: Scanner): string {
  const array = scanner.match(ARRAY)?.[0]
  if (array !== undefined) return array
  const quoted = scanner.attempt(() => {
    const text = tryQuoted(scanner)
    return text !== undefined && (scanner.peek(',') || scanner.peek(')')) ? text : undefined
  })
  return quoted ?? scanner.match(PLAIN)?.[0] ?? ''
}
