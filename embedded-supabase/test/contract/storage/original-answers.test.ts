import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../support/start.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const { error } = await server.client(server.supabase.serviceRoleKey).storage.createBucket('private')
  expect(error).toBeNull()
})
afterAll(() => server.close())

/** How the storage service of August 2026 answered. */
test.each([
  ['GET', 'status', undefined, 200, undefined],
  [
    'GET',
    'nothing?a=1',
    undefined,
    404,
    { error: 'Not Found', message: 'Route GET:/nothing?a=1 not found', statusCode: 404 },
  ],
  [
    'GET',
    'object/sign/private/x.mp4?token=zz',
    undefined,
    400,
    { error: 'InvalidJWT', message: 'Invalid Compact JWS', statusCode: '400' },
  ],
  ...['public', 'authenticated'].map((access): [string, string, undefined, number, object] => [
    'GET',
    `object/${access}/private/..%2f..%2fetc`,
    undefined,
    400,
    { error: 'not_found', message: 'Object not found', statusCode: '404' },
  ]),
  [
    'POST',
    'bucket',
    { id: 'a/b', name: 'a/b' },
    400,
    { error: 'Invalid Input', message: 'Bucket name invalid', statusCode: '400' },
  ],
])('%s %s', async (method, path, body, status, answered) => {
  const key = server.supabase.serviceRoleKey
  const answer = await fetch(`${server.url}/storage/v1/${path}`, {
    method,
    headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  expect(answer.status).toBe(status)
  const text = await answer.text()
  if (text !== '') expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(text === '' ? undefined : JSON.parse(text)).toEqual(answered)
})

test.each([
  ['render/image/public/private/x.png?width=10', 400, 'FeatureNotEnabled', '403'],
  ['object/public/none/x.png', 400, 'not_found', '404'],
])('differs on purpose: %s', async (path, status, error, statusCode) => {
  const answer = await fetch(`${server.url}/storage/v1/${path}`)
  expect([answer.status, await answer.json()]).toMatchObject([status, { error, statusCode }])
})

test('a type that a bucket does not take is refused before anybody is asked for a right', async () => {
  const service = server.client(server.supabase.serviceRoleKey)
  await service.storage.createBucket('pictures', { public: false, allowedMimeTypes: ['image/*'] })
  const send = (type: string) =>
    fetch(`${server.url}/storage/v1/object/pictures/t.png`, {
      method: 'POST',
      headers: { apikey: server.supabase.anonKey, 'content-type': type },
      body: 'x',
    }).then((answer) => answer.json())
  expect(await send('text/plain')).toEqual({
    ...{ error: 'invalid_mime_type', message: 'mime type text/plain is not supported', statusCode: '415' },
  })
  expect(await send('image/png')).toMatchObject({ error: 'Unauthorized', statusCode: '403' })
})

test('a file is saved under the name that is asked for', async () => {
  const service = server.client(server.supabase.serviceRoleKey)
  await service.storage.from('private').upload('a.png', 'x', { contentType: 'image/png' })
  const { data } = await service.storage.from('private').createSignedUrl('a.png', 60, { download: 'b.png' })
  const answer = await fetch(data?.signedUrl ?? '')
  expect([answer.status, answer.headers.get('content-disposition')]).toEqual([
    200,
    "attachment; filename=b.png; filename*=UTF-8''b.png",
  ])
})

test('a link is not signed for longer than allowed, whether the object is there or not; nobody without a right hears of one', async () => {
  const ask = (method: string, path: string, key: string, body?: object) =>
    fetch(`${server.url}/storage/v1/object/${path}`, {
      method,
      headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }).then((answer) => answer.json())
  const { anonKey, serviceRoleKey } = server.supabase
  const link = { expiresIn: 20 * 365 * 24 * 3600 }
  expect(await ask('POST', 'sign/private/x.mp4', serviceRoleKey, link)).toMatchObject({ error: 'InvalidRequest' })
  expect(await ask('DELETE', 'private/x.mp4', anonKey)).toMatchObject({ error: 'not_found', statusCode: '404' })
})
