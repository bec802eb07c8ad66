import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quizzes } from '../../../seeds/content/quizzes/index.ts'
import { questionsOf } from '../../../seeds/content/quizzes/texts.ts'
import { Exact } from './decimals.ts'
import { answerOf, numbersOf } from './draw.ts'
import { countAnswers, explainAnswer, presentQuestion, scoreAnswer, validateQuestion } from './registry.ts'
import type { Calculated, Definition, Presented, Review } from './types.ts'

/** Draws of each calculated question; `QUIZ_DRAWS=2000` looks at as many as a whole year of students. */
const DRAWS = Number(process.env.QUIZ_DRAWS ?? 60)

const all = quizzes.flatMap(({ quiz }) => questionsOf(quiz))
const named = all.map((question, at): [string, Definition] => [`${at} ${question.kind}: ${question.topic}`, question])
const calculated = named.flatMap(([name, question]): [string, Calculated][] =>
  question.kind === 'calculated' ? [[name, question]] : [],
)
const nothing = { answer: null }

/** Every text of a definition that a student may see only afterwards. */
function secretsOf(question: Definition): string[] {
  switch (question.kind) {
    case 'single-choice':
    case 'multiple-choice':
      return question.options.map(({ why }) => why)
    case 'true-false':
      return Object.values(question.why)
    case 'number':
      return [question.why, ...(question.mistakes ?? []).map(({ why }) => why)]
    case 'ordering':
      return question.items.map(({ why }) => why)
    case 'matching':
      return question.pairs.map(({ why }) => why)
    case 'fill-in':
      return question.gaps.flatMap((gap) =>
        'options' in gap ? [gap.why, ...gap.options.map(({ why }) => why)] : [gap.why, ...gap.accepted],
      )
    case 'calculated':
      return [
        question.formula,
        ...question.steps.map(({ formula }) => formula),
        ...question.mistakes.map(({ why }) => why),
      ]
  }
}

/** The names under which a question shows its parts. */
function idsOf(presented: Presented): string[] {
  if ('options' in presented) return presented.options.map(({ id }) => id)
  if ('items' in presented) return presented.items.map(({ id }) => id)
  if ('left' in presented) return [...presented.left, ...presented.right].map(({ id }) => id)
  return 'gaps' in presented ? presented.gaps.flatMap(({ options = [] }) => options.map(({ id }) => id)) : []
}

const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.anything(),
  fc.record({
    choice: fc.anything(),
    choices: fc.anything(),
    claim: fc.anything(),
    number: fc.oneof(fc.string(), fc.double(), fc.constantFrom('1e999', 'NaN', '-', '９', '1'.repeat(400))),
    order: fc.anything(),
    pairs: fc.anything(),
    gaps: fc.anything(),
  }),
)

/** A test that asks the same of each question, and names the one that fails. */
const ofEach =
  <Question>(questions: [string, Question][], check: (question: Question) => void) =>
  () => {
    for (const [name, question] of questions) {
      try {
        check(question)
      } catch (error) {
        throw new Error(name, { cause: error })
      }
    }
  }

