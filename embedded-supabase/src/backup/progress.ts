import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Part } from './collect.ts'
import { isOfThisPlace } from './entries.ts'
import { bytesOfTables } from './rows.ts'

/** Bytes that were read so far, and about how many there are. */
export type OnProgress = (doneBytes: number, wholeBytes: number) => void

/** Hands on the parts of an archive and tells how far it is. */
export async function* withProgress(
  parts: AsyncIterable<Part>,
  wholeBytes: number,
  onProgress: OnProgress,
): AsyncGenerator<Part> {
  let done = 0
  onProgress(done, wholeBytes)
  for await (const part of parts) {
    yield part
    if (!Buffer.isBuffer(part)) continue
    done += part.length
    onProgress(done, Math.max(done, wholeBytes))
  }
}

/** About how many bytes a backup reads: what the rows take in their tables, and the files of the folder. */
export async function estimateBytes(client: pg.Client, dataDirectory: string): Promise<number> {
  let bytes = await bytesOfTables(client)
  for (const name of await readdir(dataDirectory)) {
    if (!isOfThisPlace(name)) bytes += await bytesBelow(join(dataDirectory, name))
  }
  return bytes
}

/** What is gone meanwhile counts as nothing. */
async function bytesBelow(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isDirectory()) return found?.size ?? 0
  let bytes = 0
  for (const name of await readdir(path).catch(() => [])) bytes += await bytesBelow(join(path, name))
  return bytes
}
