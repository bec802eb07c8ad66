import { createHash, randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createDiskStore } from '../../../src/storage/disk-store.ts'
import type { FileStore } from '../../../src/storage/file-store.ts'
import { createGarbage, removeOrphans } from '../../../src/storage/garbage.ts'
import { type StorageServer, startStorageServer } from '../../support/storage.ts'
import { storagePartOf } from '../../support/storage-part.ts'

const MIB = 1024 * 1024

let server: StorageServer
let folder: string
beforeAll(async () => {
  server = await startStorageServer({ config: '[storage]\nfile_size_limit = "200MiB"\n' })
  folder = mkdtempSync(join(tmpdir(), 'disk-store-'))
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

/** The storage service over another place for files. */
const storageOver = (files: FileStore) => storagePartOf(server, folder, { files })

const rowsNamed = async (name: string) => {
  const { rows } = await server.supabase.database.asOwner((tx) =>
    tx.query<{ version: string }>('select version from storage.objects where name = $1', [name]),
  )
  return rows
}

describe('a full disk', () => {
  test('is told, and leaves neither a row nor a file', async () => {
    const disk = createDiskStore(join(folder, 'full'))
    const full: FileStore = {
      ...disk,
      write: (id, chunks) =>
        disk.write(
          id,
          (async function* () {
            for await (const chunk of chunks) yield chunk
            throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
          })(),
        ),
    }
    const request = await storageOver(full)
    for (const body of ['raw', new FormData()]) {
      if (body instanceof FormData) body.append('', new Blob(['x']))
      const response = await request('object/shared/full.txt', { method: 'POST', body })
      expect(response.status).toBe(507)
      expect(await response.json()).toMatchObject({ error: 'InsufficientStorage', statusCode: '507' })
    }
    expect(await rowsNamed('full.txt')).toEqual([])
    expect(readdirSync(join(folder, 'full', 'incoming'))).toEqual([])
  })

  test('keeps what was there before', async () => {
    await server.storage('service').from('shared').upload('before.txt', 'before')
    const disk = createDiskStore(join(server.files, '..'))
    const full: FileStore = { ...disk, write: () => Promise.reject(Object.assign(new Error(), { code: 'EDQUOT' })) }
    const request = await storageOver(full)
    expect((await request('object/shared/before.txt', { method: 'PUT', body: 'after' })).status).toBe(507)
    expect(await (await request('object/shared/before.txt')).text()).toBe('before')
  })
})

test('a sender that goes away leaves nothing', async () => {
  const broken = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(Buffer.from('half'))
      controller.error(new Error('gone'))
    },
  })
  const request = await storageOver(createDiskStore(join(folder, 'gone')))
  const response = await request('object/shared/half.txt', {
    method: 'POST',
    body: broken,
    duplex: 'half',
  } as RequestInit)
  expect(response.status).toBe(400)
  expect(await rowsNamed('half.txt')).toEqual([])
  expect(readdirSync(join(folder, 'gone', 'incoming'))).toEqual([])
})

test('an object whose file is lost is not found; it can be uploaded again', async () => {
  const from = server.storage('service').from('shared')
  await from.upload('lost.txt', 'lost')
  const [row] = await rowsNamed('lost.txt')
  rmSync(join(server.files, row?.version.slice(0, 2) ?? '', row?.version ?? ''))
  expect((await from.download('lost.txt')).error).toMatchObject({ statusCode: '404' })
  expect((await from.copy('lost.txt', 'copy.txt')).error).toMatchObject({ statusCode: '404' })
  expect((await from.update('lost.txt', 'found')).error).toBeNull()
  expect(await (await from.download('lost.txt')).data?.text()).toBe('found')
})

const inBase64 = (text: string) => Buffer.from(text).toString('base64')

test.each<[way: string, path: string, init: RequestInit]>([
  ['at once', 'object/shared/saved.txt', { method: 'PUT' }],
  [
    'in parts',
    'upload/resumable',
    {
      method: 'POST',
      headers: {
        ...{ 'tus-resumable': '1.0.0', 'upload-length': '5', 'x-upsert': 'true' },
        'upload-metadata': `bucketName ${inBase64('shared')},objectName ${inBase64('saved.txt')}`,
        'content-type': 'application/offset+octet-stream',
      },
    },
  ],
])('what was saved stays when only the look at it fails: %s', async (_way, path, init) => {
  const { database } = server.supabase
  const queryAsCaller: typeof database.queryAsCaller = (caller, text, ...rest) =>
    text.includes('from storage.objects')
      ? Promise.reject(Object.assign(new Error('a policy failed'), { severity: 'ERROR', code: '22P02' }))
      : database.queryAsCaller(caller, text, ...rest)
  const blind = await storagePartOf(server, join(server.files, '..', '..'), {
    database: { ...database, queryAsCaller },
  })
  const body = `by ${init.method?.slice(0, 2)}`
  expect((await blind(path, { ...init, body })).ok).toBe(false)
  const { data } = await server.storage('service').from('shared').download('saved.txt')
  expect(await data?.text()).toBe(body)
})

