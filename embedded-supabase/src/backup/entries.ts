import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { isData } from '../database/data-folder.ts'
import { collectText, type Part } from './collect.ts'
import { type OpenWith, openArchive } from './encryption.ts'
import { type Manifest, parseManifest } from './manifest.ts'
import { readTar, TAR_END, tarHeader, tarPadding } from './tar.ts'

const MANIFEST = 'manifest.json'
const CONTENTS = 'contents.json'
const FOLDER = /^folder\/(.+)$/
const ROWS = /^database\/(\d+)\.(\d+)$/
/** Without it nobody reaches the restored installation by the keys that are in browsers; a backup without secrets lacks it. */
const KEYS = 'folder/keys.json'
/** What belongs to the running process, to this machine or to this database; never in a backup, and never taken out of one. */
const OF_THIS_PLACE =
  /^(lock|running\.json|socket|database-folder|logins\.json|restore-unfinished|postgres|postgres\.new|postgres-password|postgres-password\.next)(\/|$)/

export const isOfThisPlace = (name: string): boolean => OF_THIS_PLACE.test(name) || isBesideData(name)

const isBesideData = (name: string) => !isData(name.split('/', 1)[0] ?? '')

/** Names of the entries: pieces of a table's rows, and a file of the data folder. */
export const rowsEntry = (table: number, piece: number): string => `database/${table}.${piece}`
export const folderEntry = (name: string): string => `folder/${name}`

/** An entry whose `chunks` are read to their end before the next one is asked for. */
export type BackupEntry = { chunks: AsyncIterable<Buffer>; isFolder: boolean } & ({ table: number } | { path: string })

/** The archive of a manifest and all that follows it, with a list of everything at its end. */
export async function* writeEntries(manifest: string, parts: AsyncIterable<Part>): AsyncGenerator<Buffer> {
  const names: string[] = []
  async function* all(): AsyncGenerator<Part> {
    yield* collectText(MANIFEST, manifest)
    yield* parts
    yield* collectText(CONTENTS, JSON.stringify([...names, CONTENTS]))
  }
  let padding = Buffer.alloc(0)
  for await (const part of all()) {
    if (Buffer.isBuffer(part)) yield part
    else {
      names.push(part.name)
      yield Buffer.concat([padding, tarHeader(part)])
      padding = Buffer.from(tarPadding(part.size))
    }
  }
  yield Buffer.concat([padding, TAR_END])
}

/**
 * Reads a backup to its end without putting anything anywhere.
 * @throws when it is damaged, lacks something, or has anything that no backup has
 */
export async function checkEntries(file: string, openWith: OpenWith = {}): Promise<Manifest> {
  const entries = readEntries(file, openWith)
  const first = await entries.next()
  if (first.done || 'chunks' in first.value) throw new Error(`${file} is not a backup: it has no ${MANIFEST}`)
  for await (const entry of entries) {
    if ('chunks' in entry) for await (const _ of entry.chunks);
  }
  return first.value
}

/**
 * The manifest, then every entry of rows in the order of its tables, then the files of the folder.
 * @throws as {@link checkEntries}, at the latest when it has read everything
 */
export async function* readEntries(
  file: string,
  openWith: OpenWith = {},
): AsyncGenerator<Manifest | BackupEntry, void> {
  const stream = pipeline(Readable.from(openArchive(file, openWith)), createGunzip(), () => undefined)
  const names: string[] = []
  let manifest: Manifest | undefined
  let contents: unknown
  let lastRows: [table: number, piece: number] = [-1, 0]
  for await (const { name, isFolder, chunks } of readTar(stream)) {
    names.push(name)
    if (contents) throw wrong(`${name} lies behind its end`)
    const [rows, path] = [ROWS.exec(name), FOLDER.exec(name)?.[1]]
    if (!manifest) {
      if (name !== MANIFEST) throw wrong(`it has no ${MANIFEST}`)
      manifest = parseManifest(await textOf(chunks))
      yield manifest
    } else if (name === CONTENTS) contents = JSON.parse(await textOf(chunks))
    else if (rows && !isFolder) {
      lastRows = nextRows(lastRows, [Number(rows[1]), Number(rows[2])], manifest)
      yield { table: lastRows[0], chunks, isFolder }
    } else if (path && isBesideData(path)) {
      // Earlier versions took in a home's files.
      for await (const _ of chunks);
    } else if (path && !isOfThisPlace(path)) yield { path, chunks, isFolder }
    else throw wrong(`it has ${name}`)
  }
  if (JSON.stringify(contents) !== JSON.stringify(names)) throw wrong('its list of contents is not what it has')
  const hasKeys = names.includes(KEYS)
  if (hasKeys === Boolean(manifest?.without_secrets)) throw wrong(hasKeys ? 'it has keys.json' : 'it has no keys.json')
}

function nextRows([table, piece]: [number, number], next: [number, number], { tables }: Manifest): [number, number] {
  const follows = next[0] === table ? next[1] === piece + 1 : next[0] > table && next[1] === 1
  if (!follows || next[0] >= tables.length) throw wrong(`the rows ${next.join('.')} are out of order`)
  return next
}

const wrong = (what: string) => new Error(`The archive is not a backup: ${what}`)

async function textOf(chunks: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of chunks) parts.push(part)
  return Buffer.concat(parts).toString()
}
