import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startSecurityEvents } from './security-events.ts'

const send = vi.fn()
const warn = vi.fn()
const info = vi.fn()
beforeEach(() => {
  vi.useFakeTimers()
  for (const call of [send, warn, info]) call.mockReset()
  send.mockImplementation(async () => Response.json(1))
})
afterEach(() => {
  vi.useRealTimers()
})

type Event = { kind: string; what: string; account?: string; address: string; count: number }
const backend = { embedded: {}, serviceRoleKey: 'key', publicUrl: '', fetch: send } as never
const start = (on = backend) => startSecurityEvents(on, 'https://academy.test', { warn, info } as never)
const sent = (at: number): Event[] => JSON.parse(send.mock.calls[at]?.[1].body).events
const refused = async () => new Response(null, { status: 403, headers: { 'x-sb-error-code': 'otp_expired' } })

function verify(email: string, init: RequestInit = {}) {
  const body = JSON.stringify({ email, token: '000000', type: 'email' })
  const headers = { 'content-type': 'application/json', 'content-length': String(body.length) }
  return new Request('https://academy.test/auth/v1/verify', { method: 'POST', body, headers, ...init })
}
const from = (clientAddress: string) => ({ clientAddress })

test('the same of one caller goes as one line with its count, every five seconds', async () => {
  const events = start()
  for (let at = 0; at < 40; at++) await events.watch(verify('d@e.org'), from('192.0.2.1'), refused)
  await events.watch(verify('d@e.org'), from('192.0.2.2'), refused)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(send.mock.calls[0]?.[0]).toBe('https://academy.test/rest/v1/rpc/note_security_events')
  expect(sent(0).map(({ kind, account, address, count }) => [kind, account, address, count])).toEqual([
    ['code', 'd@e.org', '192.0.2.1', 40],
    ['code', 'd@e.org', '192.0.2.2', 1],
  ])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(send).toHaveBeenCalledTimes(1)
  await events.stop()
})

test('a flood of different ones takes no more room than the bound, and is counted by kind', async () => {
  const events = start()
  for (let at = 0; at < 5_000; at++) await events.watch(verify(`d${at}@e.org`), from(`198.51.100.${at % 250}`), refused)
  await vi.advanceTimersByTimeAsync(0)
  await events.stop()
  expect(sent(0).length).toBeLessThanOrEqual(200)
  expect(sent(0).reduce((sum, { count }) => sum + count, 0)).toBe(5_000)
  expect(sent(0).at(-1)).toMatchObject({ kind: 'code', what: '', address: '' })
  expect(JSON.stringify(sent(0))).not.toContain('000000')
})

test('a database that takes none loses none, holds nobody up and is logged once', async () => {
  const events = start()
  send.mockImplementation(async () => new Response('away', { status: 503 }))
  for (let at = 0; at < 3; at++) {
    const answer = await events.watch(verify('d@e.org'), from('192.0.2.1'), refused)
    expect(answer.status).toBe(403)
    await vi.advanceTimersByTimeAsync(5_000)
  }
  expect(warn).toHaveBeenCalledTimes(1)
  send.mockImplementation(async () => Response.json(1))
  await events.stop()
  expect(sent(send.mock.calls.length - 1)).toMatchObject([{ count: 3 }])
  expect(info).toHaveBeenCalledTimes(1)
})

test('an answer waits for no line: not for one that is being sent, nor for a body that never ends', async () => {
  const events = start()
  send.mockImplementation(() => new Promise(() => undefined))
  await events.watch(verify('d@e.org'), from('192.0.2.1'), refused)
  await vi.advanceTimersByTimeAsync(5_000)
  let fail: (error: Error) => void = () => undefined
  const body = new ReadableStream({
    start(controller) {
      fail = (error) => controller.error(error)
    },
  })
  const slow = verify('', { body, duplex: 'half' } as RequestInit)
  expect((await events.watch(slow, from('192.0.2.9'), refused)).status).toBe(403)
  fail(new Error('aborted'))
})

test('who takes the body back is noted all the same', async () => {
  const events = start()
  const body = new ReadableStream({ start: (controller) => controller.error(new Error('aborted')) })
  await events.watch(verify('', { body, duplex: 'half' } as RequestInit), from('192.0.2.9'), refused)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(sent(0)).toMatchObject([{ kind: 'code', address: '192.0.2.9', count: 1 }])
  await events.stop()
})

test('bodies that are large or name nobody are read once, by whom they are for', async () => {
  const events = start()
  const large = verify('d@e.org', { headers: { 'content-length': '3000' } })
  const row = new Request('https://academy.test/rest/v1/rpc/x', {
    method: 'POST',
    body: '{}',
    headers: { 'content-length': '2' },
  })
  for (const request of [large, row]) {
    const clone = vi.spyOn(request, 'clone')
    await events.watch(request, from('192.0.2.1'), async (given) => Response.json(await given.text()))
    expect(clone).not.toHaveBeenCalled()
  }
  await events.stop()
})

test('of a project elsewhere nothing is noted', async () => {
  const events = start({ serviceRoleKey: 'key', fetch: send } as never)
  await events.watch(verify('d@e.org'), from('192.0.2.1'), refused)
  await events.stop()
  expect(send).not.toHaveBeenCalled()
})