describe('every question of the demo', () => {
  it(
    'is a definition without a problem',
    ofEach(named, (question) => expect(validateQuestion(question)).toEqual([])),
  )

  it(
    'shows no key, no reason and no formula, and names of parts that tell nothing',
    ofEach(named, (question) => {
      for (const seed of ['a', 'b', 'c']) {
        const presented = presentQuestion(question, seed)
        const wire = JSON.stringify(presented)
        for (const secret of secretsOf(question)) {
          const plain = JSON.stringify(secret).slice(1, -1)
          if (plain.length > 12) expect(wire).not.toContain(plain)
        }
        expect(Object.keys(presented)).not.toEqual(expect.arrayContaining(['right', 'why', 'formula', 'watchAgain']))
        const ids = idsOf(presented)
        expect(new Set(ids).size).toBe(ids.length)
        for (const id of ids) expect(id).toMatch(/^[0-9a-z]{5}$/)
      }
    }),
  )

  it(
    'what it calls right is worth everything, with the same seed alone',
    ofEach(named, (question) => {
      for (const seed of ['a', 'b', 'c', 'd']) {
        const { right } = explainAnswer(question, seed, nothing)
        expect(scoreAnswer(question, seed, right)).toMatchObject({ points: 1, correct: true })
        expect(scoreAnswer(question, seed, structuredClone(right))).toEqual(scoreAnswer(question, seed, right))
      }
      expect(scoreAnswer(question, 'a', nothing)).toMatchObject({ points: 0, correct: false })
    }),
  )

  it(
    'tells the reason of every part that it shows',
    ofEach(named, (question) => {
      const presented = presentQuestion(question, 'a')
      const review: Review = explainAnswer(question, 'a', nothing)
      const withoutReason = 'left' in presented ? presented.left.map(({ id }) => id) : idsOf(presented)
      for (const id of withoutReason) expect(review.whys[id]?.length ?? 0).toBeGreaterThan(5)
      expect(review.watchAgain).toEqual(question.watchAgain)
    }),
  )

  it('takes anything for an answer, and gives from nothing to everything for it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...all), hostile, fc.string(), (question, answer, seed) => {
        const { points, correct } = scoreAnswer(question, seed, answer)
        expect(points >= 0 && points <= 1 && correct === (points === 1)).toBe(true)
        expect(explainAnswer(question, seed, answer).points).toBe(points)
      }),
      { numRuns: 1_000 },
    )
  })

  it(
    'counts right answers for its author',
    ofEach(named, (question) => {
      const answers = ['a', 'b', 'c'].map((seed) => ({ seed, answer: explainAnswer(question, seed, nothing).right }))
      expect(countAnswers(question, [...answers, { seed: 'd', answer: null }])).toMatchObject({
        answers: 4,
        right: 3,
        average: 0.75,
      })
    }),
  )
})

describe('every calculated question of the demo', () => {
  it(
    `${DRAWS} draws are all valid, with one right answer, steps that end in it and mistakes that are told`,
    ofEach(calculated, (question) => {
      for (let draw = 0; draw < DRAWS; draw++) {
        const seed = `draw ${draw}`
        const numbers = numbersOf(question, seed)
        const right = answerOf(question, numbers)
        const presented = presentQuestion(question, seed)
        expect(JSON.stringify(presented)).not.toMatch(/[{]\w+[}]|NaN|Infinity|undefined/)
        const review = explainAnswer(question, seed, nothing)
        expect(review.steps?.at(-1)?.value).toBe(review.whys.number)
        const tolerance = new Exact(question.tolerance)
        const at = (number: Exact) => scoreAnswer(question, seed, { number: number.toFixed() }).correct
        const least = new Exact(10).pow(-question.rounding.digits)
        expect([at(right), at(right.plus(tolerance)), at(right.minus(tolerance))]).toEqual([true, true, true])
        expect([at(right.plus(tolerance).plus(least)), at(right.minus(tolerance).minus(least))]).toEqual([false, false])
      }
    }),
  )
})

describe('the order of options', () => {
  const question: Definition = {
    kind: 'single-choice',
    topic: 'סדר',
    text: 'מה ראשון?',
    options: 'abcd'.split('').map((id) => ({ id, text: `אפשרות ${id}`, why: `כי זו ${id}.` })),
    right: 'b',
  }
  it('is another one for each attempt, every place as often as another', () => {
    const places = [0, 0, 0, 0]
    for (let attempt = 0; attempt < 4_000; attempt++) {
      const presented = presentQuestion(question, `attempt ${attempt}`)
      const texts = 'options' in presented ? presented.options.map((one) => ('text' in one ? one.text : '')) : []
      const place = texts.indexOf('אפשרות b')
      places[place] = (places[place] ?? 0) + 1
    }
    for (const often of places) expect(Math.abs(often - 1_000)).toBeLessThan(150)
  })

  it('stays as it is where the definition keeps it', () => {
    const kept = presentQuestion({ ...question, keepOrder: true }, 'x')
    expect(JSON.stringify(kept)).toMatch(/אפשרות a.*אפשרות b.*אפשרות c.*אפשרות d/)
  })
})
