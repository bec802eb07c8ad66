import { existsSync, readdirSync } from 'node:fs'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type StorageServer, startStorageServer } from '../../support/storage.ts'

let server: StorageServer
beforeAll(async () => {
  server = await startStorageServer({ config: '[storage]\nfile_size_limit = "3MiB"\n' })
})
afterAll(() => server.close())

const from = (bucket = 'shared') => server.storage('service').from(bucket)
const textOf = async (path: string, bucket?: string) => (await from(bucket).download(path)).data?.text()
const filesOnDisk = () =>
  existsSync(server.files)
    ? readdirSync(server.files, { recursive: true, withFileTypes: true }).filter((e) => e.isFile())
    : []

describe('upload', () => {
  test.each([
    ['a string', () => 'abc'],
    ['a Blob', () => new Blob(['abc'], { type: 'text/plain' })],
    ['a File', () => new File(['abc'], 'שם.txt', { type: 'text/plain' })],
    ['bytes', () => new TextEncoder().encode('abc')],
    ['a Buffer', () => Buffer.from('abc')],
    ['a web stream', () => new Blob(['abc']).stream()],
    ['a Node stream', () => Readable.from(['a', 'bc'])],
    ['parameters', () => new URLSearchParams({ abc: '' })],
  ])('takes %s', async (name, body) => {
    const path = `kinds/${name.replaceAll(' ', '-')}.txt`
    const { data, error } = await from().upload(path, body())
    expect(error).toBeNull()
    expect(data).toMatchObject({ path, fullPath: `shared/${path}`, id: expect.stringMatching(/^[0-9a-f-]{36}$/) })
    expect(await textOf(path)).toMatch(/^abc=?$/)
  })

  test('takes a form whose fields come before and after the file', async () => {
    const form = new FormData()
    form.append('metadata', '{"before":1}')
    form.append('', new Blob(['abc'], { type: 'image/png' }))
    expect((await from().upload('form.png', form, { cacheControl: '60' })).error).toBeNull()
    const { data } = await from().info('form.png')
    expect(data).toMatchObject({ contentType: 'image/png', cacheControl: 'max-age=60', metadata: { before: 1 } })
  })

  test.each(['raw', 'form'])('keeps content type, cache time and own metadata: %s', async (kind) => {
    const body = kind === 'raw' ? Buffer.from('<svg/>') : new Blob(['<svg/>'], { type: 'image/svg+xml' })
    const path = `kept-${kind}.svg`
    await from().upload(path, body, { contentType: 'image/svg+xml', cacheControl: '7200', metadata: { by: 'דנה' } })
    expect((await from().info(path)).data).toMatchObject({
      name: path,
      bucketId: 'shared',
      size: 6,
      contentType: 'image/svg+xml',
      cacheControl: 'max-age=7200',
      metadata: { by: 'דנה' },
    })
  })

  test('refuses a second object of a name, and replaces it when asked to', async () => {
    const first = await from().upload('twice.txt', 'one')
    const { error } = await from().upload('twice.txt', 'two')
    expect(error).toMatchObject({ message: 'The resource already exists', statusCode: '409', status: 400 })
    expect(await textOf('twice.txt')).toBe('one')
    const files = filesOnDisk().length
    const again = await from().upload('twice.txt', 'two', { upsert: true })
    expect(again.data?.id).toBe(first.data?.id)
    expect(await textOf('twice.txt')).toBe('two')
    expect((await from().update('twice.txt', 'three')).error).toBeNull()
    expect(await textOf('twice.txt')).toBe('three')
    expect(filesOnDisk()).toHaveLength(files)
  })

  test('lets one of many uploads at once win, and keeps no file of the others', async () => {
    const files = filesOnDisk().length
    const results = await Promise.all(Array.from({ length: 8 }, (_, i) => from().upload('race.txt', `body ${i}`)))
    expect(results.filter(({ error }) => error === null)).toHaveLength(1)
    expect(results.filter(({ error }) => error?.statusCode === '409')).toHaveLength(7)
    expect(filesOnDisk()).toHaveLength(files + 1)
    await Promise.all(Array.from({ length: 8 }, (_, i) => from().upload('race.txt', `body ${i}`, { upsert: true })))
    expect(filesOnDisk()).toHaveLength(files + 1)
    expect(await textOf('race.txt')).toMatch(/^body \d$/)
  })

  test('takes an empty file', async () => {
    expect((await from().upload('empty.txt', '')).error).toBeNull()
    expect(await textOf('empty.txt')).toBe('')
  })

  test.each(['raw', 'form', 'stream'])(
    'refuses what is larger than allowed, and keeps nothing of it: %s',
    async (kind) => {
      const files = filesOnDisk().length
      const large = Buffer.alloc(3 * 1024 * 1024 + 1)
      const body = kind === 'raw' ? large : kind === 'form' ? new Blob([large]) : new Blob([large]).stream()
      const { error } = await from().upload('large.bin', body, { duplex: 'half' })
      expect(error).toMatchObject({ message: 'The object exceeded the maximum allowed size', statusCode: '413' })
      expect(filesOnDisk()).toHaveLength(files)
      expect((await from().exists('large.bin')).data).toBe(false)
    },
  )

  test('keeps to the limits of the bucket', async () => {
    const service = server.storage('service')
    await service.createBucket('small', { public: false, fileSizeLimit: 4, allowedMimeTypes: ['image/*', 'video/mp4'] })
    const upload = (body: string, contentType: string) =>
      from('small').upload(`${Math.random()}`, body, { contentType })
    expect((await upload('1234', 'image/png')).error).toBeNull()
    expect((await upload('1234', 'video/mp4')).error).toBeNull()
    expect((await upload('12345', 'image/png')).error).toMatchObject({ statusCode: '413' })
    expect((await upload('1', 'text/html')).error).toMatchObject({
      message: 'mime type text/html is not supported',
      statusCode: '415',
    })
  })

  test('knows no bucket that is not there', async () => {
    expect((await from('nowhere').upload('a', 'a')).error).toMatchObject({
      message: 'Bucket not found',
      statusCode: '404',
    })
  })
})

