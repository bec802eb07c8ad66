import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readMigrations } from '../database/migrations.ts'
import { OWN_MIGRATIONS } from '../database/shared-roles.ts'
import { collectText, type Part } from './collect.ts'
import { checkEntries, readEntries, writeEntries } from './entries.ts'
import { restore } from './index.ts'
import { manifestText } from './manifest.ts'
import { checkSeal, writeSealed } from './sealed-file.ts'
import { TAR_END, tarHeader, tarPadding } from './tar.ts'

const folder = mkdtempSync(join(tmpdir(), 'damaged-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const [whole, damaged, dataDirectory] = ['whole.tar.gz', 'damaged.tar.gz', 'data'].map((name) =>
  join(folder, name),
) as [string, string, string]
const place = { dataDirectory, projectDirectory: join(folder, 'project'), log: () => undefined }

const MANIFEST = manifestText({
  migrations: readMigrations(OWN_MIGRATIONS),
  tables: [{ schema: 'public', name: 'notes', columns: [{ name: 'body', type: 'text' }] }],
  sequences: [],
})
const FILES: [name: string, text: string][] = [
  ['database/0.1', 'שלום\n'.repeat(500)],
  ['database/0.2', 'more\n'],
  ['folder/keys.json', '{"jwtSecret":"x"}'],
  ['folder/storage/objects/one', 'picture'.repeat(200)],
]

async function* partsOf(files: [string, string][]): AsyncGenerator<Part> {
  for (const [name, text] of files) yield* collectText(name, text)
}

beforeAll(() => writeSealed(writeEntries(MANIFEST, partsOf(FILES)), whole))

/** The archive is refused before anything is touched: not even the folder is made. */
async function expectRefused(bytes?: Buffer): Promise<void> {
  if (bytes) writeFileSync(damaged, bytes)
  await expect(restore(damaged, place)).rejects.toThrow(/backup|archive/)
  expect(existsSync(dataDirectory)).toBe(false)
}

test('a whole archive passes', async () => {
  await checkSeal(whole)
  expect((await checkEntries(whole)).tables).toHaveLength(1)
})

test("files of a home in an older version's archive are passed over", async () => {
  const home: [string, string][] = [
    ['folder/.npm/_logs/one', 'x'.repeat(2000)],
    ['folder/.bashrc', ''],
  ]
  const older = join(folder, 'older.tar.gz')
  await writeSealed(writeEntries(MANIFEST, partsOf([...FILES.slice(0, 3), ...home, ...FILES.slice(3)])), older)
  const paths: string[] = []
  for await (const entry of readEntries(older)) {
    if ('path' in entry) paths.push(entry.path)
    if ('chunks' in entry) for await (const _ of entry.chunks);
  }
  expect(paths).toEqual(['keys.json', 'storage/objects/one'])
})

test('no archive with a changed bit, a missing end, a lost or an added piece is accepted', async () => {
  const bytes = readFileSync(whole)
  const at = fc.nat(bytes.length - 1)
  const damage: fc.Arbitrary<Buffer> = fc.oneof(
    fc.tuple(at, fc.nat(7)).map(([byte, bit]) => {
      const changed = Buffer.from(bytes)
      changed.writeUInt8(changed.readUInt8(byte) ^ (1 << bit), byte)
      return changed
    }),
    at.map((length) => bytes.subarray(0, length)),
    fc.tuple(at, fc.integer({ min: 1, max: 600 })).map(([from, length]) => {
      return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + length)])
    }),
    fc.tuple(at, fc.uint8Array({ minLength: 1, maxLength: 600 })).map(([from, more]) => {
      return Buffer.concat([bytes.subarray(0, from), more, bytes.subarray(from)])
    }),
  )
  await fc.assert(
    fc.asyncProperty(damage, (bytes) => expectRefused(bytes)),
    { numRuns: 200 },
  )
})

test('nor is one in which the last byte before the seal, the seal, or the header of gzip differs', async () => {
  const bytes = readFileSync(whole)
  for (const byte of [...Array(10).keys(), ...Array.from({ length: 102 }, (_, i) => bytes.length - 1 - i)]) {
    const changed = Buffer.from(bytes)
    changed.writeUInt8(changed.readUInt8(byte) ^ 1, byte)
    await expectRefused(changed)
  }
})

