import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Backend } from './backend.ts'
import { startJobs } from './jobs.ts'
import type { createLog } from './log.ts'

type Log = ReturnType<typeof createLog>

const SITE = 'https://academy.test'
const warn = vi.fn()
const info = vi.fn()
const send = vi.fn()
const failed = vi.fn()
const worked = vi.fn()
let state = 'mails leave'
const mail = { health: () => ({ state }), failed, worked }
const backend = { embedded: { fetch: send, mail }, serviceRoleKey: 'service-key' } as unknown as Backend
const start = (on: Backend = backend) => startJobs(on, SITE, { warn, info } as unknown as Log)
const called = () => send.mock.calls.map(([request]) => new URL((request as Request).url).pathname)

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T10:16:58Z') })
  warn.mockReset()
  info.mockReset()
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
  ['10:29:58', '/rest/v1/rpc/audit_anchor'],
  ['10:30:28', '/rest/v1/rpc/sum_up_days'],
  ['10:30:43', '/rest/v1/rpc/sum_up_analytics'],
  ['10:30:13', '/functions/v1/quiz-attempts'],
  ['10:30:18', '/rest/v1/rpc/queue_occasions'],
  ['11:03:23', '/rest/v1/rpc/queue_weekly_mails'],
  ['10:30:58', undefined],
])(
  'every hour accounts that are due go, old rows are forgotten and visits become sums; mails leave all the time (%s)',
  async (time, also) => {
    vi.setSystemTime(`2026-11-21T${time}Z`)
    const jobs = start()
    await vi.advanceTimersByTimeAsync(3_000)
    const asked = [...new Set(called())].sort()
    const always = [
      '/functions/v1/deliver-campaigns',
      '/functions/v1/deliver-mail',
      '/rest/v1/rpc/run_content_schedules',
    ]
    expect(asked).toEqual([...always, ...(also ? [also] : [])].sort())
    const request = send.mock.calls[0]?.[0] as Request
    expect([request.method, request.headers.get('authorization')]).toEqual(['POST', 'Bearer service-key'])
    jobs.stop()
    send.mockClear()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(send).not.toHaveBeenCalled()
  },
)

test('a job that fails comes again, and is told once until it works', async () => {
  const message = 'The outbox could not be read'
  send.mockImplementation(async () => Response.json({ message }, { status: 503 }))
  const jobs = start()
  await vi.advanceTimersByTimeAsync(10_000)
  const job = 'deliver the mails of the product'
  const ofDelivery = (calls: unknown[][]) => calls.filter(([details]) => (details as { job: string }).job === job)
  expect(ofDelivery(warn.mock.calls)).toEqual([[{ job, status: 503, answer: message }, 'a job failed']])
  expect(called().length).toBeGreaterThan(2)
  expect(jobs.runs()[job]).toMatchObject({
    failure: `503 ${message}`,
    ran_at: expect.stringContaining('2026-11-21T10:17:0'),
  })
  send.mockImplementation(async () => Response.json({ sent: 0, failed: 0 }))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(ofDelivery(info.mock.calls)).toEqual([[{ job }, 'a job works again']])
  expect(jobs.runs()[job]?.failure).toBeNull()
  expect(jobs.runs()['sum up visits']).toEqual({ next_at: '2026-11-21T10:37:00.000Z' })
  jobs.stop()
})

test('what became of the mails is told, and without a mail server there is no delivery', async () => {
  const reasons = [{ failure: '535 refused', failure_kind: 'temporary' }]
  send.mockImplementationOnce(async () => Response.json({ sent: 1, failed: 1, reasons }))
  send.mockImplementation(async () => Response.json({ sent: 1, failed: 0 }))
  const jobs = start()
  await vi.advanceTimersByTimeAsync(10_000)
  jobs.stop()
  expect(failed.mock.calls).toEqual([[{ kind: 'temporary', error: '535 refused' }]])
  expect(worked).toHaveBeenCalledOnce()
  send.mockClear()
  state = 'no mail server'
  const without = start()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(called()).not.toContain('/functions/v1/deliver-mail')
  without.stop()
  state = 'mails leave'
})

test('a real Supabase project has jobs of its own', async () => {
  const jobs = start({ ...backend, embedded: undefined } as unknown as Backend)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(send).not.toHaveBeenCalled()
  jobs.stop()
})

test('the end of the audit log is noted when it moved', async () => {
  vi.setSystemTime('2026-11-21T10:29:58Z')
  send.mockImplementation(async (request: Request) =>
    Response.json(request.url.endsWith('audit_anchor') ? '7:ab' : { sent: 0 }),
  )
  const jobs = start()
  await vi.advanceTimersByTimeAsync(1_300_000)
  jobs.stop()
  expect(called().filter((path) => path.endsWith('audit_anchor')).length).toBeGreaterThan(1)
  expect(info.mock.calls).toEqual([[{ anchor: '7:ab' }, 'the audit log ends here']])
})
