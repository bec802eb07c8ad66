import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ServedAcademy } from './support/served-academy.ts'

let academy: ServedAcademy
/** Addresses of files: of the public bucket, of a private one by signed link and by right, and of the build. */
let files: { open: string; signed: string; held: string; asset: string }

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

beforeAll(async () => {
  academy = await ServedAcademy.open('warn')
  const key = academy.serviceRoleKey
  const put = async (name: string, type: string) => {
    const headers = { authorization: `Bearer ${key}`, apikey: key, 'content-type': type }
    const answer = await fetch(`${academy.url}/storage/v1/object/${name}`, { method: 'POST', headers, body: PICTURE })
    if (!answer.ok) throw new Error(await answer.text())
  }
  await put('images/seen.png', 'image/png')
  await put('lesson-files/kept.pdf', 'application/pdf')
  const signing = await academy.ask<{ signedURL: string }>('/storage/v1/object/sign/lesson-files/kept.pdf', {
    expiresIn: 60,
  })
  const page = await (await fetch(academy.url)).text()
  files = {
    open: '/storage/v1/object/public/images/seen.png',
    signed: `/storage/v1${signing.body.signedURL}`,
    held: '/storage/v1/object/authenticated/lesson-files/kept.pdf',
    asset: /\/assets\/[\w.-]+\.js/.exec(page)?.[0] ?? '',
  }
})
afterAll(() => academy?.close())

type Asked = { headers?: Record<string, string>; method?: string; body?: string }
const ask = (path: string, { headers = {}, method = 'GET', body }: Asked = {}) =>
  fetch(academy.url + path, { method, headers, redirect: 'manual', ...(body ? { body } : {}) })

const OF_EVERY_ANSWER = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': expect.stringMatching(/^(strict-origin-when-cross-origin|no-referrer)$/),
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
}

function expectHeaders(answer: Response, resourcePolicy: string): void {
  const headers = Object.fromEntries(answer.headers)
  expect(headers).toMatchObject({ ...OF_EVERY_ANSWER, 'cross-origin-resource-policy': resourcePolicy })
  expect(headers['content-security-policy']).toMatch(/^default-src '(none|self)'.*/)
}

describe('every kind of answer is for our own pages alone, and has the headers of all', () => {
  const anon = () => ({ apikey: academy.anonKey, authorization: `Bearer ${academy.anonKey}` })
  const json = { 'content-type': 'application/json' }
  test.each<[string, number, () => [string, Asked?]]>([
    ['a page, rendered', 200, () => ['/courses']],
    ['a page, kept', 200, () => ['/courses']],
    ['the head of a page', 200, () => ['/courses', { method: 'HEAD' }]],
    ['data of a page', 200, () => ['/courses.data']],
    ['a page that is not there', 404, () => ['/no/such/page']],
    ['a page of the staff', 200, () => ['/admin/login']],
    ['another spelling', 301, () => ['/Courses/']],
    ['an asset', 200, () => [files.asset]],
    ['an asset, compressed', 200, () => [files.asset, { headers: { 'accept-encoding': 'gzip' } }]],
    ['an asset that is not there', 404, () => ['/assets/gone.js']],
    ['the manifest', 200, () => ['/manifest.webmanifest']],
    ['robots', 200, () => ['/robots.txt']],
    ['the feed', 200, () => ['/rss.xml']],
    ['the map of the site', 200, () => ['/sitemap.xml']],
    ['health', 200, () => ['/health']],
    ['readiness', 200, () => ['/ready']],
    ['a method that pages have not', 405, () => ['/courses', { method: 'PUT' }]],
    [
      'a form of nothing',
      400,
      () => ['/csp-reports', { method: 'POST', headers: { 'content-type': 'application/csp-report' }, body: '{' }],
    ],
    ['another host', 421, () => ['/', { headers: { host: 'elsewhere.example' } }]],
    ['REST', 200, () => ['/rest/v1/courses?select=id', { headers: anon() }]],
    ['REST, refused', 401, () => ['/rest/v1/users?select=id', { headers: anon() }]],
    ['REST, mistaken', 400, () => ['/rest/v1/courses?select=(', { headers: anon() }]],
    [
      'a preflight',
      200,
      () => ['/rest/v1/courses', { method: 'OPTIONS', headers: { origin: 'https://elsewhere.example' } }],
    ],
    ['sign-in', 200, () => ['/auth/v1/settings', { headers: anon() }]],
    ['sign-in, refused', 403, () => ['/auth/v1/user', { headers: { apikey: academy.anonKey } }]],
    ['sign-in without a key', 401, () => ['/auth/v1/user']],
    ['a link of a mail that is none', 303, () => ['/auth/v1/verify?token=x&type=magiclink']],
    ['a function', 401, () => ['/functions/v1/quiz-attempts', { method: 'POST', headers: json, body: '{}' }]],
    ['a function that is not there', 404, () => ['/functions/v1/none', { headers: anon() }]],
    ['a service that is not there', 404, () => ['/realtime/v1/']],
    ['a private file by a signed link', 200, () => [files.signed]],
    ['a range of it', 206, () => [files.signed, { headers: { range: 'bytes=0-3' } }]],
    ['a range that it has not', 416, () => [files.signed, { headers: { range: 'bytes=9999-' } }]],
    ['one that the browser has', 304, () => [files.signed, { headers: { 'if-none-match': '*' } }]],
    ['a private file, refused', 400, () => [files.held, { headers: anon() }]],
    ['the end of a session', 204, () => ['/signed-out', { method: 'POST' }]],
  ])('%s', async (_, status, request) => {
    const [path, asked] = request()
    const answer = path === '/' ? await askAs('elsewhere.example') : await ask(path, asked)
    expect([path, answer.status]).toEqual([path, status])
    expectHeaders(answer, 'same-origin')
  })
})

