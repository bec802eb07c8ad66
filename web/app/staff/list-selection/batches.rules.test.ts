import { expect, it } from 'vitest'
import { NOT_TRIED, type RowOutcome, runBatches } from './batches.rules'

const ids = ['a', 'b', 'c', 'd', 'e']
const changed = (some: string[]): RowOutcome[] => some.map((id) => ({ id, outcome: 'changed' }))
const codeOf = () => 'NETWORK_ERROR'
const quiet = () => undefined

it('tries every row once, in batches, and says how far it is', async () => {
  const [batches, progress]: [string[][], number[]] = [[], []]
  const outcomes = await runBatches(ids, {
    size: 2,
    run: async (some) => {
      batches.push(some)
      return changed(some)
    },
    onProgress: (done) => progress.push(done),
    signal: new AbortController().signal,
    codeOf,
  })
  expect(batches).toEqual([['a', 'b'], ['c', 'd'], ['e']])
  expect(progress).toEqual([2, 4, 5])
  expect(outcomes).toEqual(changed(ids))
})

it('stops between two batches, and says of the rest that it was not tried', async () => {
  const stopper = new AbortController()
  const outcomes = await runBatches(ids, {
    size: 2,
    run: async (some) => changed(some),
    onProgress: () => stopper.abort(),
    signal: stopper.signal,
    codeOf,
  })
  expect(outcomes.map(({ outcome, code }) => code ?? outcome)).toEqual([
    'changed',
    'changed',
    NOT_TRIED,
    NOT_TRIED,
    NOT_TRIED,
  ])
})

it('ends with the batch that failed, and says why', async () => {
  const outcomes = await runBatches(ids, {
    size: 2,
    run: async (some) => (some.includes('c') ? Promise.reject(new Error('gone')) : changed(some)),
    onProgress: quiet,
    signal: new AbortController().signal,
    codeOf,
  })
  expect(outcomes.map(({ outcome, code }) => code ?? outcome)).toEqual([
    'changed',
    'changed',
    'NETWORK_ERROR',
    'NETWORK_ERROR',
    NOT_TRIED,
  ])
})
