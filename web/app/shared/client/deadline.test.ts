import { afterEach, expect, it, vi } from 'vitest'
import { listInTime, withinTime } from './deadline'

afterEach(() => void vi.useRealTimers())

const never = () => new Promise<List>(() => undefined)
type List = { error: string | null }
const failed: List = { error: 'Error fetching courses' }

it('[4-47] [9-25] [8-36] a list that does not come within 8 s counts as failed', async () => {
  vi.useFakeTimers()
  const answer = vi.fn()
  void listInTime(never, failed).then(answer)
  await vi.advanceTimersByTimeAsync(7_999)
  expect(answer).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(answer).toHaveBeenCalledExactlyOnceWith(failed)
})

it('[8-36] a list that cannot be reached counts as failed; a page that is not there stays that', async () => {
  expect(await listInTime<List>(() => Promise.reject(new TypeError('Failed to fetch')), failed)).toBe(failed)
  const missing = { status: 404, statusText: '', internal: false, data: null }
  await expect(listInTime<List>(() => Promise.reject(missing), failed)).rejects.toBe(missing)
  expect(await listInTime<List>(async () => ({ error: null }), failed)).toEqual({ error: null })
})

it('tells the work that its time is over', async () => {
  vi.useFakeTimers()
  const onAbort = vi.fn()
  const late = withinTime(50, (signal) => new Promise(() => signal.addEventListener('abort', onAbort)))
  const outcome = expect(late).rejects.toThrow('no answer within 50 ms')
  await vi.advanceTimersByTimeAsync(50)
  await outcome
  expect(onAbort).toHaveBeenCalledOnce()
})