const without = (name: string) => FILES.filter(([known]) => known !== name)
const withMore = (name: string, at = FILES.length): [string, string][] => [
  ...FILES.slice(0, at),
  [name, 'text'],
  ...FILES.slice(at),
]

test.each<[string, [string, string][]]>([
  ['without keys', without('folder/keys.json')],
  ['without a piece of a table', without('database/0.1')],
  ['with rows of no table', withMore('database/1.1', 2)],
  ['with rows that come too late', withMore('database/0.3').reverse()],
  ['with an entry of no kind', withMore('extra')],
  ['with a second manifest', withMore('manifest.json')],
  ['with a path that leads up', withMore('folder/../../up')],
  ['with a path that begins at the root', withMore('/folder/up')],
  ['with a path of Windows', withMore('folder/c:\\up')],
  ['with logins of another database', withMore('folder/logins.json')],
  ['with a lock', withMore('folder/lock')],
  ['with files of a database', withMore('folder/postgres/PG_VERSION')],
])('an archive that somebody sealed %s is refused', async (_, files) => {
  await writeSealed(writeEntries(MANIFEST, partsOf(files)), damaged)
  await expectRefused()
})

/** An archive whose list of contents says what it likes. */
function tarOf(entries: { name: string; text: string; type?: string }[], end = TAR_END): Buffer {
  const parts = entries.flatMap(({ name, text, type = '0' }) => {
    const body = Buffer.from(text)
    const header = tarHeader({ name, isFolder: false, size: body.length })
    header.write(type, 156)
    header.write('        ', 148)
    const sum = header.reduce((total, byte) => total + byte, 0)
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
    return [header, body, tarPadding(body.length)]
  })
  return Buffer.concat([...parts, end])
}

const listed = (names: string[]) => JSON.stringify([...names, 'contents.json'])
const manifest = { name: 'manifest.json', text: MANIFEST }
const keys = { name: 'folder/keys.json', text: '{}' }
const contents = { name: 'contents.json', text: listed(['manifest.json', 'folder/keys.json']) }
const link = { name: 'folder/link', text: '', type: '2' }

test.each([
  ['nothing', tarOf([])],
  ['no manifest', tarOf([keys, contents])],
  ['a manifest of another kind', tarOf([{ ...manifest, text: '{"format":"other"}' }, keys, contents])],
  ['no list of contents', tarOf([manifest, keys])],
  ['a list that names more', tarOf([manifest, keys, { ...contents, text: listed(['manifest.json', 'a']) }])],
  ['an entry that the list does not name', tarOf([manifest, keys, { ...keys, name: 'folder/b' }, contents])],
  ['an entry behind the list', tarOf([manifest, keys, contents, { ...keys, name: 'folder/b' }])],
  ['a symbolic link', tarOf([manifest, keys, link, contents])],
  ['a hard link', tarOf([manifest, keys, { ...link, type: '1' }, contents])],
  ['no end', tarOf([manifest, keys, contents], Buffer.alloc(0))],
  ['a second archive behind its end', tarOf([manifest, keys, contents], Buffer.concat([TAR_END, tarOf([keys])]))],
])('a sealed archive with %s is refused', async (_, tar) => {
  await writeSealed(
    (async function* () {
      yield tar
    })(),
    damaged,
  )
  await expectRefused()
})

test('a backup of another schema is refused with what to do', async () => {
  const changed = MANIFEST.replace(/("checksum": ")../, '$1zz')
  await writeSealed(writeEntries(changed, partsOf(FILES)), damaged)
  await expect(restore(damaged, place)).rejects.toThrow('restore it with the version that wrote it')
  const newer = MANIFEST.replace('0001_roles_and_schemas.sql', '9999_later.sql')
  await writeSealed(writeEntries(newer, partsOf(FILES)), damaged)
  await expect(restore(damaged, place)).rejects.toThrow('or a newer one')
  expect(existsSync(dataDirectory)).toBe(false)
})
