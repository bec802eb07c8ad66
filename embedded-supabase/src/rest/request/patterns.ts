import { requestErrors } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import type { LogicTerm } from './logic.ts'
import type { At } from './query-string.ts'

/** A repetition without an end counts as this many. */
const ENDLESS = 4
/** What a search for some words takes. */
const CHEAP = 50
/** Look-around is tried anew at every place of the text. */
const LOOK_AROUND = 8

/**
 * Refuses patterns whose matching grows without measure: too long, too many, or with repetitions of repetitions. A
 * table of any size is matched row by row, so what one row may cost is bounded here, before a connection is taken.
 * @returns whether they may take long, so that their statement should have less time than others.
 * @throws PGRST100
 */
export function checkPatterns(filters: At<LogicTerm>[]): boolean {
  const patterns = filters.flatMap(({ value }) => patternsOf(value))
  if (patterns.length > LIMITS.patterns) throw requestErrors.pattern(`There are more than ${LIMITS.patterns} patterns.`)
  let effort = 0
  for (const { isRegex, text } of patterns) {
    if (text.length > LIMITS.patternLength) {
      throw requestErrors.pattern(`A pattern is longer than ${LIMITS.patternLength} characters.`)
    }
    effort += isRegex ? regexEffort(text) : wildcardEffort(text)
  }
  if (effort > LIMITS.patternEffort) throw requestErrors.pattern('Its repetitions are too many.')
  return effort > CHEAP
}

type Pattern = { isRegex: boolean; text: string }

function patternsOf(term: LogicTerm): Pattern[] {
  if (term.kind !== 'filter') return term.terms.flatMap(patternsOf)
  const { operation } = term
  if (operation.kind !== 'quantified') return []
  const { operator, quantifier, value } = operation
  if (operator === 'like' || operator === 'ilike') return [{ isRegex: false, text: value }]
  return operator === 'match' || operator === 'imatch'
    ? [{ isRegex: true, text: quantifier ? unescaped(value) : value }]
    : []
}

/** The elements of an array literal carry one more backslash before each of their own. */
const unescaped = (text: string): string => text.replace(/\\(.)/gs, '$1')

const wildcardEffort = (text: string): number => (text.match(/[%*]/g)?.length ?? 0) * ENDLESS

/** Escapes and bracket expressions are one step each; the groups of a quantifier come last. */
const STEP =
  /\\.|\[\^?\]?(?:\[[:.=].*?[:.=]\]|\\.|[^\]])*\]?|\((?:\?<?[=!]|\?:)?|\)|\{(\d{0,9})(,?)(\d{0,9})\}|[*+?]|./gsu

/**
 * A measure of how many steps a regular expression may take at each place of a text: its steps, with repetitions
 * counted as often as they may happen. Infinite when it refers back to what it matched.
 */
export function regexEffort(text: string): number {
  type Group = { effort: number; last: number; factor: number }
  const groups: Group[] = []
  let group: Group = { effort: 0, last: 0, factor: 1 }
  const add = (effort: number) => {
    group.effort += effort
    group.last = effort
  }
  const repeat = (times: number) => {
    group.effort += group.last * (times - 1)
    group.last *= times
  }
  const leave = () => {
    const parent = groups.pop()
    if (!parent) return
    const inner = Math.max(1, group.effort) * group.factor
    group = parent
    add(inner)
  }
  for (const [step, from, comma, to] of text.matchAll(STEP)) {
    if (/^\\[1-9]/.test(step)) return Infinity
    if (step.startsWith('(')) {
      groups.push(group)
      group = { effort: 0, last: 0, factor: /[=!]/.test(step) ? LOOK_AROUND : 1 }
    } else if (step === ')') leave()
    else if (step === '*' || step === '+') repeat(ENDLESS)
    else if (step === '?') repeat(1)
    else if (from !== undefined) repeat(timesOf(Number(from), comma === ',', to ?? ''))
    else add(1)
  }
  while (groups.length > 0) leave()
  return group.effort
}

function timesOf(from: number, isRange: boolean, to: string): number {
  if (!isRange) return Math.max(1, from)
  return Math.max(1, to === '' ? from + ENDLESS : Number(to))
}
