import type { RestError } from '../errors.ts'
import { QUANTIFIABLE_OPERATORS, SIMPLE_OPERATORS, TEXT_SEARCHES } from './operators.ts'
import type { Scanner } from './scanner.ts'

const QUANTIFIABLE = Object.keys(QUANTIFIABLE_OPERATORS)
const SEARCHES = Object.keys(TEXT_SEARCHES)
const NAMES = ['in', 'is', 'isdistinct', ...SEARCHES, ...Object.keys(SIMPLE_OPERATORS), ...QUANTIFIABLE]
const OPERATOR = 'operator (eq, gt, ...)'

/**
 * The refusal of what is no operator, at the place up to which it could have been one. PostgREST tries each in turn and
 * names the farthest place; where none begins it names the first character that differs from the first one tried.
 * @param scanner stands before the operator and its `not`
 */
export function operatorFault(scanner: Scanner): RestError {
  const negated = scanner.take('not')
  if (negated && !scanner.take('.')) return scanner.fail('delimiter (.)')
  const from = scanner.at
  const rest = scanner.text.slice(from)
  const ends = NAMES.filter((name) => rest.startsWith(name)).map((name) => endOf(rest, name))
  if (ends.length > 0) {
    scanner.at = from + Math.max(...ends)
    return scanner.fail(OPERATOR)
  }
  const tried = negated ? 'in' : 'not'
  const common = [...tried].findIndex((letter, i) => rest[i] !== letter)
  return scanner.fail(negated ? OPERATOR : `"not" or ${OPERATOR}`, from + common)
}

/** How far an operator goes on: into the parentheses behind it, if it takes any. */
function endOf(rest: string, name: string): number {
  const end = name.length
  if (rest[end] !== '(') return end
  if (SEARCHES.includes(name)) return end + 1 + (/^[\p{L}\p{N}_$ ]*/u.exec(rest.slice(end + 1))?.[0].length ?? 0)
  if (!QUANTIFIABLE.includes(name)) return end
  return /^a(?:ny|ll)/.test(rest.slice(end + 1)) ? end + 4 : end + 1
}
