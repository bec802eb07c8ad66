import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Backend } from './backend.ts'
import { startJobs } from './jobs.ts'
import type { createLog } from './log.ts'

type Log = ReturnType<typeof createLog>

const SITE = 'https://academy.test'
const warn = vi.fn()
const send = vi.fn()
const backend = { embedded: { fetch: send }, serviceRoleKey: 'service-key' } as unknown as Backend
const start = (on: Backend = backend) => startJobs(on, SITE, { warn } as unknown as Log)
const called = () => send.mock.calls.map(([request]) => new URL((request as Request).url).pathname)

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T10:16:58Z') })
  warn.mockReset()
  send.mockReset().mockImplementation(async () => Response.json(0))
})
afterEach(() => vi.useRealTimers())

test.each([
  ['10:16:58', '/rest/v1/rpc/purge_deleted_accounts'],
  ['11:16:58', '/rest/v1/rpc/purge_deleted_accounts'],
  ['10:46:58', '/rest/v1/rpc/forget_old_rows'],
  ['10:26:58', '/rest/v1/rpc/forget_registrations'],
  ['11:46:58', '/rest/v1/rpc/forget_old_rows'],
  ['10:36:58', '/rest/v1/rpc/sum_up_visits'],
  ['11:36:58', '/rest/v1/rpc/sum_up_visits'],
  ['10:30:58', undefined],
])(
  'every hour accounts that are due go, old rows are forgotten and visits become sums; mails leave all the time (%s)',
  async (time, also) => {
    vi.setSystemTime(`2026-11-21T${time}Z`)
    const jobs = start()
    await vi.advanceTimersByTimeAsync(3_000)
    expect(called().sort()).toEqual(['/functions/v1/deliver-mail', ...(also ? [also] : [])])
    const request = send.mock.calls[0]?.[0] as Request
    expect([request.method, request.headers.get('authorization')]).toEqual(['POST', 'Bearer service-key'])
    jobs.stop()
    send.mockClear()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(send).not.toHaveBeenCalled()
  },
)

test('a job that fails is told in the log and comes again', async () => {
  send.mockImplementation(async () => new Response('', { status: 503 }))
  const jobs = start()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(warn).toHaveBeenCalledWith({ job: 'deliver the mails of the product', status: 503 }, 'a job failed')
  expect(called().length).toBeGreaterThan(2)
  jobs.stop()
})

test('a real Supabase project has jobs of its own', async () => {
  const jobs = start({ ...backend, embedded: undefined } as unknown as Backend)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(send).not.toHaveBeenCalled()
  jobs.stop()
})
