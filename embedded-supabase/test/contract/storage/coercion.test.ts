import { afterAll, beforeAll, expect, test } from 'vitest'
import { type StorageServer, startStorageServer } from '../../support/storage.ts'

let server: StorageServer
beforeAll(async () => {
  server = await startStorageServer()
})
afterAll(() => server.close())

async function send(method: string, path: string, body: object) {
  const { serviceRoleKey: key } = server.keys
  const headers = { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const answer = await fetch(`${server.url}/storage/v1/${path}`, { method, headers, body: JSON.stringify(body) })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown>[] & { signedURL?: string } }
}
const bucket = async (id: string) => (await server.storage('service').getBucket(id)).data

test('a bucket takes its settings as text, as the clients of other languages send them', async () => {
  const sent = { name: 'loose', public: 'true', file_size_limit: '1000', allowed_mime_types: 'text/plain' }
  expect((await send('POST', 'bucket', sent)).status).toBe(200)
  const made = { public: true, file_size_limit: 1000, allowed_mime_types: ['text/plain'] }
  expect(await bucket('loose')).toMatchObject(made)
  expect((await send('PUT', 'bucket/loose', { public: 'false' })).status).toBe(200)
  expect(await bucket('loose')).toMatchObject({ ...made, public: false })
  expect((await send('POST', 'bucket', { name: 2026, public: 1 })).status).toBe(200)
  expect(await bucket('2026')).toMatchObject({ public: true })
})

test('links are signed for a life that comes as text, and lists are cut by one', async () => {
  const service = server.storage('service')
  await service.createBucket('texts')
  for (const name of ['a.txt', 'b.txt', 'c.txt']) await service.from('texts').upload(name, name)
  const one = await send('POST', 'object/sign/texts/a.txt', { expiresIn: '60' })
  expect(await (await fetch(`${server.url}/storage/v1${one.body.signedURL}`)).text()).toBe('a.txt')
  const many = await send('POST', 'object/sign/texts', { expiresIn: '60', paths: 'a.txt' })
  expect(many.body).toMatchObject([{ path: 'a.txt', error: null }])
  const page = await send('POST', 'object/list/texts', { prefix: '', limit: '1', offset: '1' })
  expect(page.body.map(({ name }) => name)).toEqual(['b.txt'])
  const next = await send('POST', 'object/list-v2/texts', { limit: '2', with_delimiter: 'true' })
  expect(next.body).toMatchObject({ hasNext: true, objects: [{ name: 'a.txt' }, { name: 'b.txt' }] })
  expect((await send('DELETE', 'object/texts', { prefixes: 'a.txt' })).body).toHaveLength(1)
})

test.each([
  ['a life that is no number', 'object/sign/texts/b.txt', { expiresIn: 'soon' }],
  ['an empty life', 'object/sign/texts/b.txt', { expiresIn: '' }],
  ['a life of nothing', 'object/sign/texts/b.txt', { expiresIn: null }],
  ['half a second', 'object/sign/texts/b.txt', { expiresIn: '0.5' }],
  ['endless', 'object/sign/texts/b.txt', { expiresIn: 'Infinity' }],
  ['a limit that is an object', 'object/list/texts', { limit: {} }],
  ['a flag that is another word', 'bucket', { name: 'word', public: 'yes' }],
])('%s is refused', async (_, path, body) => {
  expect((await send('POST', path, body)).status).toBe(400)
})
