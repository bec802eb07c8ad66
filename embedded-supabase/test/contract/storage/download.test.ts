import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type StorageServer, startStorageServer } from '../../support/storage.ts'

const TEXT = '0123456789'

let server: StorageServer
beforeAll(async () => {
  server = await startStorageServer()
  const storage = server.storage('service')
  await storage.from('shared').upload('ten.txt', TEXT, { cacheControl: '60' })
  await storage.from('shared').upload('empty.txt', '')
  await storage.from('open').upload('ten.txt', TEXT, { cacheControl: '60' })
  for (const [name, contentType] of [
    ['page.html', 'text/html; charset=utf-8'],
    ['drawing.svg', 'image/svg+xml'],
    ['paper.pdf', 'application/pdf'],
  ] as const) {
    await storage.from('open').upload(name, '<script>alert(1)</script>', { contentType })
  }
})
afterAll(() => server.close())

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${server.url}/storage/v1/object/${path}`, {
    method,
    headers: { authorization: `Bearer ${server.keys.serviceRoleKey}`, ...headers },
  })

test('downloads as a Blob or as a stream', async () => {
  const from = server.storage('service').from('shared')
  expect(await (await from.download('ten.txt')).data?.text()).toBe(TEXT)
  const { data } = await from.download('ten.txt').asStream()
  expect(await new Response(data).text()).toBe(TEXT)
  expect((await from.download('never')).error).toMatchObject({
    message: 'Object not found',
    statusCode: '404',
    status: 400,
  })
})

test('tells size, type, age and tag', async () => {
  const response = await get('shared/ten.txt')
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-length': '10',
    'content-type': 'text/plain;charset=UTF-8',
    'accept-ranges': 'bytes',
    'cache-control': 'private, max-age=60',
    etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
    'last-modified': expect.stringContaining('GMT'),
  })
})

test('HEAD tells the same without the content', async () => {
  const response = await get('shared/ten.txt', {}, 'HEAD')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-length')).toBe('10')
  expect(await response.text()).toBe('')
  expect((await get('shared/never', {}, 'HEAD')).status).toBe(400)
})

test('exists and info answer for what is there and what is not', async () => {
  const from = server.storage('service').from('shared')
  expect(await from.exists('ten.txt')).toEqual({ data: true, error: null })
  expect((await from.exists('never')).data).toBe(false)
  expect((await from.info('ten.txt')).data).toMatchObject({ size: 10, name: 'ten.txt', etag: expect.any(String) })
  expect((await from.info('never')).error).toMatchObject({ statusCode: '404' })
})

describe('ranges', () => {
  test.each([
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=4-', '456789', 'bytes 4-9/10'],
    ['bytes=-2', '89', 'bytes 8-9/10'],
    ['bytes=8-100', '89', 'bytes 8-9/10'],
  ])('%s is 206', async (range, text, contentRange) => {
    const response = await get('shared/ten.txt', { range })
    expect(response.status).toBe(206)
    expect(response.headers.get('content-range')).toBe(contentRange)
    expect(response.headers.get('content-length')).toBe(String(text.length))
    expect(await response.text()).toBe(text)
  })
  test.each(['bytes=10-', 'bytes=-0'])('%s is 416', async (range) => {
    const response = await get('shared/ten.txt', { range })
    expect(response.status).toBe(416)
    expect(response.headers.get('content-range')).toBe('bytes */10')
    expect(await response.json()).toMatchObject({
      ...{ statusCode: '416', error: 'invalid_range', message: 'invalid range provided' },
    })
  })
  test.each(['bytes=0-1,3-4', 'lines=1-2', 'bytes=5-2'])('%s is the whole', async (range) => {
    const response = await get('shared/ten.txt', { range })
    expect(response.status).toBe(200)
    expect(await response.text()).toBe(TEXT)
  })
  test('go on only in the same content', async () => {
    const etag = (await get('shared/ten.txt')).headers.get('etag') ?? ''
    expect((await get('shared/ten.txt', { range: 'bytes=0-1', 'if-range': etag })).status).toBe(206)
    expect((await get('shared/ten.txt', { range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200)
  })
  test('of an empty file are 416; the file itself is empty', async () => {
    expect((await get('shared/empty.txt', { range: 'bytes=0-' })).status).toBe(416)
    const response = await get('shared/empty.txt')
    expect([response.status, await response.text()]).toEqual([200, ''])
  })
  test('HEAD tells the range', async () => {
    const response = await get('shared/ten.txt', { range: 'bytes=2-3' }, 'HEAD')
    expect([response.status, response.headers.get('content-length')]).toEqual([206, '2'])
  })
})

test('sends nothing that the reader has already', async () => {
  const first = await get('shared/ten.txt')
  const etag = first.headers.get('etag') ?? ''
  for (const headers of [{ 'if-none-match': etag }, { 'if-none-match': `"x", W/${etag}` }, { 'if-none-match': '*' }]) {
    expect((await get('shared/ten.txt', headers)).status).toBe(304)
  }
  const modified = first.headers.get('last-modified') ?? ''
  expect((await get('shared/ten.txt', { 'if-modified-since': modified })).status).toBe(304)
  expect((await get('shared/ten.txt', { 'if-none-match': '"x"' })).status).toBe(200)
  await server.storage('service').from('shared').upload('changing.txt', 'one')
  const old = (await get('shared/changing.txt')).headers.get('etag') ?? ''
  await server.storage('service').from('shared').update('changing.txt', 'two')
  expect((await get('shared/changing.txt', { 'if-none-match': old })).status).toBe(200)
})

describe('public buckets', () => {
  test('are open to everyone at their public address', async () => {
    const { publicUrl } = server.storage().from('open').getPublicUrl('ten.txt').data
    const response = await fetch(publicUrl)
    expect(await response.text()).toBe(TEXT)
    expect(response.headers.get('cache-control')).toBe('max-age=60')
    expect((await fetch(publicUrl, { headers: { range: 'bytes=1-1' } })).status).toBe(206)
    expect((await fetch(publicUrl, { headers: { authorization: 'Bearer expired' } })).status).toBe(200)
    expect(await (await server.storage().from('open').download('ten.txt')).data?.text()).toBe(TEXT)
    expect((await get('info/public/open/ten.txt')).status).toBe(200)
  })
  test('are the only ones that are', async () => {
    const { publicUrl } = server.storage().from('shared').getPublicUrl('ten.txt').data
    const response = await fetch(publicUrl)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ statusCode: '404', message: 'Object not found' })
    expect((await get('info/public/shared/ten.txt')).status).toBe(400)
  })
  test('are saved under another name when the address says so', async () => {
    const from = server.storage().from('open')
    const disposition = async (download: boolean | string) =>
      (await fetch(from.getPublicUrl('ten.txt', { download }).data.publicUrl)).headers.get('content-disposition')
    expect(await disposition(true)).toBe('attachment;')
    expect(await disposition('עשר.txt')).toContain("filename*=UTF-8''%D7%A2%D7%A9%D7%A8.txt")
    expect(await disposition('a";\r\nx: y')).not.toMatch(/[\r\n"]/)
  })
})

test.each([
  ['page.html', 'text/plain; charset=utf-8', true],
  ['drawing.svg', 'image/svg+xml', true],
  ['paper.pdf', 'application/pdf', false],
])('what people upload runs nothing in our origin: %s', async (name, type, sandboxed) => {
  const { headers } = await get(`public/open/${name}`)
  expect(headers.get('content-type')).toBe(type)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy.includes('sandbox')).toBe(sandboxed)
})

describe('signed links', () => {
  const from = () => server.storage('service').from('shared')
  test('open one object for a while', async () => {
    const { data } = await from().createSignedUrl('ten.txt', 60, { download: 'a b.txt' })
    const response = await fetch(data?.signedUrl ?? '')
    expect(await response.text()).toBe(TEXT)
    expect(response.headers.get('content-disposition')).toContain('a%20b.txt')
    expect((await fetch(data?.signedUrl ?? '', { headers: { range: 'bytes=0-0' } })).status).toBe(206)
    expect((await from().createSignedUrl('never', 60)).error).toMatchObject({ statusCode: '404' })
  })
  test('work for names with spaces and signs', async () => {
    await from().upload('a folder/it is (1) & $2+3.txt', 'x')
    const { data } = await from().createSignedUrl('a folder/it is (1) & $2+3.txt', 60)
    expect(await (await fetch(data?.signedUrl ?? '')).text()).toBe('x')
  })
  test('are made for many at once, each with its own error', async () => {
    const { data } = await from().createSignedUrls(['ten.txt', 'never', '../x'], 60)
    expect(data?.map(({ path, error }) => [path, error === null])).toEqual([
      ['ten.txt', true],
      ['never', false],
      ['../x', false],
    ])
    expect(await (await fetch(data?.[0]?.signedUrl ?? '')).text()).toBe(TEXT)
    expect(data?.[1]?.signedUrl).toBeNull()
  })
  test('are refused for another object, changed, expired or without a token', async () => {
    const { data } = await from().createSignedUrl('ten.txt', 1)
    const url = data?.signedUrl ?? ''
    const status = async (address: string) => {
      const response = await fetch(address)
      return [response.status, (await response.json()).error]
    }
    expect(await status(url.replace('ten.txt', 'empty.txt'))).toEqual([400, 'InvalidJWT'])
    expect(await status(`${url}x`)).toEqual([400, 'InvalidJWT'])
    expect(await status(url.replace(/token=.*/, `token=${server.keys.serviceRoleKey}`))).toEqual([400, 'InvalidJWT'])
    expect(await status(url.replace(/\?token=.*/, ''))).toEqual([400, 'InvalidRequest'])
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    expect(await status(url)).toEqual([400, 'InvalidJWT'])
    expect((await from().createSignedUrl('ten.txt', 0)).error).toMatchObject({ status: 400 })
  })
  test('are no key to the other services', async () => {
    const { data } = await from().createSignedUrl('ten.txt', 60)
    const token = new URL(data?.signedUrl ?? '').searchParams.get('token')
    expect((await get('shared/ten.txt', { authorization: `Bearer ${token}` })).status).toBe(400)
  })
  test('let someone upload one object, once', async () => {
    const { data } = await from().createSignedUploadUrl('sent/by link.txt')
    const upload = (path: string, token: string) =>
      server.storage().from('shared').uploadToSignedUrl(path, token, 'sent')
    expect((await upload('sent/other.txt', data?.token ?? '')).error).toMatchObject({ status: 400 })
    expect((await upload('sent/by link.txt', data?.token ?? '')).data).toEqual({
      path: 'sent/by link.txt',
      fullPath: 'shared/sent/by link.txt',
    })
    expect((await upload('sent/by link.txt', data?.token ?? '')).error).toMatchObject({ statusCode: '409' })
    expect((await from().createSignedUploadUrl('sent/by link.txt')).error).toMatchObject({ statusCode: '409' })
    const again = await from().createSignedUploadUrl('sent/by link.txt', { upsert: true })
    expect((await upload('sent/by link.txt', again.data?.token ?? '')).error).toBeNull()
  })
  test('to download let nobody upload', async () => {
    const { data } = await from().createSignedUrl('ten.txt', 60)
    const token = new URL(data?.signedUrl ?? '').searchParams.get('token') ?? ''
    const { error } = await server.storage().from('shared').uploadToSignedUrl('ten.txt', token, 'x')
    expect(error).toMatchObject({ status: 400 })
  })
})
