import { LIMITS } from '../limits.ts'
import type { Scanner } from './scanner.ts'

/** One step into a JSON value; `->>` gives text. `index` steps count into arrays, negative from the end. */
export type JsonStep = { arrow: '->' | '->>'; key: string; index: boolean }

export type Field = { name: string; path: JsonStep[] }

const WORDS = /[\p{L}\p{N}_$ ]+(?:-(?!>)[\p{L}\p{N}_$ ]+)*/uy
const QUOTED = /"((?:[^"\\]|\\[\s\S])*)"/y
const INDEX = /-?\d+(?=->|::|\.|,|\)|$)/y
const KEY = /[^"(\-:.,>)][^(\-:.,>)]*(?:-(?!>)[^(\-:.,>)]+)*/y
const MAX_INDEX = 2_147_483_647

/** A column, relation or alias: words, or anything between double quotes. */
export function scanName(scanner: Scanner): string {
  const name = tryName(scanner)
  if (name === undefined) throw scanner.fail('field name (* or [a..z0..9_$])')
  return name
}

export function tryName(scanner: Scanner): string | undefined {
  const quoted = tryQuoted(scanner)
  if (quoted !== undefined) return quoted
  return scanner.match(WORDS)?.[0].trim()
}

/** Text between double quotes, in which a backslash takes the next character as it is. */
export function tryQuoted(scanner: Scanner): string | undefined {
  return scanner.match(QUOTED)?.[1]?.replace(/\\([\s\S])/g, '$1')
}

export function scanField(scanner: Scanner): Field {
  return { name: scanName(scanner), path: scanJsonPath(scanner) }
}

/** The `->key->>0` after a column; empty without one. */
export function scanJsonPath(scanner: Scanner): JsonStep[] {
  const path: JsonStep[] = []
  for (;;) {
    const arrow = scanner.take('->>') ? '->>' : scanner.take('->') ? '->' : undefined
    if (!arrow) return path
    if (path.length >= LIMITS.jsonPath) throw scanner.fail(`at most ${LIMITS.jsonPath} steps into a JSON value`)
    path.push(scanStep(scanner, arrow))
  }
}

function scanStep(scanner: Scanner, arrow: JsonStep['arrow']): JsonStep {
  const index = scanner.match(INDEX)?.[0]
  if (index !== undefined) {
    if (Math.abs(Number(index)) > MAX_INDEX) throw scanner.fail('a smaller index')
    return { arrow, key: String(Number(index)), index: true }
  }
  const key = tryQuoted(scanner) ?? scanner.match(KEY)?.[0].trim()
  if (key === undefined) {
    if (scanner.take('-')) throw scanner.fail('digit')
    throw scanner.fail('"-", digit or any non reserved character different from: .,>()')
  }
  return { arrow, key, index: false }
}

/** `name(.name)*` and a JSON path: where a filter, order or limit applies and to which field. */
export function scanTreePath(scanner: Scanner): { path: string[]; field: Field } {
  const names = [scanName(scanner)]
  while (scanner.take('.')) names.push(scanName(scanner))
  const name = names.pop() ?? ''
  const field = { name, path: scanJsonPath(scanner) }
  if (!scanner.done) throw scanner.fail('delimiter (.), "->>", "->" or end of input')
  return { path: names, field }
}
