import { createHmac, randomBytes } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { hookKeys, type SignedCall, signedHook } from './signed-hook.ts'

const CALLER = '192.0.2.1'
const NOW = 1_780_000_000
const OLD = `whsec_${randomBytes(32).toString('base64')}`
const NEW = `whsec_${randomBytes(24).toString('base64')}`

const sign = (body: string | Uint8Array, secret = NEW, id = 'msg_1', timestamp = String(NOW)) => {
  const key = Buffer.from(secret.slice(6), 'base64')
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${digest}` }
}
const post = (body: BodyInit, headers: Record<string, string>) =>
  new Request('http://academy.test/hooks/x', { method: 'POST', body, headers })

function open(secrets = `${OLD} ${NEW}`) {
  const answer = vi.fn(async (_call: SignedCall) => new Response('taken'))
  const hook = signedHook({ secrets, mostBytes: 1_000, now: () => NOW * 1_000 }, answer)
  return { answer, hook: (call: Parameters<typeof hook>[0], caller = CALLER) => hook(call, caller) }
}

test.each([
  ['the old secret', OLD],
  ['the new one', NEW],
])('hands on what is signed with %s, byte for byte', async (_which, secret) => {
  const { hook, answer } = open()
  const body = Buffer.from([0, 255, 13, 10, 128])
  expect(await (await hook(post(body, sign(body, secret)))).text()).toBe('taken')
  expect(answer.mock.calls[0]?.[0]).toMatchObject({ id: 'msg_1', body })
})

test('agrees with the example of the standard', async () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const answer = vi.fn(async () => new Response('taken'))
  const hook = signedHook({ secrets: secret, mostBytes: 1_000, now: () => 1_614_265_330_000 }, answer)
  const headers = {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  }
  expect((await hook(post('{"test": 2432232314}', headers), CALLER)).status).toBe(200)
})

test('takes one right signature among several, so that secrets can be changed', async () => {
  const { hook } = open(NEW)
  const right = sign('hello')
  const several = `v1,AAAA v2,x ${right['webhook-signature']}`
  expect((await hook(post('hello', { ...right, 'webhook-signature': several }))).status).toBe(200)
})

const signed = sign('hello')
test.each([
  ['no headers', 'hello', {}],
  ['no signature', 'hello', { ...signed, 'webhook-signature': '' }],
  ['another body', 'hello!', signed],
  ['another id', 'hello', { ...signed, 'webhook-id': 'msg_2' }],
  ['another time', 'hello', { ...signed, 'webhook-timestamp': String(NOW + 1) }],
  ['another secret', 'hello', sign('hello', `whsec_${randomBytes(32).toString('base64')}`)],
  ['a signature cut short', 'hello', { ...signed, 'webhook-signature': signed['webhook-signature'].slice(0, 20) }],
  ['another version', 'hello', { ...signed, 'webhook-signature': signed['webhook-signature'].replace('v1', 'v1a') }],
  ['five minutes and a second ago', 'hello', sign('hello', NEW, 'msg_1', String(NOW - 301))],
  ['in five minutes and a second', 'hello', sign('hello', NEW, 'msg_1', String(NOW + 301))],
  ['no number as time', 'hello', sign('hello', NEW, 'msg_1', 'NaN')],
  ['an id with spaces', 'hello', sign('hello', NEW, 'a b')],
  ['an id of 300 letters', 'hello', sign('hello', NEW, 'a'.repeat(300))],
])('refuses %s', async (_what, body, headers) => {
  const { hook, answer } = open()
  expect((await hook(post(body, headers as Record<string, string>))).status).toBe(401)
  expect(answer).not.toHaveBeenCalled()
})

test('takes what is five minutes off to the second', async () => {
  const { hook } = open()
  for (const off of [-300, 300])
    expect((await hook(post('hello', sign('hello', NEW, 'msg_1', String(NOW + off))))).status).toBe(200)
})

test('refuses more bytes than may be, said or not', async () => {
  const { hook, answer } = open()
  const body = 'x'.repeat(1_001)
  expect((await hook(post(body, { ...sign(body), 'content-length': '1001' }))).status).toBe(413)
  expect((await hook(post(body, sign(body)))).status).toBe(413)
  expect(answer).not.toHaveBeenCalled()
})

afterEach(() => void vi.useRealTimers())

/** A call whose body comes when it is let, and what is answered. */
function slowCall(hook: ReturnType<typeof open>['hook'], caller: string) {
  const gates: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>[] = []
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({ start: (gate) => void gates.push(gate) })
  const answer = hook({ headers: new Headers(sign('hello')), body }, caller).then(
    ({ status }) => status,
    () => 'broke off',
  )
  return {
    answer,
    send: (text: string) => gates[0]?.enqueue(Buffer.from(text)),
    end: () => gates[0]?.close(),
    cut: () => gates[0]?.error(new Error('the line was cut')),
  }
}

test('reads six at once, refuses the seventh for now, and forgets a body that broke off', async () => {
  const { hook } = open()
  const slow = Array.from({ length: 6 }, (_, at) => slowCall(hook, `192.0.2.${at + 10}`))
  await vi.waitFor(async () => expect((await hook(post('hello', sign('hello')))).status).toBe(503))
  slow[0]?.cut()
  for (const { send, end } of slow.slice(1)) {
    send('hello')
    end()
  }
  expect(await Promise.all(slow.map(({ answer }) => answer))).toEqual(['broke off', 200, 200, 200, 200, 200])
  expect((await hook(post('hello', sign('hello')))).status).toBe(200)
})

test('one caller has one place, and its next call waits for it', async () => {
  const { hook } = open()
  const slow = Array.from({ length: 5 }, (_, at) => slowCall(hook, `2001:db8::${at}`))
  expect((await hook(post('hello', sign('hello')))).status).toBe(200)
  expect((await hook(post('hello', sign('hello')), '2001:db8::9')).status).toBe(503)
  for (const { send, end } of slow) {
    send('hello')
    end()
  }
  expect(await Promise.all(slow.map(({ answer }) => answer))).toEqual([200, 200, 200, 200, 200])
})

test('gives up a body that does not come, and one that trickles', async () => {
  vi.useFakeTimers()
  const { hook } = open()
  const [silent, trickling] = [slowCall(hook, '192.0.2.10'), slowCall(hook, '192.0.2.11')]
  await vi.advanceTimersByTimeAsync(3_000)
  trickling.send('h')
  await vi.advanceTimersByTimeAsync(2_100)
  expect(await Promise.all([silent.answer, trickling.answer])).toEqual([503, 503])
})

test('reads a body of two megabytes that a slow line brings in seven seconds', async () => {
  vi.useFakeTimers()
  const parts = Array.from({ length: 16 }, () => Buffer.alloc(128 * 1024, 'x'))
  const hook = signedHook({ secrets: NEW, mostBytes: 4_000_000, now: () => NOW * 1_000 }, async ({ body }) =>
    Response.json(body.length),
  )
  const headers = new Headers(sign(Buffer.concat(parts)))
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async start(gate) {
      for (const part of parts) {
        await new Promise((resolve) => setTimeout(resolve, 450))
        gate.enqueue(part)
      }
      gate.close()
    },
  })
  const answer = hook({ headers, body }, CALLER)
  await vi.advanceTimersByTimeAsync(8_000)
  expect(await (await answer).json()).toBe(2 * 1024 * 1024)
})

test.each(['', 'whsec_', 'hello', `whsec_${randomBytes(23).toString('base64')}`, `${NEW} short`])(
  'takes no secret such as %j',
  (secrets) => expect(() => hookKeys(secrets)).toThrow('whsec_'),
)
