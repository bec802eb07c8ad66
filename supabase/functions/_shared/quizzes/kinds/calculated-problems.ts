import * as z from 'zod/mini'
import { formulaFaults } from '../../formula-faults.he.ts'
import { FormulaError } from '../../formula-tree.ts'
import { Exact, rounded } from '../decimals.ts'
import { answerOf, DRAWS_OF_A_CHECK, NAME, numbersOf, PLACE, sizeOf } from '../draw.ts'
import { formulaOf } from '../formula.ts'
import { problem } from '../problems.ts'
import { checkShape, common, decimalText, line, positiveText, unit } from '../shapes.ts'
import type { Calculated, Problem } from '../types.ts'
import { isWithin } from './number.ts'

const name = z.string().check(z.regex(new RegExp(`^(?:${NAME})$`)))
const formula = line()
const rounding = z.strictObject({ digits: z.int().check(z.gte(0), z.lte(6)) })
const variable = z.union([
  z.strictObject({ name, unit, from: decimalText, to: decimalText, step: decimalText }),
  z.strictObject({ name, unit, oneOf: z.array(decimalText).check(z.minLength(1), z.maxLength(100)) }),
])
const shape = z.strictObject({
  ...common,
  kind: z.literal('calculated'),
  variables: z.array(variable).check(z.minLength(1), z.maxLength(12)),
  values: z.optional(
    z.array(z.strictObject({ name, formula, rounding: z.optional(rounding), unit })).check(z.maxLength(12)),
  ),
  constraints: z.optional(z.array(formula).check(z.maxLength(12))),
  formula,
  rounding,
  tolerance: positiveText,
  unit,
  steps: z
    .array(z.strictObject({ text: line(), formula, rounding: z.optional(rounding), unit }))
    .check(z.minLength(1), z.maxLength(12)),
  mistakes: z.array(z.strictObject({ formula, why: line(1000) })).check(z.maxLength(10)),
})

/** How many attempts are drawn to see that a definition holds. */
const TRIED = 20

export const validateCalculated = (definition: unknown): Problem[] =>
  checkShape(shape, definition, (fitting) => {
    const whole = fitting as Calculated
    const problems = [...namesOf(whole), ...rangesOf(whole)]
    return problems.length > 0 ? problems : drawsOf(whole)
  })

/** Formulas that cannot be read, and names that stand for nothing, in the order in which values are computed. */
function namesOf({ variables, values = [], constraints = [], steps, mistakes, ...rest }: Calculated): Problem[] {
  const drawn = variables.map((one) => one.name)
  const all = [...drawn, ...values.map((one) => one.name)]
  const repeated = all.filter((one, at) => all.indexOf(one) !== at)
  const read = (path: string, text: string, known: string[]): Problem[] => {
    try {
      const unknown = [...formulaOf(text).names].filter((one) => !known.includes(one))
      return unknown.map((one) => problem(path, 'UNKNOWN_NAME', one))
    } catch (error) {
      return [problem(path, 'FORMULA', error instanceof FormulaError ? formulaFaults[error.fault](error.part) : '')]
    }
  }
  const texts = [
    ['text', rest.text] as const,
    ...(rest.given ?? []).map(({ value }, at) => [`given.${at}`, value] as const),
    ...steps.map(({ text }, at) => [`steps.${at}.text`, text] as const),
  ]
  return [
    ...repeated.map((one) => problem('variables', 'SAME_NAME', one)),
    ...constraints.flatMap((text, at) => read(`constraints.${at}`, text, drawn)),
    ...values.flatMap((one, at) => read(`values.${at}`, one.formula, all.slice(0, drawn.length + at))),
    ...read('formula', rest.formula, all),
    ...steps.flatMap((one, at) => read(`steps.${at}`, one.formula, all)),
    ...mistakes.flatMap((one, at) => read(`mistakes.${at}`, one.formula, all)),
    ...texts.flatMap(([path, text]) =>
      [...text.matchAll(PLACE)]
        .map(([, one]) => one as string)
        .filter((one) => !all.includes(one))
        .map((one) => problem(path, 'UNKNOWN_NAME', one)),
    ),
  ]
}

const rangesOf = ({ variables }: Calculated): Problem[] =>
  variables.flatMap((one, at) => {
    const size = sizeOf(one)
    return size >= 1 && size <= 1_000_000 ? [] : [problem(`variables.${at}`, 'RANGE', one.name)]
  })

/** What only drawn numbers show: that there are some, that the steps end in the answer, that no mistake is right. */
function drawsOf(definition: Calculated): Problem[] {
  const { rounding: digits, tolerance, steps, mistakes } = definition
  const found = new Map<string, Problem>()
  for (let attempt = 0; attempt < TRIED; attempt++) {
    try {
      const numbers = numbersOf(definition, `try ${attempt}`, DRAWS_OF_A_CHECK)
      const answer = answerOf(definition, numbers)
      const last = formulaOf(steps.at(-1)?.formula ?? '').value(numbers)
      if (!rounded(last, digits.digits).eq(answer)) found.set('steps', problem('steps', 'STEPS_END'))
      mistakes.forEach((one, at) => {
        const wrong = rounded(formulaOf(one.formula).value(numbers), digits.digits)
        if (isWithin(wrong, new Exact(answer), tolerance))
          found.set(`mistakes.${at}`, problem(`mistakes.${at}`, 'MISTAKE_RIGHT'))
      })
    } catch (error) {
      if (!(error instanceof FormulaError)) throw error
      const isDraw = error.message.startsWith('no numbers')
      found.set(
        'formula',
        isDraw
          ? problem('constraints', 'NO_DRAW')
          : problem('formula', 'FORMULA', formulaFaults[error.fault](error.part)),
      )
    }
  }
  return [...found.values()]
}
