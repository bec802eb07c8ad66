import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressOf, metadataOf, resumableOf } from '../../../support/resumable.ts'
import { DANA, NOA, type StorageServer, startStorageServer } from '../../../support/storage.ts'

let server: StorageServer
let tus: ReturnType<typeof resumableOf>
beforeAll(async () => {
  server = await startStorageServer({ config: '[storage]\nfile_size_limit = "3MiB"\n' })
  tus = resumableOf(server)
  await server.supabase.database.asOwner((tx) =>
    tx.query(`insert into storage.buckets (id, name, file_size_limit, allowed_mime_types)
      values ('pictures', 'pictures', 1000, array['image/*'])`),
  )
})
afterAll(() => server.close())

const inOwn = (name: string, who = DANA) => ({ bucketName: 'own', objectName: `${who}/${name}` })
const statusesOf = async (url: string, who?: string) => {
  const head = await tus.call('HEAD', url, { who })
  const patch = await tus.call('PATCH', url, { who, body: 'abc', headers: { 'upload-offset': '0' } })
  const end = await tus.call('DELETE', url, { who })
  return [head.status, patch.status, end.status]
}
const objectsNamed = async (name: string) => {
  const { rows } = await server.supabase.database.asOwner((tx) =>
    tx.query('select id from storage.objects where name = $1', [name]),
  )
  return rows.length
}

describe('who may upload', () => {
  test('the policies decide before a byte is sent', async () => {
    const place = inOwn('mine.txt')
    expect((await tus.begin(place, 3, { who: NOA })).status).toBe(403)
    expect((await tus.begin(place, 3, { who: DANA })).status).toBe(201)
    const anonymous = await tus.call('POST', tus.endpoint, {
      headers: { 'upload-length': '3', 'upload-metadata': metadataOf(place) },
    })
    expect([anonymous.status, await anonymous.text()]).toEqual([403, 'new row violates row-level security policy'])
    const nobody = await fetch(tus.endpoint, {
      method: 'POST',
      headers: { 'tus-resumable': '1.0.0', 'upload-length': '3', 'upload-metadata': metadataOf(place) },
    })
    expect(nobody.status).toBe(403)
  })

  test('nobody but who began an upload finds it', async () => {
    const url = addressOf(await tus.begin(inOwn('found.txt'), 3, { who: DANA }))
    for (const who of [undefined, NOA, 'service']) expect(await statusesOf(url, who)).toEqual([404, 404, 404])
    expect(await statusesOf(url, DANA)).toEqual([200, 204, 400])
  })

  test('a visitor may where a policy lets visitors', async () => {
    const place = { bucketName: 'open', objectName: 'drop/note.txt' }
    const url = addressOf(
      await tus.call('POST', tus.endpoint, { headers: { 'upload-length': '3', 'upload-metadata': metadataOf(place) } }),
    )
    expect(await statusesOf(url, DANA)).toEqual([404, 404, 404])
    expect(await statusesOf(url)).toEqual([200, 204, 400])
  })

  test('a policy that changes meanwhile ends the upload', async () => {
    const url = addressOf(await tus.begin(inOwn('closing.txt'), 6, { who: DANA }))
    expect((await tus.patch(url, 0, 'abc', DANA)).status).toBe(204)
    await server.supabase.database.asOwner((tx) =>
      tx.query(`create policy "closed" on storage.objects as restrictive for insert to authenticated
        with check (name not like '%closing.txt')`),
    )
    expect((await tus.patch(url, 3, 'def', DANA)).status).toBe(403)
    expect(await objectsNamed(`${DANA}/closing.txt`)).toBe(0)
  })

  test('a link is no way to an upload that was begun with a token', async () => {
    const place = inOwn('linked.txt')
    const url = addressOf(await tus.begin(place, 3, { who: DANA }))
    const { data } = await server.storage(DANA).from('own').createSignedUploadUrl(place.objectName)
    const headers = { 'x-signature': data?.token ?? '' }
    const bySign = url.replace('/resumable/', '/resumable/sign/')
    expect((await tus.call('HEAD', bySign, { headers })).status).toBe(404)
    expect((await tus.call('HEAD', bySign, { who: DANA })).status).toBe(400)
  })
})

