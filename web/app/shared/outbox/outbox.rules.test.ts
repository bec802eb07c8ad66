import { describe, expect, it } from 'vitest'
import { pauseUntilDue, type Refusal, refusedAgain, sendings, sendOutcome } from './outbox.rules'

const MINUTE = 60_000
const entry = (key: string) => ({ key })

describe('what an answer means', () => {
  it.each([0, 401, 408, 425, 429, 500, 503])('%d is worth trying again soon', (status) => {
    expect(sendOutcome({ code: '' }, status)).toBe('later')
  })
  it('a refusal is told by its code, or by its status where it has none', () => {
    expect(sendOutcome({ code: 'LESSON_NOT_FOUND' }, 400)).toEqual({ refused: 'LESSON_NOT_FOUND' })
    expect(sendOutcome({ code: '' }, 403)).toEqual({ refused: '403' })
    expect(sendOutcome(null, 201)).toBe('saved')
  })
})

describe('what was refused', () => {
  it('is tried again after pauses that grow to ten minutes', () => {
    let refusal: Refusal | undefined
    const pauses = Array.from({ length: 6 }, () => {
      refusal = refusedAgain(refusal, 'X', 1_000)
      return (refusal.dueAt - 1_000) / MINUTE
    })
    expect(pauses).toEqual([1, 2, 4, 8, 10, 10])
  })

  it('goes alone and only when it is due; the rest goes together', () => {
    const refusals = new Map([
      ['due', { reason: 'X', times: 1, dueAt: 100 }],
      ['not yet', { reason: 'X', times: 1, dueAt: 101 }],
    ])
    const entries = ['a', 'due', 'b', 'not yet', 'c'].map(entry)
    expect(sendings(entries, refusals, 100, 2)).toEqual([[entry('a'), entry('b')], [entry('c')], [entry('due')]])
    expect(pauseUntilDue(refusals, 40)).toBe(60)
    expect(pauseUntilDue(refusals, 500)).toBe(0)
    expect(pauseUntilDue(new Map(), 40)).toBeNull()
  })
})