test('files that no row names are found by their age and deleted', async () => {
  const disk = createDiskStore(join(server.files, '..'))
  const from = server.storage('service').from('shared')
  await from.upload('named.txt', 'x')
  const [named] = await rowsNamed('named.txt')
  await disk.write('aa-orphan', once('x'))
  const incoming = join(server.files, '..', 'incoming')
  mkdirSync(incoming, { recursive: true })
  writeFileSync(join(incoming, 'stale'), 'x')
  utimesSync(join(incoming, 'stale'), 1, 1)
  writeFileSync(join(incoming, 'fresh'), 'x')
  utimesSync(join(server.files, 'aa', 'aa-orphan'), 1, 1)
  const old: string[] = []
  for await (const id of disk.list(new Date(Date.now() - 60_000))) old.push(id)
  expect(old).toEqual(['aa-orphan'])
  await removeOrphans(server.supabase.database, disk, ['aa-orphan', named?.version ?? ''])
  expect(existsSync(join(server.files, 'aa', 'aa-orphan'))).toBe(false)
  expect(existsSync(join(incoming, 'stale'))).toBe(false)
  expect(existsSync(join(incoming, 'fresh'))).toBe(true)
  expect(await (await from.download('named.txt')).data?.text()).toBe('x')
})

test('files are swept soon after the start and every hour, and no more once the server is closed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  try {
    const closing = new AbortController()
    const begun: [number, number] = [0, 0]
    const sweepsOf = (nth: 0 | 1, signal: AbortSignal) =>
      createGarbage(
        server.supabase.database,
        createDiskStore(join(folder, 'swept')),
        async () => void begun[nth]++,
        () => undefined,
        signal,
      )
    sweepsOf(0, closing.signal)
    sweepsOf(1, new AbortController().signal)
    closing.abort()
    vi.advanceTimersByTime(2 * 3_600_000)
    await expect.poll(() => begun[1]).toBe(3)
    expect(begun[0]).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

test('a reader keeps what it reads while the object is replaced', async () => {
  const from = server.storage('service').from('shared')
  const one = randomBytes(4 * MIB)
  await from.upload('replaced.bin', one)
  const headers = { authorization: `Bearer ${server.keys.serviceRoleKey}` }
  const response = await fetch(`${server.url}/storage/v1/object/shared/replaced.bin`, { headers })
  await from.update('replaced.bin', randomBytes(MIB))
  expect(Buffer.from(await response.arrayBuffer()).equals(one)).toBe(true)
})

test.runIf(process.platform === 'linux')(
  'readers and senders that go away in the middle leave no open file and no half one',
  async () => {
    const from = server.storage('service').from('shared')
    await from.upload('left.bin', randomBytes(16 * MIB))
    const url = `${server.url}/storage/v1/object/shared`
    const headers = { authorization: `Bearer ${server.keys.serviceRoleKey}` }
    const leave = async (init: RequestInit, name: string) => {
      const stop = new AbortController()
      const response = fetch(`${url}/${name}`, { ...init, headers, signal: stop.signal })
      if (init.method) await new Promise((resolve) => setTimeout(resolve, 100))
      else await (await response).body?.getReader().read()
      stop.abort()
      await response.catch(() => undefined)
    }
    for (let i = 0; i < 10; i++) await leave({}, 'left.bin')
    const endless = () =>
      new ReadableStream({ pull: (controller) => setImmediate().then(() => controller.enqueue(Buffer.alloc(1024))) })
    for (let i = 0; i < 3; i++) {
      await leave({ method: 'POST', body: endless(), duplex: 'half' } as RequestInit, `sent-${i}.bin`)
    }
    await vi.waitFor(() => {
      const open = readdirSync('/proc/self/fd').filter((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`).startsWith(join(server.files, '..'))
        } catch {
          return false
        }
      })
      expect(open).toEqual([])
      expect(readdirSync(join(server.files, '..', 'incoming')).filter((name) => name !== 'fresh')).toEqual([])
    }, 60_000)
    expect(await rowsNamed('sent-0.bin')).toEqual([])
  },
)

test('a video passes through without being held in memory', async () => {
  const chunk = randomBytes(MIB)
  const hash = createHash('sha256')
  let left = 150
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (left-- === 0) return controller.close()
      hash.update(chunk)
      controller.enqueue(chunk)
    },
  })
  const base = process.memoryUsage().rss
  let peak = base
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 5)
  const from = server.storage('service').from('shared')
  expect((await from.upload('video.mp4', body, { contentType: 'video/mp4', duplex: 'half' })).error).toBeNull()
  const received = createHash('sha256')
  const { data } = await from.download('video.mp4').asStream()
  for await (const part of data ?? []) received.update(part)
  clearInterval(watch)
  expect(received.digest('hex')).toBe(hash.digest('hex'))
  expect((peak - base) / MIB).toBeLessThan(110)
})
