import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type PlannedCard, planNext } from './plan.ts'

const FRESH: PlannedCard = {
  reviews: 0,
  lapses: 0,
  stability: null,
  difficulty: null,
  reviewed_on: null,
  due_on: '2026-01-01',
}
const addDays = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

type Said = 'right' | 'unsure' | 'wrong'
const answer = (said: Said) => ({
  correct: said !== 'wrong',
  confidence: said === 'unsure' ? ('unsure' as const) : ('sure' as const),
})

/** Days from each answer to the next, when each is given on the day on which it is asked. */
function waits(said: readonly Said[]): number[] {
  let card = FRESH
  return said.map((one) => {
    const { days, ...next } = planNext(card, answer(one), card.due_on)
    card = { ...next, reviews: card.reviews + 1, reviewed_on: card.due_on, due_on: addDays(card.due_on, days) }
    return days
  })
}

describe('when a question comes back', () => {
  test('after right answers later and later, at most after a year', () => {
    expect(waits(['right', 'right', 'right', 'right', 'right', 'right'])).toEqual([3, 14, 57, 196, 365, 365])
  })

  test('after a wrong one tomorrow, and the way up begins anew', () => {
    expect(waits(['right', 'right', 'right', 'wrong', 'right']).slice(3)).toEqual([
      expect.any(Number),
      expect.any(Number),
    ])
    const [, , , afterWrong = 0, again = 0] = waits(['right', 'right', 'right', 'wrong', 'right'])
    expect(afterWrong).toBeLessThan(7)
    expect(again).toBeLessThan(57)
    expect(waits(['wrong', 'wrong', 'wrong'])).toEqual([1, 1, 1])
  })

  test('right but unsure comes back before right and sure', () => {
    const unsure = waits(['unsure', 'unsure', 'unsure'])
    for (const [index, days] of waits(['right', 'right', 'right']).entries()) expect(unsure[index]).toBeLessThan(days)
  })

  test('is a whole day from tomorrow to a year, whatever was answered and however late', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom<Said>('right', 'unsure', 'wrong'), fc.nat(900)), {
          minLength: 1,
          maxLength: 40,
        }),
        (answers) => {
          let card = FRESH
          for (const [said, late] of answers) {
            const day = addDays(card.due_on, late)
            const { days, ...next } = planNext(card, answer(said), day)
            expect(Number.isInteger(days) && days >= 1 && days <= 365).toBe(true)
            expect(next.stability).toBeGreaterThan(0)
            expect(next.difficulty).toBeGreaterThanOrEqual(1)
            expect(next.difficulty).toBeLessThanOrEqual(10)
            card = { ...next, reviews: card.reviews + 1, reviewed_on: day, due_on: addDays(day, days) }
          }
        },
      ),
    )
  })
})
