import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchStatement } from './slow-statement.ts'

/** A turn of the loop of events takes a millisecond of the clock that is made up. */
const A_TURN = 1

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a fast statement costs nothing; of a slow one what is beyond the free time', () => {
  const fast = watchStatement(undefined)
  const slow = watchStatement(undefined)
  vi.advanceTimersByTime(150)
  expect(fast.end()).toEqual({ slowMs: 0, gaveWay: false })
  vi.advanceTimersByTime(1_050 + A_TURN)
  expect(slow.end()).toEqual({ slowMs: 1_000, gaveWay: false })
})

test('of the time in which a statement waited for a processor a quarter counts, whatever the system tells', () => {
  const tookOneSecond = (waited: number[]) => {
    const statement = watchStatement(undefined, () => waited.shift() ?? 0)
    vi.advanceTimersByTime(1_200 + A_TURN)
    return statement.end().slowMs
  }
  expect(tookOneSecond([500, 1_300])).toBe(400)
  expect(tookOneSecond([0, 9_000])).toBe(250)
  expect(tookOneSecond([9_000, 0])).toBe(1_000)
})
