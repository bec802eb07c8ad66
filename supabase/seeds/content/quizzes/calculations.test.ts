import { describe, expect, it } from 'vitest'
import { answerOf, numbersOf } from '../../../functions/_shared/quizzes/draw.ts'
import type { Calculated, Definition } from '../../../functions/_shared/quizzes/types.ts'
import { draw, randomFrom, withValues } from './by-hand/draw.ts'
import { type ByHand, type Fixed, fixed, ONE, rounded } from './by-hand/fixed.ts'
import { valueOfFormula } from './by-hand/formula.ts'
import { byHand } from './by-hand/index.ts'
import { quizSources } from './index.ts'
import { questionsOf } from './texts.ts'

const DRAWS = 200

const isCalculated = (question: Definition): question is Calculated => question.kind === 'calculated'
const calculated = Object.entries(quizSources).flatMap(([course, quiz]) => {
  const hands = Object.entries(byHand[course] ?? {})
  return questionsOf(quiz)
    .filter(isCalculated)
    .map((question, index) => [course, question.topic, question, hands[index]?.[1]] as const)
})

const placesOf = (texts: string[]): string[] =>
  texts.flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ''))
const shownOf = ({ text, given }: Calculated): string[] => placesOf([text, ...(given ?? []).map(({ value }) => value)])
const distance = (a: Fixed, b: Fixed): Fixed => (a > b ? a - b : b - a)

it('each calculated question has its reckoning by hand, and none is left over', () => {
  expect(Object.keys(byHand)).toEqual(Object.keys(quizSources))
  expect(Object.values(byHand).flatMap((hands) => Object.keys(hands))).toHaveLength(calculated.length)
})

describe.each(calculated)('%s: %s', (_course, _topic, question, hand) => {
  const draws = Array.from({ length: DRAWS }, (_none, index) => draw(question, randomFrom(index * 7919 + 1)))

  it('shows every number that was drawn, and names none that is not there', () => {
    const variables = question.variables.map(({ name }) => name)
    expect(shownOf(question).toSorted()).toEqual(variables.toSorted())
    const known = [...variables, ...(question.values ?? []).map(({ name }) => name)]
    for (const place of placesOf(question.steps.map(({ text }) => text))) expect(known).toContain(place)
    expect(new Set(known).size).toBe(known.length)
  })

  it('finds its numbers soon, and many of them', () => {
    expect(draws.reduce((sum, { tries }) => sum + tries, 0) / DRAWS).toBeLessThan(6)
    expect(new Set(draws.map(({ numbers }) => Object.values(numbers).join())).size).toBeGreaterThanOrEqual(25)
  })

  it('gives what comes out by hand, with steps that end in it', () => {
    for (const { numbers: drawn } of draws) {
      const numbers = withValues(question, drawn)
      const answer = rounded(valueOfFormula(question.formula, numbers), question.rounding.digits)
      const recomputed = (hand as ByHand)({
        fixed: (name) => drawn[name] ?? 0n,
        whole: (name) => Number((drawn[name] ?? 0n) / ONE),
      })
      expect(rounded(recomputed, question.rounding.digits)).toBe(answer)
      const values = question.steps.map(({ formula }) => valueOfFormula(formula, numbers))
      expect(rounded(values.at(-1) ?? 0n, question.rounding.digits)).toBe(answer)
      question.steps.forEach(({ text, rounding, unit }, index) => {
        const value = values[index] ?? 0n
        if (!rounding) expect([text, rounded(value, unit === 'number' ? 4 : 2)]).toEqual([text, value])
      })
    }
  })

  it('the engine draws and answers what comes out by hand', () => {
    for (let attempt = 0; attempt < DRAWS; attempt++) {
      const numbers = numbersOf(question, `attempt ${attempt}`)
      const drawn = (name: string): Fixed => fixed(numbers[name]?.toFixed() ?? '0')
      const recomputed = (hand as ByHand)({ fixed: drawn, whole: (name) => Number(drawn(name) / ONE) })
      expect(fixed(answerOf(question, numbers).toFixed())).toBe(rounded(recomputed, question.rounding.digits))
    }
  })

  it('tells its known mistakes apart from the answer and from each other', () => {
    const tolerance = fixed(question.tolerance)
    for (const { numbers: drawn } of draws) {
      const numbers = withValues(question, drawn)
      const values = [question.formula, ...question.mistakes.map(({ formula }) => formula)].map((formula) =>
        rounded(valueOfFormula(formula, numbers), question.rounding.digits),
      )
      const pairs = values.flatMap((one, index) => values.slice(index + 1).map((other) => distance(one, other)))
      expect(pairs.filter((apart) => apart <= tolerance)).toEqual([])
    }
  })
})
