import { rounded, shown, written } from '../decimals.ts'
import { answerOf, filled, numbersOf } from '../draw.ts'
import { formulaOf, type Numbers } from '../formula.ts'
import { countParts } from '../statistics.ts'
import type { Calculated, QuestionKind } from '../types.ts'
import { validateCalculated } from './calculated-problems.ts'
import { answeredNumber, isWithin, scoreNumber } from './number.ts'

const score = (definition: Calculated, seed: string, answer: unknown) =>
  scoreNumber(answerOf(definition, numbersOf(definition, seed)), definition.tolerance, answer)

/** The solution with the numbers of the attempt: what is done, and what comes of it. */
const stepsOf = (definition: Calculated, numbers: Numbers) =>
  definition.steps.map(({ text, formula, rounding, unit }) => ({
    text: filled(text, definition, numbers),
    value: shown(formulaOf(formula).value(numbers), unit, rounding?.digits),
  }))

/** Which known mistake leads to a number, if any: it is rounded as the answer would be. */
function mistakeOf({ mistakes, rounding, tolerance }: Calculated, numbers: Numbers, answer: unknown) {
  const answered = answeredNumber(answer)
  if (!answered) return undefined
  return mistakes.find(({ formula }) =>
    isWithin(answered, rounded(formulaOf(formula).value(numbers), rounding.digits), tolerance),
  )?.why
}

export const calculated: QuestionKind<Calculated> = {
  validate: validateCalculated,
  present(definition, seed) {
    const numbers = numbersOf(definition, seed)
    const { kind, text, topic, given, unit, rounding } = definition
    return {
      kind,
      text: filled(text, definition, numbers),
      topic,
      ...(given && {
        given: given.map(({ name, value }) => ({ name, value: filled(value, definition, numbers) })),
      }),
      unit,
      digits: rounding.digits,
    }
  },
  score,
  explain(definition, seed, answer) {
    const numbers = numbersOf(definition, seed)
    const right = answerOf(definition, numbers)
    const scored = scoreNumber(right, definition.tolerance, answer)
    const mistake = scored.correct ? undefined : mistakeOf(definition, numbers, answer)
    return {
      ...scored,
      right: { number: written(right) },
      whys: { number: shown(right, definition.unit, definition.rounding.digits) },
      steps: stepsOf(definition, numbers),
      ...(mistake && { mistake }),
      ...(definition.watchAgain && { watchAgain: definition.watchAgain }),
    }
  },
  statistics: (definition, answers) =>
    countParts(answers, score.bind(null, definition), (seed, answer) => {
      const why = mistakeOf(definition, numbersOf(definition, seed), answer)
      return why ? [why] : []
    }),
}
