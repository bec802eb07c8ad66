import { FormulaError } from '../formula-tree.ts'
import { type Exact, readDecimal, rounded, shown, written } from './decimals.ts'
import { answerOf, numbersOf } from './draw.ts'
import { formulaOf, type Numbers } from './formula.ts'
import { isWithin } from './kinds/number.ts'
import { presentQuestion } from './registry.ts'
import type { Calculated, Unit } from './types.ts'

/** The least and the greatest of what was drawn or computed, as students read them. */
export type Extreme = { name: string; least: string; greatest: string }
/** What many draws of a calculated question come to. */
export type DrawTest = {
  draws: number
  /** Draws whose first numbers did not meet the constraints and were drawn again. */
  redrawn: number
  /** Variables, values, and the answer under no name. */
  extremes: Extreme[]
  shortest: string
  longest: string
  /** Answers in ten steps of the same width from the least to the greatest. */
  bars: { from: string; to: string; count: number }[]
  /** What went wrong, how often, and the seed with which it did first. */
  faults: { code: DrawFault; count: number; seed: string }[]
}
/** No numbers were found, a formula has no value, nobody could type the answer, or a known mistake is right. */
export type DrawFault = 'NO_DRAW' | 'DIVISION' | 'TOO_LARGE' | 'FORMULA' | 'TOO_MANY_DIGITS' | 'MISTAKE_RIGHT'

const BARS = 10
const STEP = 50
/** So many draws without numbers, and none with them: there are none, and the rest would only take long. */
const HOPELESS = 20

const faultOf = ({ message }: FormulaError): DrawFault => {
  if (message.startsWith('no numbers')) return 'NO_DRAW'
  if (message.startsWith('a division')) return 'DIVISION'
  return message.startsWith('a number that is too large') ? 'TOO_LARGE' : 'FORMULA'
}

/** Whether the first numbers drawn met the constraints. */
function isMetAtOnce(definition: Calculated, seed: string): boolean {
  try {
    return Boolean(numbersOf(definition, seed, 1))
  } catch (error) {
    if (error instanceof FormulaError) return false
    throw error
  }
}

const isMistakeRight = ({ mistakes, rounding, tolerance }: Calculated, numbers: Numbers, answer: Exact): boolean =>
  mistakes.some(({ formula }) =>
    isWithin(rounded(formulaOf(formula).value(numbers), rounding.digits), answer, tolerance),
  )

/**
 * Draws a valid calculated question many times; a question that finds no numbers is given up after twenty. Each step of
 * the generator is fifty draws, so that a page stays awake.
 * @param draws how often
 */
export function* drawTest(definition: Calculated, draws = 1000): Generator<number, DrawTest> {
  const { variables, values = [], unit, rounding } = definition
  const units: { name: string; unit: Unit; digits: number | undefined }[] = [
    ...variables.map((one) => ({ name: one.name, unit: one.unit, digits: 10 })),
    ...values.map((one) => ({ name: one.name, unit: one.unit, digits: one.rounding?.digits })),
    { name: '', unit, digits: rounding.digits },
  ]
  const drawn = new Map<string, Exact[]>(units.map(({ name }) => [name, []]))
  const faults = new Map<DrawFault, { code: DrawFault; count: number; seed: string }>()
  const texts: string[] = []
  let redrawn = 0
  const note = (code: DrawFault, seed: string) => {
    const { count, seed: first } = faults.get(code) ?? { count: 0, seed }
    faults.set(code, { code, count: count + 1, seed: first })
  }
  let at = 0
  for (; at < draws && !(at === HOPELESS && faults.get('NO_DRAW')?.count === HOPELESS); at++) {
    if (at % STEP === 0) yield at
    const seed = `draw ${at}`
    if (!isMetAtOnce(definition, seed)) redrawn += 1
    try {
      const numbers = numbersOf(definition, seed)
      const answer = answerOf(definition, numbers)
      for (const { name } of units) drawn.get(name)?.push(name === '' ? answer : (numbers[name] as Exact))
      if (readDecimal(written(answer)) === undefined) note('TOO_MANY_DIGITS', seed)
      if (isMistakeRight(definition, numbers, answer)) note('MISTAKE_RIGHT', seed)
      const { text, given = [] } = presentQuestion(definition, seed)
      texts.push([text, ...given.map(({ name, value }) => `${name}: ${value}`)].join(' · '))
    } catch (error) {
      if (!(error instanceof FormulaError)) throw error
      note(faultOf(error), seed)
    }
  }
  const inOrder = new Map([...drawn].map(([name, all]) => [name, all.toSorted((a, b) => a.cmp(b))]))
  const byLength = texts.toSorted((a, b) => a.length - b.length)
  const answers = inOrder.get('') ?? []
  return {
    ...{
      draws: at,
      redrawn,
      faults: [...faults.values()],
      shortest: byLength[0] ?? '',
      longest: byLength.at(-1) ?? '',
    },
    extremes: units.flatMap(({ name, unit: of, digits }) => {
      const [least, greatest] = [inOrder.get(name)?.[0], inOrder.get(name)?.at(-1)]
      return least && greatest ? [{ name, least: shown(least, of, digits), greatest: shown(greatest, of, digits) }] : []
    }),
    bars: barsOf(answers, (value) => shown(value, unit, rounding.digits)),
  }
}

function barsOf(inOrder: readonly Exact[], say: (value: Exact) => string): DrawTest['bars'] {
  const [least, greatest] = [inOrder[0], inOrder.at(-1)]
  if (!least || !greatest) return []
  if (least.eq(greatest)) return [{ from: say(least), to: say(greatest), count: inOrder.length }]
  const width = greatest.minus(least).div(BARS)
  const counts = Array.from({ length: BARS }, () => 0)
  for (const value of inOrder) {
    const at = Math.min(BARS - 1, value.minus(least).div(width).floor().toNumber())
    counts[at] = (counts[at] ?? 0) + 1
  }
  return counts.map((count, at) => ({
    ...{ count, from: say(least.plus(width.times(at))), to: say(least.plus(width.times(at + 1))) },
  }))
}