describe('move, copy and remove', () => {
  test('moves an object, also into another bucket', async () => {
    await from().upload('move/a.txt', 'moved')
    expect((await from().move('move/a.txt', 'move/b.txt')).data).toEqual({ message: 'Successfully moved' })
    expect((await from().move('move/b.txt', 'c.txt', { destinationBucket: 'own' })).error).toBeNull()
    expect(await textOf('c.txt', 'own')).toBe('moved')
    expect((await from().exists('move/a.txt')).data).toBe(false)
    expect((await from().move('nothing', 'x')).error).toMatchObject({ message: 'Object not found', statusCode: '404' })
  })
  test('moves onto no other object', async () => {
    await from().upload('onto/a', 'a')
    await from().upload('onto/b', 'b')
    expect((await from().move('onto/a', 'onto/b')).error).toMatchObject({ statusCode: '409' })
    expect((await from().move('onto/a', 'x', { destinationBucket: 'nowhere' })).error).toMatchObject({
      statusCode: '404',
    })
    expect([await textOf('onto/a'), await textOf('onto/b')]).toEqual(['a', 'b'])
  })
  test('copies an object; each of the two outlives the other', async () => {
    await from().upload('copy/a', 'abc', { contentType: 'image/png' })
    expect((await from().copy('copy/a', 'copy/b')).data).toEqual({ path: 'shared/copy/b' })
    expect((await from().copy('copy/a', 'copy/c', { destinationBucket: 'own' })).data).toEqual({ path: 'own/copy/c' })
    expect((await from().copy('copy/a', 'copy/b')).error).toMatchObject({ statusCode: '409' })
    expect((await from().copy('nothing', 'x')).error).toMatchObject({ statusCode: '404' })
    await from().remove(['copy/a'])
    expect(await textOf('copy/b')).toBe('abc')
    expect((await from('own').info('copy/c')).data).toMatchObject({ contentType: 'image/png', size: 3 })
  })
  test('removes objects, returns their rows and deletes their files', async () => {
    const files = filesOnDisk().length
    await from().upload('gone/a', 'a')
    await from().upload('gone/b', 'b')
    const { data } = await from().remove(['gone/a', 'gone/b', 'gone/never'])
    expect(data?.map(({ name }) => name).sort()).toEqual(['gone/a', 'gone/b'])
    expect(filesOnDisk()).toHaveLength(files)
    expect((await from().download('gone/a')).error).toMatchObject({ statusCode: '404' })
  })
  test('deletes the files of rows that SQL deletes', async () => {
    await from().upload('sql/a', 'a')
    const files = filesOnDisk().length
    await server.supabase.database.asOwner((tx) => tx.query(`delete from storage.objects where name = 'sql/a'`))
    await from().remove(['nothing'])
    expect(filesOnDisk()).toHaveLength(files - 1)
  })
})

describe('names', () => {
  test.each(['../secret', 'a/../../b', 'a\\b', 'שלום.png', 'a//b', '%00', 'x'.repeat(1100)])(
    'refuses %j',
    async (path) => {
      const response = await fetch(`${server.url}/storage/v1/object/shared/${encodeURIComponent(path)}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${server.keys.serviceRoleKey}` },
        body: 'x',
      })
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ error: 'InvalidKey', statusCode: '400' })
    },
  )
  test('never become names of files', async () => {
    await from().upload('a visible name.txt', 'x')
    expect(filesOnDisk().some(({ name }) => !/^[0-9a-f-]{36}$/.test(name))).toBe(false)
  })
})

describe('bad input', () => {
  const post = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/storage/v1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.keys.serviceRoleKey}`, ...headers },
      body,
    })
  test.each([
    ['no JSON', '{'],
    ['nested deep', '['.repeat(200_000)],
    ['of another shape', '[]'],
    ['with other types', '{"prefix":{}}'],
    ['with a wrong limit', '{"limit":-1}'],
    ['with a false cursor', '{"cursor":"x"}'],
  ])('a body %s is 400', async (_, body) => {
    expect((await post('object/list-v2/shared', body)).status).toBe(400)
  })
  test('a NUL in a search or a prefix is no failure of ours', async () => {
    expect((await post('object/list/shared', '{"prefix":"a\\u0000"}')).status).toBe(400)
    expect((await post('object/sign/shared', '{"expiresIn":5,"paths":["a\\u0000"]}')).status).toBe(400)
    expect((await post('object/sha%00red/a', 'x')).status).toBe(400)
    const metadata = Buffer.from('{"a":"\\u0000"}').toString('base64')
    expect((await post('object/shared/nul', 'x', { 'x-metadata': metadata })).status).toBe(400)
  })
  test('a form that breaks off is 400', async () => {
    const type = { 'content-type': 'multipart/form-data; boundary=b' }
    expect((await post('object/shared/broken', '--b\r\n', type)).status).toBe(400)
    expect((await post('object/shared/broken', '--b--', type)).status).toBe(400)
  })
  test('what is not served says so', async () => {
    expect((await post('nothing', '')).status).toBe(404)
    expect((await post('object/%zz/x', '')).status).toBe(400)
    const { error } = await from().download('a', { transform: { width: 10 } })
    expect(error).toMatchObject({ status: 400, message: expect.stringContaining('not enabled') })
    expect((await from().purgeCache('a')).error).toMatchObject({ status: 400 })
  })
})