test.each(['', '?width=100', '?download'])('pictures of public buckets may be shown elsewhere: %s', async (query) => {
  expectHeaders(await ask(files.open + query), 'cross-origin')
  expectHeaders(await ask(files.open + query, { headers: { 'if-none-match': '*' } }), 'cross-origin')
  expectHeaders(await ask(files.open + query, { headers: { range: 'bytes=0-1' } }), 'cross-origin')
})

test.each(['/social.png', '/favicon.ico', '/favicon.svg', '/icon-512.png', '/apple-touch-icon.png', '/course.svg'])(
  'previews and icons of the site may be shown elsewhere: %s',
  async (path) => expectHeaders(await ask(path), 'cross-origin'),
)

test.each([
  '/storage/v1/object/public/../authenticated/lesson-files/kept.pdf',
  '/storage/v1/object/public/%2e%2e/sign/lesson-files/kept.pdf?token=x',
  '/storage/v1/object/authenticated/lesson-files/kept.pdf?/storage/v1/object/public/x',
  '/x/favicon.ico',
])('an address that only looks like a public picture opens nothing to others: %s', async (path) => {
  const answer = await raw(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  expect(answer).toMatch(/cross-origin-resource-policy: same-origin/i)
})

test('what is kept of one person stays on no disk, and a page names where its policy is reported', async () => {
  const rest = await ask('/rest/v1/courses?select=id', { headers: { apikey: academy.anonKey } })
  expect(rest.headers.get('cache-control')).toBe('no-store')
  const page = await ask('/courses')
  expect(page.headers.get('reporting-endpoints')).toBe('csp="/csp-reports"')
  expect(page.headers.get('content-security-policy')).toMatch(/; report-uri \/csp-reports; report-to csp$/)
})

test('a report of a browser is taken and logged, without what could name a person', async () => {
  const site = academy.url.replace('127.0.0.1', 'localhost')
  const body = { documentURL: `${site}/courses?person=7`, blockedURL: 'inline', effectiveDirective: 'script-src-elem' }
  const headers = { 'content-type': 'application/reports+json', origin: site }
  const report = JSON.stringify([{ type: 'csp-violation', age: 1, body }])
  expect((await ask('/csp-reports', { method: 'POST', headers, body: report })).status).toBe(204)
  await expect.poll(() => academy.written()).toContain('the content security policy blocked something')
  expect(academy.written()).toContain('"page":"/courses"')
  expect(academy.written()).not.toContain('person=7')
})

test('after a sign-out the cache is forgotten, and nothing that waits to be sent', async () => {
  const answer = await ask('/signed-out', { method: 'POST' })
  expect([answer.headers.get('clear-site-data'), answer.headers.get('cache-control')]).toEqual(['"cache"', 'no-store'])
  const foreign = await ask('/signed-out', { method: 'POST', headers: { origin: 'https://elsewhere.example' } })
  expect([foreign.status, foreign.headers.get('clear-site-data')]).toEqual([403, null])
  for (const path of ['/', '/courses', files.asset]) expect((await ask(path)).headers.get('clear-site-data')).toBeNull()
})

test.each(['Host: a\r\nHost: b\r\n', 'Host: xn--a.example/\r\n'])('a request without one host: %j', async (host) => {
  const answer = await raw(`GET / HTTP/1.1\r\n${host}Connection: close\r\n\r\n`)
  expect(answer).toMatch(/^HTTP\/1.1 400/)
  expect(answer).toMatch(/cross-origin-resource-policy: same-origin/i)
})

async function askAs(host: string): Promise<Response> {
  const text = await raw(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
  const [head = ''] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = lines.map((line): [string, string] => [
    line.slice(0, line.indexOf(':')),
    line.slice(line.indexOf(':') + 1).trim(),
  ])
  return new Response(null, { status: Number(first.split(' ')[1]), headers })
}

/** Sends bytes as they are, and gives all that comes back. */
function raw(request: string): Promise<string> {
  const { hostname, port } = new URL(academy.url)
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(Number(port), hostname, () => socket.write(request))
    socket.setEncoding('utf8').on('data', (part) => (answer += part))
    socket.once('error', reject).once('close', () => resolve(answer))
  })
}
