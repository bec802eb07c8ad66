import { afterEach, expect, test, vi } from 'vitest'
import { createSummary, failureLine } from './summary.mjs'

afterEach(() => void vi.restoreAllMocks())

test('the end of a run names what failed, and what passed only at the second try', async () => {
  const output = vi.spyOn(console, 'log').mockReturnValue()
  const { part, close } = createSummary()
  await part('units', async () => ({ passed: 2, failed: 0 }))
  expect(close()).toBe(0)
  expect(output.mock.calls.join('\n')).not.toContain('FAILED')
  const failures = [failureLine('a.test.ts is so', '\u001b[31mError: it is not\u001b[39m\n  at a.test.ts:1')]
  await part('journeys', async () => ({ passed: 3, failed: 1, failures, atSecondTry: ['b.spec.ts'] }))
  expect(close()).toBe(1)
  const end = output.mock.calls.join('\n')
  expect(end).toContain('FAILED\n  journeys: a.test.ts is so: Error: it is not\n')
  expect(end).toContain('at the second try: find out why\n  journeys: b.spec.ts\n')
  expect(output).toHaveBeenLastCalledWith('\n5 passed, 1 failed')
})