describe('what may be uploaded', () => {
  test.each([
    ['too large for the server', { bucketName: 'shared', objectName: 'a' }, 3 * 1024 * 1024 + 1, 413],
    ['too large for the bucket', { bucketName: 'pictures', objectName: 'a', contentType: 'image/png' }, 1001, 413],
    [
      'of a type that the bucket refuses',
      { bucketName: 'pictures', objectName: 'a', contentType: 'text/html' },
      3,
      415,
    ],
    ['of no type where the bucket has a list', { bucketName: 'pictures', objectName: 'a' }, 3, 415],
    [
      'of a type that hides another',
      { bucketName: 'pictures', objectName: 'a', contentType: 'image/png\r\nx: y' },
      3,
      415,
    ],
    ['for a bucket that is not there', { bucketName: 'nowhere', objectName: 'a' }, 3, 404],
    ['for no bucket', { objectName: 'a' }, 3, 404],
    ['for a bucket with NUL', { bucketName: 'own\0', objectName: 'a' }, 3, 400],
    ['with metadata that is no object', { bucketName: 'shared', objectName: 'a', metadata: '[1]' }, 3, 400],
  ])('nothing that is %s', async (_, values, size, status) => {
    expect((await tus.begin(values, size)).status).toBe(status)
  })

  test('no more bytes than were told, counted or not', async () => {
    const url = addressOf(await tus.begin({ bucketName: 'shared', objectName: 'long.txt' }, 10))
    expect((await tus.patch(url, 0, 'x'.repeat(11))).status).toBe(413)
    const uncounted = Readable.toWeb(Readable.from(['12345678', '12345678'].map((text) => Buffer.from(text))))
    const sent = await tus.patch(url, 0, uncounted as ReadableStream).catch(() => undefined)
    expect([413, undefined]).toContain(sent?.status)
    const head = await tus.call('HEAD', url, { who: 'service' })
    expect(Number(head.headers.get('upload-offset'))).toBeLessThanOrEqual(10)
    expect(await objectsNamed('long.txt')).toBe(0)
  })

  test('no more than ten at once, and no more than four of the largest', async () => {
    const who = randomUUID()
    const many = await Promise.all(Array.from({ length: 14 }, (_, i) => tus.begin(inOwn(`many-${i}`, who), 1, { who })))
    expect(many.filter(({ status }) => status === 201)).toHaveLength(10)
    expect(many.filter(({ status }) => status === 429)).toHaveLength(4)
    const other = randomUUID()
    const large = []
    for (let i = 0; i < 5; i++)
      large.push((await tus.begin(inOwn(`large-${i}`, other), 3_000_000, { who: other })).status)
    expect(large).toEqual([201, 201, 201, 201, 429])
    const begun = many.find(({ status }) => status === 201)
    await tus.call('DELETE', begun ? addressOf(begun) : '', { who })
    expect((await tus.begin(inOwn('one-more', who), 1, { who })).status).toBe(201)
  })
})

