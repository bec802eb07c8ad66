import { describe, expect, it } from 'vitest'
import { type Deck, lastDays, leftToday } from './review.rules'

const deck = (changes: Partial<Deck> = {}): Deck => ({
  today: '2026-11-23',
  dailyLimit: 20,
  answeredToday: 0,
  due: 0,
  nextOn: null,
  cards: { known: 0, learning: 0, new: 0 },
  past: [],
  coming: [],
  ...changes,
})

describe('what is left of a day', () => {
  it.each([
    [{ due: 3 }, 3],
    [{ due: 30 }, 20],
    [{ due: 30, answeredToday: 15 }, 5],
    [{ due: 30, answeredToday: 20 }, 0],
    // The limit was lowered after more had been answered.
    [{ due: 30, answeredToday: 20, dailyLimit: 5 }, 0],
  ])('of %o is %i', (changes, left) => expect(leftToday(deck(changes))).toBe(left))
})

describe('the last days', () => {
  it('end today, and those without an answer are nothing', () => {
    const past = [{ day: '2026-11-22', right: 2, wrong: 1 }]
    expect(lastDays(deck({ past }), 3)).toEqual([
      { day: '2026-11-21', right: 0, wrong: 0 },
      { day: '2026-11-22', right: 2, wrong: 1 },
      { day: '2026-11-23', right: 0, wrong: 0 },
    ])
  })
})
