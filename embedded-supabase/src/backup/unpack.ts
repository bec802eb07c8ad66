import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import type { MigrationSet } from '../database/migrations.ts'
import type { OpenWith } from './encryption.ts'
import { type BackupEntry, readEntries } from './entries.ts'
import { load } from './load.ts'
import type { Manifest } from './manifest.ts'

type Target = {
  client: pg.Client
  project: MigrationSet
  dataDirectory: string
  openWith: OpenWith | undefined
  log: (message: string) => void
}

/** Puts a backup that was checked into an empty database and an empty folder; the caller commits or rolls back. */
export async function unpack(file: string, { client, project, dataDirectory, openWith, log }: Target): Promise<void> {
  const entries = readEntries(file, openWith)
  const { value: manifest } = await entries.next()
  let next = await entries.next()
  async function* rowsOf(table: number): AsyncGenerator<Buffer> {
    for (; isEntry(next) && 'table' in next.value && next.value.table === table; next = await entries.next()) {
      yield* next.value.chunks
    }
  }
  log('putting in the rows')
  const unknown = await load(client, { manifest: manifest as Manifest, project, rowsOf })
  if (unknown.length > 0) log(`made bare and closed, since no migration makes it: ${unknown.join(', ')}`)
  log('putting in the files')
  for (; isEntry(next); next = await entries.next()) {
    if ('path' in next.value) await writeEntry(join(dataDirectory, next.value.path), next.value)
  }
}

const isEntry = (result: IteratorResult<Manifest | BackupEntry, void>): result is IteratorYieldResult<BackupEntry> =>
  !result.done && 'chunks' in result.value

async function writeEntry(target: string, { isFolder, chunks }: BackupEntry): Promise<void> {
  await mkdir(isFolder ? target : dirname(target), { recursive: true, mode: 0o700 })
  if (isFolder) return
  const file = await open(target, 'wx', 0o600)
  try {
    for await (const chunk of chunks) await file.write(chunk)
    await file.sync()
  } finally {
    await file.close()
  }
}
