import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDiskStore } from '../../../src/storage/disk-store.ts'
import type { FileStore } from '../../../src/storage/file-store.ts'
import { createS3Store } from '../../../src/storage/s3-store.ts'
import { startTestS3, type TestS3 } from '../../support/s3.ts'
import { startStorageServer } from '../../support/storage.ts'

const MIB = 1024 * 1024

let s3: TestS3
let folder: string
beforeAll(async () => {
  s3 = await startTestS3()
  folder = mkdtempSync(join(tmpdir(), 'file-store-'))
})
afterAll(async () => {
  await s3.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => {
  s3.failures.length = 0
})

async function* chunksOf(content: Uint8Array, size = 64 * 1024): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < content.length; i += size) yield content.subarray(i, i + size)
}

async function* breakingOff(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield* chunksOf(content)
  throw new Error('broken off')
}

async function contentOf(store: FileStore, id: string, start: number, end: number): Promise<Buffer | undefined> {
  const stream = await store.read(id, { start, end })
  return stream && Buffer.from(await new Response(stream).arrayBuffer())
}

describe.each([
  ['the disk', () => createDiskStore(folder)],
  ['S3', () => createS3Store(s3.options)],
])('%s', (_, make) => {
  test.each([0, 1, 100_000, 8 * MIB, 8 * MIB + 1, 20 * MIB])('keeps a file of %i bytes', async (size) => {
    const store = make()
    const id = randomUUID()
    const content = randomBytes(size)
    await store.write(id, chunksOf(content))
    expect((await contentOf(store, id, 0, size - 1))?.equals(content)).toBe(true)
    const half = Math.floor(size / 2)
    expect((await contentOf(store, id, half, size - 1))?.equals(content.subarray(half))).toBe(true)
  })

  test.each([100, 20 * MIB])('keeps nothing of a write of %i bytes that breaks off', async (size) => {
    const store = make()
    const id = randomUUID()
    await expect(store.write(id, breakingOff(randomBytes(size)))).rejects.toThrow('broken off')
    expect(await store.read(id, { start: 0, end: 1 })).toBeUndefined()
    expect(s3.uploads.size).toBe(0)
  })

  test('copies and removes', async () => {
    const store = make()
    const [one, two] = [randomUUID(), randomUUID()]
    await store.write(one, chunksOf(Buffer.from('abc')))
    expect(await store.copy(one, two)).toBe(true)
    await store.remove(one)
    await store.remove(one)
    expect(await store.read(one, { start: 0, end: 2 })).toBeUndefined()
    expect((await contentOf(store, two, 0, 2))?.toString()).toBe('abc')
    expect(await store.copy(randomUUID(), randomUUID())).toBe(false)
  })

  test('lists all files that are older than a moment', async () => {
    const store = make()
    const ids = Array.from({ length: 5 }, () => randomUUID())
    for (const id of ids) await store.write(id, chunksOf(Buffer.from('x')))
    const listed = async (before: Date) => {
      const found: string[] = []
      for await (const id of store.list(before)) found.push(id)
      return found
    }
    expect(await listed(new Date(Date.now() + 60_000))).toEqual(expect.arrayContaining(ids))
    expect(await listed(new Date(Date.now() - 60_000))).toEqual([])
  })
})

describe('S3', () => {
  test('is asked again when it fails for a moment, and given up after three times', async () => {
    const store = createS3Store(s3.options)
    const id = randomUUID()
    s3.failures.push(503, 500)
    await store.write(id, chunksOf(Buffer.from('abc')))
    expect((await contentOf(store, id, 0, 2))?.toString()).toBe('abc')
    s3.failures.push(503, 503, 503)
    await expect(store.remove(id)).rejects.toThrow('S3 answered 503')
  })

  test('takes away uploads that were never ended', async () => {
    const store = createS3Store(s3.options)
    s3.uploads.set('old', { key: 'academy/old', parts: new Map(), initiated: new Date(0) })
    s3.uploads.set('new', { key: 'academy/new', parts: new Map(), initiated: new Date() })
    for await (const _id of store.list(new Date(Date.now() - 60_000)));
    expect([...s3.uploads.keys()]).toEqual(['new'])
    s3.uploads.clear()
  })

  test('refuses a false secret', async () => {
    const store = createS3Store({ ...s3.options, secretAccessKey: 'another' })
    await expect(store.write(randomUUID(), chunksOf(Buffer.from('x')))).rejects.toThrow('SignatureDoesNotMatch')
  })

  test('stands behind the whole service', async () => {
    const server = await startStorageServer({ s3: s3.options })
    try {
      const before = s3.files.size
      const from = server.storage('service').from('shared')
      await from.upload('a.txt', '0123456789')
      expect(s3.files.size).toBe(before + 1)
      await from.copy('a.txt', 'b.txt')
      const { data } = await from.createSignedUrl('b.txt', 60)
      const response = await fetch(data?.signedUrl ?? '', { headers: { range: 'bytes=2-4' } })
      expect([response.status, await response.text()]).toEqual([206, '234'])
      await from.update('a.txt', 'new')
      expect(await (await from.download('a.txt')).data?.text()).toBe('new')
      await from.remove(['a.txt', 'b.txt'])
      expect(s3.files.size).toBe(before)
    } finally {
      await server.close()
    }
  })
})
