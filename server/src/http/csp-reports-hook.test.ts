import { expect, test } from 'vitest'
import { createCspReports, cspReports } from './csp-reports-hook.ts'

const SITE = 'https://academy.example'

/** The endpoint with a clock of its own, and what it logs. */
function endpoint() {
  const clock = { ms: 0 }
  const lines: unknown[] = []
  const take = createCspReports(SITE, { warn: (line: unknown) => void lines.push(line) }, () => clock.ms)
  return { take, lines, clock }
}

const report = (directive: string, page = '/news') => ({
  'csp-report': { 'document-uri': SITE + page, 'blocked-uri': 'inline', 'effective-directive': directive },
})

function post(body: unknown, type = 'application/csp-report'): Request {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return new Request(`${SITE}/csp-reports`, { method: 'POST', body: text, headers: { 'content-type': type } })
}

const countOf = async (directive: string) =>
  (await cspReports.get()).values.find(({ labels }) => labels.directive === directive)?.value ?? 0

test('each kind is logged once an hour, and all are counted', async () => {
  const { take, lines, clock } = endpoint()
  const before = await countOf('font-src')
  for (const _ of [1, 2, 3]) expect((await take(post(report('font-src')), '192.0.2.1')).status).toBe(204)
  const list = [{ type: 'csp-violation', body: { documentURL: `${SITE}/`, effectiveDirective: 'font-src' } }]
  expect((await take(post(list, 'application/reports+json; charset=utf-8'), '192.0.2.1')).status).toBe(204)
  expect(lines).toEqual([
    { directive: 'font-src', blocked: 'inline', page: '/news', source: '' },
    { directive: 'font-src', blocked: '', page: '/', source: '' },
  ])
  expect((await countOf('font-src')) - before).toBe(4)
  clock.ms += 3_600_000
  await take(post(report('font-src')), '192.0.2.1')
  expect(lines).toHaveLength(3)
})

test.each([
  [415, '{}', 'application/json'],
  [415, '{}', 'text/plain'],
  [400, '{', 'application/csp-report'],
  [413, JSON.stringify(report('x'.repeat(70_000))), 'application/csp-report'],
])('refuses with %i what is no report or is too large', async (status, body, type) => {
  const { take, lines } = endpoint()
  const answer = await take(post(body, type), '192.0.2.1')
  expect([answer.status, answer.headers.get('cache-control'), lines]).toEqual([status, 'no-store', []])
})

test('one caller has a share, and many have one together', async () => {
  const { take } = endpoint()
  const send = async (address: string) => (await take(post(report('img-src')), address)).status
  const own: number[] = []
  for (let sent = 0; sent < 100; sent++) own.push(await send('192.0.2.7'))
  expect(own.filter((status) => status === 204)).toHaveLength(30)
  expect(own.at(-1)).toBe(429)
  expect(await send('192.0.2.8')).toBe(204)
  const all: number[] = []
  for (let sent = 0; sent < 600; sent++) all.push(await send(`10.0.${sent >> 8}.${sent & 255}`))
  expect(all.filter((status) => status === 204).length).toBeLessThanOrEqual(300)
})

test('what is made up fills neither the log nor the counter', async () => {
  const { take, lines, clock } = endpoint()
  const made = Array.from({ length: 400 }, (_, at) =>
    [...'abcdefghijklmnopqrst'].map((letter, place) => ((at >> place) & 1 ? letter : 'z')).join(''),
  )
  for (const directive of made) {
    clock.ms += 2_000
    await take(post(report(directive)), '192.0.2.9')
  }
  expect(lines).toHaveLength(101)
  expect(lines.at(-1)).toEqual({ kinds: 100 })
  const { values } = await cspReports.get()
  expect(values.every(({ labels }) => /^(other|[a-z]+-src(-elem|-attr)?)$/.test(String(labels.directive)))).toBe(true)
})
