import * as z from 'zod/mini'
import { textPart } from '../answers.ts'
import { type Exact, readDecimal, shown } from '../decimals.ts'
import { problem } from '../problems.ts'
import { checkShape, common, decimalText, line, positiveText, unit } from '../shapes.ts'
import { countParts } from '../statistics.ts'
import type { NumberQuestion, QuestionKind, Score } from '../types.ts'

const mistake = z.strictObject({ value: decimalText, why: line(1000) })
const shape = z.strictObject({
  ...common,
  kind: z.literal('number'),
  right: decimalText,
  tolerance: positiveText,
  unit,
  why: line(1000),
  mistakes: z.optional(z.array(mistake).check(z.maxLength(10))),
})

/** What was answered, as a decimal. */
export const answeredNumber = (answer: unknown): Exact | undefined => readDecimal(textPart(answer, 'number'))

/** Whether two numbers are the same to a question. */
export const isWithin = (one: Exact, other: Exact, tolerance: string): boolean =>
  one
    .minus(other)
    .abs()
    .lte(readDecimal(tolerance) ?? 0)

/** Right within the tolerance, or not at all. */
export function scoreNumber(right: Exact, tolerance: string, answer: unknown): Score {
  const answered = answeredNumber(answer)
  const correct = answered !== undefined && isWithin(answered, right, tolerance)
  return { points: correct ? 1 : 0, correct, parts: answered ? { number: correct } : {} }
}

const rightOf = ({ right }: NumberQuestion): Exact => readDecimal(right) as Exact
const score = (definition: NumberQuestion, _seed: string, answer: unknown) =>
  scoreNumber(rightOf(definition), definition.tolerance, answer)

function mistakeOf({ mistakes = [], tolerance }: NumberQuestion, answer: unknown): string | undefined {
  const answered = answeredNumber(answer)
  if (!answered) return undefined
  return mistakes.find(({ value }) => isWithin(answered, readDecimal(value) as Exact, tolerance))?.why
}

export const number: QuestionKind<NumberQuestion> = {
  validate: (definition) =>
    checkShape(shape, definition, ({ mistakes = [], right, tolerance }) =>
      mistakes.flatMap(({ value }, at) =>
        isWithin(readDecimal(value) as Exact, readDecimal(right) as Exact, tolerance)
          ? [problem(`mistakes.${at}`, 'MISTAKE_RIGHT')]
          : [],
      ),
    ),
  present: ({ kind, text, topic, given, unit, right, tolerance }) => ({
    kind,
    text,
    topic,
    ...(given && { given }),
    unit,
    // As many as the tolerance asks for; those of the answer itself would tell of it.
    digits: Math.max(readDecimal(tolerance)?.decimalPlaces() ?? 0, right.includes('.') ? 2 : 0),
  }),
  score,
  explain(definition, seed, answer) {
    const scored = score(definition, seed, answer)
    const mistake = scored.correct ? undefined : mistakeOf(definition, answer)
    return {
      ...scored,
      right: { number: definition.right },
      whys: { number: shown(rightOf(definition), definition.unit, 10) },
      why: definition.why,
      ...(mistake && { mistake }),
      ...(definition.watchAgain && { watchAgain: definition.watchAgain }),
    }
  },
  statistics: (definition, answers) =>
    countParts(answers, score.bind(null, definition), (_seed, answer) => {
      const answered = answeredNumber(answer)
      return answered ? [answered.toFixed()] : []
    }),
}
