import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { beginReading } from '../../../src/backup/rows.ts'
import { reachDatabase } from '../../../src/backup/source.ts'
import type { LogEntry } from '../../../src/options.ts'
import { createDiskStore } from '../../../src/storage/disk-store.ts'
import type { FileStore } from '../../../src/storage/file-store.ts'
import { createGarbage, removeOrphans } from '../../../src/storage/garbage.ts'
import { type StorageServer, startStorageServer } from '../../support/storage.ts'

/** Its own store never answers, so that nobody else tidies what these tests note. */
const NOWHERE = { endpoint: 'http://127.0.0.1:9', region: 'x', bucket: 'x', accessKeyId: 'x', secretAccessKey: 'x' }

let server: StorageServer
beforeAll(async () => {
  server = await startStorageServer({ s3: NOWHERE })
})
afterAll(() => server.close())

const closing: AbortController[] = []
afterEach(() => {
  for (const one of closing.splice(0)) one.abort()
})

const owner = async <Row>(text: string, values?: unknown[]) =>
  (await server.supabase.database.asOwner((tx) => tx.query<Row>(text, values))).rows
const noted = async () => (await owner<{ version: string }>('select version from storage.freed_files')).length

/** Notes of so many files, and what tidies them through `remove`. */
async function freed(count: number, remove: (id: string) => Promise<void>, heldWhen?: string) {
  const ids = Array.from({ length: count }, () => randomUUID())
  await owner('insert into storage.freed_files (version) select unnest($1::text[])', [ids])
  const entries: LogEntry[] = []
  const collector = () => {
    const end = new AbortController()
    closing.push(end)
    const files = { remove } as FileStore
    return createGarbage(
      server.supabase.database,
      files,
      async () => undefined,
      (entry) => entries.push(entry),
      end.signal,
      heldWhen,
    )
  }
  return { ids, told: entries, collector }
}

test('no transaction is open while files are removed, and a few go at once', async () => {
  let [open, now, most] = [0, 0, 0]
  const { collector, told: entries } = await freed(40, async () => {
    most = Math.max(most, ++now)
    const [row] = await owner<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where state like 'idle in transaction%' and query like $1`,
      ['%storage.freed_files%'],
    )
    open += row?.count ?? 0
    now--
  })
  await collector().collect()
  expect([open, entries, await noted()]).toEqual([0, [], 0])
  expect(most).toBeGreaterThan(1)
  expect(most).toBeLessThan(10)
})

test('what went is not noted any more, what could not go is tried again', async () => {
  let away = true
  const removed: string[] = []
  const { collector, told: entries } = await freed(40, async (id) => {
    if (removed.length >= 20 && away) throw new Error('S3 answered 503')
    removed.push(id)
  })
  const garbage = collector()
  await garbage.collect()
  expect(await noted()).toBe(40 - removed.length)
  expect(entries).toMatchObject([{ level: 'warn', message: 'files not tidied' }])
  away = false
  await garbage.collect()
  expect(await noted()).toBe(0)
  expect(new Set(removed).size).toBe(40)
})

test('more than a batch goes, by two processes at once and several calls of each', async () => {
  const removed: string[] = []
  const {
    collector,
    told: entries,
    ids,
  } = await freed(1_200, async (id) => {
    await wait(1)
    removed.push(id)
  })
  const [one, two] = [collector(), collector()]
  await Promise.all([one.collect(), two.collect(), one.collect(), two.collect(), one.collect()])
  expect([entries, await noted()]).toEqual([[], 0])
  expect(new Set(removed)).toEqual(new Set(ids))
})

test('a call also tidies what was freed while another one ran', async () => {
  const removed: string[] = []
  let late = ''
  const { collector } = await freed(1, async (id) => void removed.push(id))
  const garbage = collector()
  const running = garbage.collect()
  late = randomUUID()
  await owner('insert into storage.freed_files (version) values ($1)', [late])
  await garbage.collect()
  expect(removed).toContain(late)
  await running
})

test('while a backup copies, the files stay that its picture names', async () => {
  const dataDirectory = join(server.files, '..', '..')
  const disk = createDiskStore(join(server.files, '..'))
  const pathOf = (id: string) => join(server.files, id.slice(0, 2), id)
  const { collector, ids } = await freed(1, disk.remove)
  const orphan = randomUUID()
  const [id = ''] = ids
  for (const one of [id, orphan]) await disk.write(one, new Blob(['x']).stream())
  const { client, close } = await reachDatabase({
    ...{ dataDirectory, log: () => undefined },
    databaseUrl: process.env.TEST_DATABASE_URL,
  })
  const tidy = async () => {
    await collector().collect()
    await removeOrphans(server.supabase.database, disk, [orphan])
    return [id, orphan].map((one) => existsSync(pathOf(one)))
  }
  try {
    await beginReading(client)
    expect(await tidy()).toEqual([true, true])
    expect(await noted()).toBe(1)
  } finally {
    await close()
  }
  await expect.poll(tidy).toEqual([false, false])
  expect(await noted()).toBe(0)
})

test('while the condition holds that the host has named, nothing is deleted, and later it is', async () => {
  const removed: string[] = []
  const remove = async (id: string) => void removed.push(id)
  const { collector, ids } = await freed(3, remove, 'true')
  await collector().collect()
  await removeOrphans(server.supabase.database, { remove } as FileStore, [randomUUID()], 'true')
  expect([removed, await noted()]).toEqual([[], 3])
  const later = await freed(0, remove, 'false')
  await later.collector().collect()
  expect([removed.toSorted(), await noted()]).toEqual([ids.toSorted(), 0])
})