describe('the protocol', () => {
  test('tells what it can, to a preflight too', async () => {
    const response = await fetch(tus.endpoint, {
      method: 'OPTIONS',
      headers: { origin: 'https://elsewhere.example', 'access-control-request-headers': 'tus-resumable,upload-offset' },
    })
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'tus-version': '1.0.0',
      'tus-extension': 'creation,creation-with-upload,termination,expiration',
      'tus-max-size': String(3 * 1024 * 1024),
      'access-control-allow-headers': 'tus-resumable,upload-offset',
      'access-control-expose-headers': expect.stringContaining('Upload-Offset'),
    })
  })

  test.each(['HEAD', 'PATCH'])(
    'who asks too often is told to ask again, and not that the upload is lost: %s',
    async (method) => {
      const url = addressOf(await tus.begin({ bucketName: 'shared', objectName: `often-${method}.txt` }, 3))
      const headers = {
        authorization: `Bearer ${server.keys.anonKey}`,
        'tus-resumable': '1.0.0',
        ...(method === 'PATCH' && { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }),
      }
      const sent = Array.from({ length: 400 }, () =>
        server.supabase.fetch(new Request(url, { method, headers }), { clientAddress: '192.0.2.9' }),
      )
      const statuses = new Set((await Promise.all(sent)).map(({ status }) => status))
      expect([statuses.has(423), statuses.has(429)]).toEqual([true, false])
    },
  )

  test('wants its version, a length, an offset and its content type', async () => {
    const place = { bucketName: 'shared', objectName: 'protocol.txt' }
    const url = addressOf(await tus.begin(place, 3))
    const asService = { who: 'service' } as const
    const wrong = { 'tus-resumable': '0.2.2' }
    expect((await tus.call('HEAD', url, { ...asService, headers: wrong })).status).toBe(412)
    for (const length of ['', '-1', '1.5', '1e3']) {
      expect((await tus.begin(place, 3, { headers: { 'upload-length': length } })).status).toBe(400)
    }
    expect((await tus.begin(place, 3, { headers: { 'upload-concat': 'partial' } })).status).toBe(400)
    expect((await tus.begin(place, 3, { headers: { 'upload-defer-length': '1' } })).status).toBe(400)
    expect((await tus.call('PATCH', url, { ...asService, body: 'abc' })).status).toBe(403)
    const plain = { 'upload-offset': '0', 'content-type': 'text/plain' }
    expect((await tus.call('PATCH', url, { ...asService, body: 'abc', headers: plain })).status).toBe(400)
    expect((await tus.patch(url, 1, 'bc')).status).toBe(409)
    expect((await tus.patch(url, 0, 'ab')).headers.get('upload-offset')).toBe('2')
    expect((await tus.patch(url, 0, 'ab')).status).toBe(409)
    const last = await tus.patch(url, 2, 'c')
    expect([last.status, last.headers.get('tus-complete')]).toEqual([204, '1'])
  })

  test('a lost answer can be asked for again', async () => {
    const url = addressOf(await tus.begin({ bucketName: 'shared', objectName: 'answered.txt' }, 3))
    await tus.patch(url, 0, 'abc')
    expect((await tus.call('HEAD', url, { who: 'service' })).headers.get('upload-offset')).toBe('3')
    expect((await tus.patch(url, 3, '')).status).toBe(204)
    expect((await tus.patch(url, 0, 'abc')).status).toBe(409)
    expect((await tus.call('DELETE', url, { who: 'service' })).status).toBe(400)
    expect(await objectsNamed('answered.txt')).toBe(1)
  })

  test('an upload that is ended is gone with its bytes', async () => {
    const url = addressOf(await tus.begin({ bucketName: 'shared', objectName: 'ended.txt' }, 6))
    await tus.patch(url, 0, 'abc')
    const before = tus.parts().length
    expect((await tus.call('DELETE', url, { who: 'service' })).status).toBe(204)
    expect(tus.parts()).toHaveLength(before - 1)
    expect(await statusesOf(url, 'service')).toEqual([404, 404, 404])
  })

  test('of two requests at one upload one is refused, until the first is cut off by who goes on', async () => {
    const begun = await tus.begin({ bucketName: 'shared', objectName: 'parallel.txt' }, 6)
    const url = addressOf(begun)
    const id =
      Buffer.from(url.split('/').at(-1) ?? '', 'base64url')
        .toString()
        .split('/')
        .at(-1) ?? ''
    const slow = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(Buffer.from('abc')) })
    const first = tus.patch(url, 0, slow).then(
      ({ status }) => status,
      () => 'cut off',
    )
    await expect.poll(() => statSync(join(server.files, '..', 'uploads', id)).size).toBe(3)
    expect((await tus.patch(url, 0, 'abcdef')).status).toBe(423)
    const head = await tus.call('HEAD', url, { who: 'service' })
    expect(head.headers.get('upload-offset')).toBe('3')
    expect([400, 'cut off']).toContain(await first)
    expect((await tus.patch(url, 3, 'def')).status).toBe(204)
    const { data } = await server.storage('service').from('shared').download('parallel.txt')
    expect(await data?.text()).toBe('abcdef')
  })
})
