import { expect, it } from 'vitest'
import type { AskedQuestion } from '~/quizzes/attempt/attempt.rules'
import { countsOf, verdictOf } from './result.rules'

const question = (correct: boolean | null, changes: Partial<AskedQuestion> = {}): AskedQuestion => ({
  position: 1,
  presented: { kind: 'true-false', text: 'מס הוא חובה.', topic: 'מס' },
  answer: { claim: true },
  confidence: null,
  flagged: false,
  sequence: 1,
  correct,
  review: { points: correct ? 1 : 0, correct: correct === true, parts: {}, right: { claim: true }, whys: {} },
  ...changes,
})

it('counts what was right, what was sure, and what is worth another look', () => {
  const counts = countsOf([
    question(true, { confidence: 'sure' }),
    question(true, { confidence: 'unsure' }),
    question(false, { confidence: 'sure' }),
    question(false),
  ])
  expect(counts).toEqual({ right: 2, sureRight: 1, sureWrong: 1, toPractise: 3 })
})

it('counts nothing while answers may not be told', () => {
  expect(countsOf([question(null), question(null)])).toBeNull()
})

it('says right, partly, wrong or unanswered', () => {
  const half = { points: 0.5, correct: false, parts: {}, right: { claim: true }, whys: {} }
  expect(verdictOf(question(true))).toBe('right')
  expect(verdictOf(question(false, { review: half }))).toBe('partly')
  expect(verdictOf(question(false))).toBe('wrong')
  expect(verdictOf(question(false, { answer: null }))).toBe('unanswered')
})
