import { randomBytes } from 'node:crypto'
import { Upload } from 'tus-js-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resumableOf } from '../../../support/resumable.ts'
import { startTestS3 } from '../../../support/s3.ts'
import { DANA, type StorageServer, startStorageServer } from '../../../support/storage.ts'

const MIB = 1024 * 1024

let server: StorageServer
let tus: ReturnType<typeof resumableOf>
beforeAll(async () => {
  server = await startStorageServer({ config: '[storage]\nfile_size_limit = "100MiB"\n' })
  tus = resumableOf(server)
})
afterAll(() => server.close())

const from = (bucket = 'shared') => server.storage('service').from(bucket)
async function contentOf(key: string, bucket?: string): Promise<Buffer> {
  const { data, error } = await from(bucket).download(key)
  if (error) throw error
  return Buffer.from(await data.arrayBuffer())
}

test('the official client uploads in parts what is told of the object afterwards', async () => {
  const content = randomBytes(7 * MIB)
  const own = { bucketName: 'own', objectName: `${DANA}/lesson 1.mp4` }
  const declared = { contentType: 'video/mp4', cacheControl: '3600', metadata: '{"by":"דנה"}' }
  const accepted: number[] = []
  await tus.send(
    content,
    { ...own, ...declared },
    { who: DANA, chunkSize: 3 * MIB, onChunkComplete: (_size, offset) => accepted.push(offset) },
  )
  expect(accepted).toEqual([3 * MIB, 6 * MIB, 7 * MIB])
  expect((await contentOf(own.objectName, 'own')).equals(content)).toBe(true)
  expect((await from('own').info(own.objectName)).data).toMatchObject({
    ...{ size: 7 * MIB, contentType: 'video/mp4', cacheControl: 'max-age=3600', metadata: { by: 'דנה' } },
    etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
  })
  const { rows } = await server.supabase.database.asOwner((tx) =>
    tx.query('select owner_id, version from storage.objects where name = $1', [own.objectName]),
  )
  expect(rows).toMatchObject([{ owner_id: DANA }])
  expect(tus.parts()).toEqual([])
})

test('bytes come along with the beginning, and an empty file needs none', async () => {
  const content = randomBytes(MIB)
  const during = { uploadDataDuringCreation: true, chunkSize: 600_000 }
  await tus.send(content, { bucketName: 'shared', objectName: 'along.bin' }, during)
  expect((await contentOf('along.bin')).equals(content)).toBe(true)
  await tus.send(Buffer.alloc(0), { bucketName: 'shared', objectName: 'empty.txt' })
  expect(await contentOf('empty.txt')).toHaveLength(0)
})

test('an upload that was broken off goes on where it stood', async () => {
  const content = randomBytes(40 * MIB)
  const metadata = { bucketName: 'shared', objectName: 'resumed.bin' }
  const url = await new Promise<string>((resolve, reject) => {
    const upload = new Upload(content, {
      endpoint: tus.endpoint,
      metadata,
      headers: { authorization: `Bearer ${server.keys.serviceRoleKey}` },
      // In parts, because a fast machine has taken the whole before it is broken off.
      chunkSize: 8 * MIB,
      onProgress: (sent) => {
        if (sent > 20 * MIB) void upload.abort().then(() => resolve(upload.url ?? ''))
      },
      onError: reject,
      onSuccess: () => reject(new Error('it was not broken off')),
    })
    upload.start()
  })
  const begun = await tus.call('HEAD', url, { who: 'service' })
  const offset = Number(begun.headers.get('upload-offset'))
  expect(offset).toBeGreaterThan(0)
  expect(offset).toBeLessThan(content.length)
  expect(begun.headers.get('cache-control')).toBe('no-store')
  expect(begun.headers.get('upload-length')).toBe(String(content.length))
  const requests: string[] = []
  await tus.send(content, metadata, {
    uploadUrl: url,
    onBeforeRequest: (request) => void requests.push(request.getMethod()),
  })
  expect(requests).toEqual(['HEAD', 'PATCH'])
  expect((await contentOf('resumed.bin')).equals(content)).toBe(true)
})

describe('an object that is there already', () => {
  test('is kept unless the upload replaces it', async () => {
    const place = { bucketName: 'shared', objectName: 'twice.txt' }
    await tus.send(Buffer.from('one'), place)
    await expect(tus.send(Buffer.from('two'), place)).rejects.toMatchObject({
      originalResponse: expect.objectContaining({ _response: expect.objectContaining({ statusCode: 409 }) }),
    })
    expect(String(await contentOf('twice.txt'))).toBe('one')
    await tus.send(Buffer.from('three'), place, { headers: { 'x-upsert': 'true' } })
    expect(String(await contentOf('twice.txt'))).toBe('three')
  })
})

test('whoever holds a link uploads to its place, in the name of who signed it, and nowhere else', async () => {
  const key = `${DANA}/by-link.txt`
  const { data } = await server.storage(DANA).from('own').createSignedUploadUrl(key)
  const byLink = (objectName: string, signature = data?.token ?? '') =>
    tus.send(
      Buffer.from('by link'),
      { bucketName: 'own', objectName },
      { endpoint: `${tus.endpoint}/sign`, headers: { 'x-signature': signature, authorization: '' } },
    )
  await expect(byLink(`${DANA}/elsewhere.txt`)).rejects.toThrow('signature verification failed')
  await expect(byLink(key, '')).rejects.toThrow('Missing x-signature')
  const upload = await byLink(key)
  expect(upload.url).toContain('/upload/resumable/sign/')
  expect(String(await contentOf(key, 'own'))).toBe('by link')
  const { rows } = await server.supabase.database.asOwner((tx) =>
    tx.query('select owner_id from storage.objects where name = $1', [key]),
  )
  expect(rows).toEqual([{ owner_id: DANA }])
})

test('with S3 the parts wait on this machine and are handed over when the last has come', async () => {
  const s3 = await startTestS3()
  const other = await startStorageServer({ s3: s3.options })
  try {
    const onS3 = resumableOf(other)
    const content = randomBytes(17 * MIB)
    await onS3.send(content, { bucketName: 'shared', objectName: 'on-s3.bin' }, { chunkSize: 6 * MIB })
    const [file] = s3.files.values()
    expect([s3.files.size, file?.content.equals(content), onS3.parts()]).toEqual([1, true, []])
  } finally {
    await other.close()
    await s3.close()
  }
})
