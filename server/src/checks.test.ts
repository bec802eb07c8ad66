import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Backend } from './backend.ts'
import { startChecks } from './checks.ts'
import type { createLog } from './log.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('what begins and ends to be wrong is told once each, whether anybody asks or not', async () => {
  let disk = 'ok'
  const error = vi.fn()
  const info = vi.fn()
  const readiness = async () => ({ ready: disk === 'ok', checks: { database: 'ok', disk, mail: 'fails' } })
  const checks = startChecks(
    { embedded: { readiness } } as unknown as Backend,
    { error, info } as unknown as ReturnType<typeof createLog>,
  )
  await vi.advanceTimersByTimeAsync(60_000)
  expect(error).not.toHaveBeenCalled()
  disk = 'full: 3 MB are left'
  await vi.advanceTimersByTimeAsync(60_000)
  const details = { check: 'disk', state: disk, alarm: 'check: disk' }
  expect(error.mock.calls).toEqual([[details, 'is not ready']])
  disk = 'ok'
  await vi.advanceTimersByTimeAsync(60_000)
  expect(info.mock.calls).toEqual([[{ check: 'disk' }, 'is well again']])
  checks.stop()
})
