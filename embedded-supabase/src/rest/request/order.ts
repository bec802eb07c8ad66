import { LIMITS } from '../limits.ts'
import { type Field, scanField, tryName } from './field.ts'
import { Scanner } from './scanner.ts'

export type OrderTerm = {
  /** The embedded resource whose column is meant, in `order=category(name)`. */
  relation?: string
  field: Field
  direction?: 'asc' | 'desc'
  nulls?: 'first' | 'last'
}

const DIRECTION = /\.(asc|desc)/y
const NULLS = /\.nulls(first|last)/y

/** Parses `order=`. @throws PGRST100 */
export function parseOrder(text: string): OrderTerm[] {
  const scanner = new Scanner(text, 'order')
  const terms: OrderTerm[] = []
  do {
    if (terms.length >= LIMITS.orderTerms) throw scanner.fail(`at most ${LIMITS.orderTerms} order terms`)
    scanner.spaces()
    terms.push(scanTerm(scanner))
    scanner.spaces()
  } while (scanner.take(','))
  if (!scanner.done) throw scanner.fail('"," or end of input')
  return terms
}

function scanTerm(scanner: Scanner): OrderTerm {
  const related = scanner.attempt(() => {
    const relation = tryName(scanner)
    if (relation === undefined || !scanner.take('(')) return undefined
    const field = scanField(scanner)
    return scanner.take(')') ? { relation, field } : undefined
  })
  const term: OrderTerm = related ?? { field: scanField(scanner) }
  const direction = scanner.match(DIRECTION)?.[1] as 'asc' | 'desc' | undefined
  const nulls = scanner.match(NULLS)?.[1] as 'first' | 'last' | undefined
  scanner.spaces()
  if (scanner.peek('.')) {
    scanner.at += 1
    throw scanner.fail(direction ? '"nullsfirst" or "nullslast"' : '"asc", "desc", "nullsfirst" or "nullslast"')
  }
  return { ...term, ...(direction ? { direction } : {}), ...(nulls ? { nulls } : {}) }
}
