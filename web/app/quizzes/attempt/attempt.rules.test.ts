import { describe, expect, it } from 'vitest'
import {
  type AskedQuestion,
  changeOf,
  firstToAnswer,
  type PendingAnswer,
  requestedPosition,
  unanswered,
  withPending,
  withSavedAnswers,
} from './attempt.rules'

const question = (changes: Partial<AskedQuestion> = {}): AskedQuestion => ({
  position: 1,
  presented: { kind: 'true-false', text: 'מס הוא חובה.', topic: 'מס' },
  answer: null,
  confidence: null,
  flagged: false,
  sequence: 0,
  correct: null,
  review: null,
  ...changes,
})
const pending = (changes: Partial<PendingAnswer> = {}): PendingAnswer => ({
  userId: 'dana',
  attemptId: 'a1',
  position: 1,
  answer: { claim: true },
  confidence: null,
  flagged: false,
  sequence: 1,
  ...changes,
})

describe('what the person sees', () => {
  it('is what was said last, here or on its way', () => {
    const [shown] = withPending([question({ answer: { claim: false }, sequence: 2 })], [pending({ sequence: 3 })])
    expect(shown).toMatchObject({ answer: { claim: true }, sequence: 3, isFromElsewhere: false })
  })

  it('is what the server has where that is as new', () => {
    const stored = question({ answer: { claim: false }, sequence: 3 })
    expect(withPending([stored], [pending({ sequence: 3 })])).toEqual([stored])
  })
})

it('a change counts one more than what is known, and leaves the rest as it is', () => {
  const known = question({ answer: { claim: true }, confidence: 'sure', sequence: 4 })
  expect(changeOf(known, { flagged: true })).toEqual({
    answer: { claim: true },
    confidence: 'sure',
    flagged: true,
    sequence: 5,
  })
})

describe('what the server keeps after a save', () => {
  const kept = { position: 1, answer: { claim: false }, confidence: null, flagged: false, sequence: 5 }

  it('stands at once, and says when it is from another device', () => {
    const [shown] = withSavedAnswers([question({ sequence: 1 })], [kept], [pending({ sequence: 2 })])
    expect(shown).toMatchObject({ answer: { claim: false }, sequence: 5, isFromElsewhere: true })
  })

  it('is nothing to tell of where it is what was sent, however the database orders its parts', () => {
    const sent = pending({ answer: { pairs: { b: '1', a: '2' } } })
    const [shown] = withSavedAnswers([question()], [{ ...kept, answer: { pairs: { a: '2', b: '1' } } }], [sent])
    expect(shown?.isFromElsewhere).toBe(false)
  })

  it('is passed over where something newer is known', () => {
    const newer = question({ answer: { claim: true }, sequence: 6 })
    expect(withSavedAnswers([newer], [kept], [pending()])).toEqual([newer])
  })
})

it('begins at the first question without an answer, else at the first', () => {
  const answered = (position: number) => question({ position, answer: { claim: true } })
  expect(firstToAnswer([answered(1), question({ position: 2 }), question({ position: 3 })])).toBe(2)
  expect(firstToAnswer([answered(1), answered(2)])).toBe(1)
  expect(unanswered([answered(1), question({ position: 2 })])).toEqual([2])
})

it.each([
  ['2', 2],
  ['9', null],
  ['-1', null],
  ['2.0', null],
  ['', null],
  [null, null],
])('an address that asks for %s gives %s', (asked, position) => {
  expect(requestedPosition(asked, [question(), question({ position: 2 })])).toBe(position)
})
