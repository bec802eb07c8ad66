import { expect, test } from 'vitest'
import { afterFailure, GIVE_UP_AFTER_S } from './backoff.ts'

const temporary = { kind: 'temporary', error: '451' } as const
const middle = 0.5

test('waits longer after every try, up to an hour', () => {
  const delays = [1, 2, 3, 4, 5, 6, 50].map((attempt) => afterFailure(temporary, attempt, 0, middle))
  expect(delays.map((outcome) => 'delayS' in outcome && outcome.delayS)).toEqual([5, 30, 120, 600, 3600, 3600, 3600])
})

test('waits at most two minutes while no server answers', () => {
  const outcome = afterFailure({ kind: 'unreachable', error: 'ECONNREFUSED' }, 40, 0, middle)
  expect(outcome).toMatchObject({ status: 'queued', delayS: 120 })
})

test('spreads the tries by a fifth to both sides', () => {
  const delays = [0, 1].map((random) => afterFailure(temporary, 3, 0, random))
  expect(delays.map((outcome) => 'delayS' in outcome && Math.round(outcome.delayS))).toEqual([96, 144])
})

test('gives up at a permanent refusal, and after a day', () => {
  expect(afterFailure({ kind: 'permanent', error: '550' }, 1, 0).status).toBe('abandoned')
  expect(afterFailure(temporary, 9, GIVE_UP_AFTER_S - 1).status).toBe('queued')
  expect(afterFailure(temporary, 9, GIVE_UP_AFTER_S).status).toBe('abandoned')
})
