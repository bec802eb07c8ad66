import { type Field, scanTreePath, tryQuoted } from './field.ts'
import { operatorFault } from './operator-fault.ts'
import { IS_VALUES, QUANTIFIABLE_OPERATORS, SIMPLE_OPERATORS, TEXT_SEARCHES } from './operators.ts'
import { Scanner } from './scanner.ts'

export type Quantifier = 'any' | 'all'
export type Operation =
  | { kind: 'in'; values: string[] }
  | { kind: 'is'; value: keyof typeof IS_VALUES }
  | { kind: 'distinct'; value: string }
  | { kind: 'search'; search: keyof typeof TEXT_SEARCHES; language?: string; value: string }
  | { kind: 'simple'; operator: keyof typeof SIMPLE_OPERATORS; value: string }
  | { kind: 'quantified'; operator: keyof typeof QUANTIFIABLE_OPERATORS; quantifier?: Quantifier; value: string }

export type Filter = { kind: 'filter'; field: Field; negated: boolean; operation: Operation }

const OPERATOR = /(not\.)?([a-z]+)(?:\(([^()]*)\))?\./y
const LANGUAGE = /^[\p{L}\p{N}_$ ]+$/u

/** Parses `name=value` of a filter. @throws PGRST100 */
export function parseFilter(name: string, value: string): { path: string[]; filter: Filter } {
  const { path, field } = scanTreePath(new Scanner(name, 'tree path'))
  const scanner = new Scanner(value, 'filter')
  const operation = scanOperation(scanner, restOf)
  if (!scanner.done) throw scanner.fail('end of input')
  return { path, filter: { kind: 'filter', field, ...operation } }
}

/** Whether a value begins like a filter; on RPC by GET the others are arguments. */
export function hasOperator(value: string): boolean {
  try {
    scanOperation(new Scanner(value, 'filter'), restOf)
    return true
  } catch {
    return false
  }
}

/** `[not.]operator[(modifier)].value`, the value being read by `scanValue`. */
export function scanOperation(
  scanner: Scanner,
  scanValue: (scanner: Scanner) => string,
): { negated: boolean; operation: Operation } {
  const start = scanner.at
  const [, not, name = '', modifier] = scanner.match(OPERATOR) ?? []
  const operation = name === '' ? undefined : operationOf(scanner, name, modifier, scanValue)
  if (operation) return { negated: not !== undefined, operation }
  scanner.at = start
  throw operatorFault(scanner)
}

function operationOf(
  scanner: Scanner,
  name: string,
  modifier: string | undefined,
  scanValue: (scanner: Scanner) => string,
): Operation | undefined {
  if (isKey(QUANTIFIABLE_OPERATORS, name)) {
    if (modifier !== undefined && modifier !== 'any' && modifier !== 'all') return undefined
    const quantifier = modifier === undefined ? {} : { quantifier: modifier as Quantifier }
    return { kind: 'quantified', operator: name, ...quantifier, value: scanValue(scanner) }
  }
  if (isKey(TEXT_SEARCHES, name)) {
    if (modifier !== undefined && !LANGUAGE.test(modifier)) return undefined
    const language = modifier === undefined ? {} : { language: modifier.trim() }
    return { kind: 'search', search: name, ...language, value: scanValue(scanner) }
  }
  if (modifier !== undefined) return undefined
  if (name === 'in') return { kind: 'in', values: scanList(scanner) }
  if (name === 'is') return { kind: 'is', value: scanIs(scanner) }
  if (name === 'isdistinct') return { kind: 'distinct', value: scanValue(scanner) }
  return isKey(SIMPLE_OPERATORS, name) ? { kind: 'simple', operator: name, value: scanValue(scanner) } : undefined
}

function isKey<T extends object>(table: T, key: string): key is T extends T ? keyof T & string : never {
  return Object.hasOwn(table, key)
}

const REST = /[\s\S]*/y
const restOf = (scanner: Scanner): string => scanner.match(REST)?.[0] ?? ''

const IS = /(?:not_null|null|true|false|unknown)(?![^,)])/iy

function scanIs(scanner: Scanner): keyof typeof IS_VALUES {
  const value = scanner.match(IS)?.[0]?.toLowerCase()
  if (value !== undefined && isKey(IS_VALUES, value)) return value
  throw scanner.fail('isVal: (null, not_null, true, false, unknown)')
}

const PLAIN_ELEMENT = /[^,)]*/y

/** `(a,"b,c",d)`; one empty value is no value at all. */
function scanList(scanner: Scanner): string[] {
  scanner.spaces()
  scanner.expect('(')
  scanner.spaces()
  const values: string[] = []
  do {
    values.push(scanElement(scanner))
  } while (scanner.take(','))
  scanner.expect(')')
  scanner.spaces()
  return values.length === 1 && values[0] === '' ? [] : values
}

function scanElement(scanner: Scanner): string {
  const quoted = scanner.attempt(() => {
    const text = tryQuoted(scanner)
    return text !== undefined && (scanner.done || scanner.peek(',') || scanner.peek(')')) ? text : undefined
  })
  return quoted ?? scanner.match(PLAIN_ELEMENT)?.[0] ?? ''
}
