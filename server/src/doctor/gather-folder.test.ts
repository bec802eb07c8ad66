import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findBackups } from './gather-folder.ts'

let folder: string
let data: string
let backups: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'academy-backups-'))
  ;[data, backups] = [join(folder, 'data'), join(folder, 'backups')]
  mkdirSync(data)
  mkdirSync(backups)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** As every archive ends: an empty gzip member whose comment is a sum. */
const SEAL = Buffer.concat([
  Buffer.from([0x1f, 0x8b, 8, 0x10, 0, 0, 0, 0, 0, 0xff]),
  Buffer.from(`sha256=${'0'.repeat(64)}\0`),
  Buffer.from([3, 0]),
  Buffer.alloc(8),
])

const look = () => findBackups(backups, data)

function archive(name: string, made = new Date('2026-11-22T03:10:00Z')): string {
  const file = join(backups, name)
  writeFileSync(file, Buffer.concat([gzipSync('rows and files\n'.repeat(20_000)), SEAL]))
  utimesSync(file, made, made)
  return file
}

test('the newest archive is looked at, and one that is whole is fine', async () => {
  archive('academy-20261120T031000Z.tar.gz', new Date('2026-11-20T03:10:00Z'))
  const made = new Date('2026-11-22T03:10:00Z')
  archive('academy-20261122T031000Z.tar.gz', made)
  expect(await look()).toEqual({
    ...{ folder: backups, state: 'fine', place: 'on its disk' },
    newest: { name: 'academy-20261122T031000Z.tar.gz', made, state: 'fine' },
  })
})

test('an archive of no bytes, one cut at any place, and one without a seal are not whole', async () => {
  const file = archive('academy-1.tar.gz')
  const bytes = readFileSync(file)
  const stateOf = async (content: Buffer) => {
    writeFileSync(file, content)
    return (await look()).newest?.state
  }
  expect(await stateOf(Buffer.alloc(0))).toBe('empty')
  for (const length of [1, 91, 92, bytes.length / 2, bytes.length - 92, bytes.length - 1].map(Math.floor)) {
    expect([length, await stateOf(bytes.subarray(0, length))]).toEqual([length, 'cut'])
  }
  expect(await stateOf(gzipSync('rows'))).toBe('cut')
  expect(await stateOf(bytes)).toBe('fine')
  rmSync(file)
  writeFileSync(join(backups, 'academy-2.tar.gz.gpg'), 'sealed for a key')
  expect((await look()).newest).toMatchObject({ name: 'academy-2.tar.gz.gpg', state: 'fine' })
})

test('of an encrypted one the header is looked at', async () => {
  const file = join(backups, 'academy-3.tar.gz.age')
  const header = `age-encryption.org/v1\n-> X25519 share\nbody\n--- ${'A'.repeat(43)}\n`
  for (const [content, state] of [
    [`${header}and what follows`, 'fine'],
    [header.slice(0, -20), 'cut'],
  ]) {
    writeFileSync(file, content ?? '')
    expect((await look()).newest).toMatchObject({ name: 'academy-3.tar.gz.age', state })
  }
})

test('a folder that is not there, none, and one in the data folder', async () => {
  rmSync(backups, { recursive: true })
  expect(await look()).toMatchObject({ state: 'missing', place: 'on its disk', newest: undefined })
  expect(await findBackups(undefined, data)).toMatchObject({ folder: undefined, state: 'fine' })
  expect((await findBackups(join(data, 'backups'), data)).place).toBe('in the data folder')
  expect((await findBackups(`${data}-backups`, data)).place).toBe('on its disk')
  expect((await findBackups('/proc/self', data)).place).toBe('elsewhere')
})

// Root may write everywhere but to what is no file system to write to.
test.skipIf(process.getuid?.() === 0)('a folder that this user may not write is closed', async () => {
  chmodSync(backups, 0o500)
  expect(await look()).toMatchObject({ state: 'closed', newest: undefined })
  chmodSync(backups, 0o700)
})
