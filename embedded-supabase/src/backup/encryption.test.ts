import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { collectText, type Part } from './collect.ts'
import { checkRecipient, newIdentity, type OpenWith, openArchive, readIdentities, withCheckKey } from './encryption.ts'
import { writeEntries } from './entries.ts'
import { checkBackup, restore } from './index.ts'
import { manifestText } from './manifest.ts'
import { endsInSeal, writeSealed } from './sealed-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'encrypted-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const at = (name: string) => join(folder, name)
const dataDirectory = at('data')
const hasAge = spawnSync('age', ['--version']).status === 0

const PASSPHRASE = 'correct horse battery staple'
const MANIFEST = manifestText({ migrations: [], tables: [], sequences: [] })
let mine: { recipient: string; identity: string }
let other: { recipient: string; identity: string }

async function* content(): AsyncGenerator<Part> {
  yield* collectText('folder/keys.json', '{"jwtSecret":"x"}')
  yield* collectText('folder/storage/objects/one', randomBytes(250_000).toString('base64'))
}

beforeAll(async () => {
  ;[mine, other] = await Promise.all([newIdentity(), newIdentity()])
  await writeSealed(writeEntries(MANIFEST, content()), at('key.age'), {
    recipients: [mine.recipient, other.recipient],
  })
  await writeSealed(writeEntries(MANIFEST, content()), at('word.age'), { passphrase: PASSPHRASE, workFactor: 10 })
})

/** It is refused before anything is touched: not even the folder is made. */
async function expectRefused(file: string, openWith: OpenWith, why: RegExp): Promise<void> {
  const refused = restore(file, { dataDirectory, projectDirectory: folder, openWith, log: () => undefined })
  await expect(refused).rejects.toThrow(why)
  expect(existsSync(dataDirectory)).toBe(false)
}

test('an archive opens with the secret key of each of its recipients, and with its passphrase', async () => {
  for (const { identity } of [mine, other]) {
    expect(await checkBackup(at('key.age'), { identities: [identity] })).toMatchObject({ tables: [] })
  }
  expect(await checkBackup(at('word.age'), { passphrase: PASSPHRASE })).toMatchObject({ tables: [] })
  expect(statSync(at('key.age')).mode & 0o777).toBe(0o600)
  expect(readFileSync(at('key.age')).includes('manifest.json')).toBe(false)
})

test('with nothing, another key, or another passphrase it does not, and the error says so', async () => {
  const { identity } = await newIdentity()
  await expectRefused(at('key.age'), {}, /encrypted: name the file with its secret key/)
  await expectRefused(at('key.age'), { identities: [identity] }, /secret key does not open/)
  await expectRefused(at('key.age'), { passphrase: PASSPHRASE }, /passphrase does not open/)
  await expectRefused(at('word.age'), { passphrase: `${PASSPHRASE}.` }, /passphrase does not open/)
  await expectRefused(at('word.age'), { identities: [mine.identity] }, /secret key does not open/)
})

test('one that was cut, changed, or put together differently is refused whole', async () => {
  const openWith = { identities: [mine.identity] }
  const bytes = readFileSync(at('key.age'))
  const PIECE = 64 * 1024 + 16
  const headerEnd = bytes.indexOf('\n', bytes.indexOf('\n--- ') + 1) + 1 + 16
  const cutBetweenPieces = bytes.subarray(0, headerEnd + PIECE)
  const cases = [
    cutBetweenPieces,
    bytes.subarray(0, 10),
    bytes.subarray(0, headerEnd),
    Buffer.concat([bytes, Buffer.from('more')]),
    Buffer.concat([
      bytes.subarray(0, headerEnd),
      bytes.subarray(headerEnd + PIECE, headerEnd + 2 * PIECE),
      bytes.subarray(headerEnd, headerEnd + PIECE),
      bytes.subarray(headerEnd + 2 * PIECE),
    ]),
  ]
  for (const changed of cases) {
    writeFileSync(at('damaged.age'), changed)
    await expectRefused(at('damaged.age'), openWith, /cut or damaged/)
  }
  const place = fc.oneof(fc.nat(headerEnd + 100), fc.nat(bytes.length - 1))
  await fc.assert(
    fc.asyncProperty(place, fc.nat(7), async (byte, bit) => {
      const changed = Buffer.from(bytes)
      changed.writeUInt8(changed.readUInt8(byte) ^ (1 << bit), byte)
      writeFileSync(at('damaged.age'), changed)
      await expectRefused(at('damaged.age'), openWith, /cut or damaged|does not open/)
    }),
    { numRuns: 60 },
  )
})

test('a header without an end is not read for ever, nor one that asks for endless work', async () => {
  writeFileSync(at('endless.age'), `age-encryption.org/v1\n${'x'.repeat(5_000_000)}`)
  expect(await endsInSeal(at('endless.age'))).toBe(false)
  await expectRefused(at('endless.age'), { passphrase: PASSPHRASE }, /cut or damaged/)
  const costly = readFileSync(at('word.age'), 'latin1').replace(/^(-> scrypt \S+) 10$/m, '$1 30')
  writeFileSync(at('costly.age'), costly, 'latin1')
  await expectRefused(at('costly.age'), { passphrase: PASSPHRASE }, /cut or damaged/)
})

test('an encrypted archive is still one whose entries are looked at', async () => {
  async function* outside(): AsyncGenerator<Part> {
    yield* content()
    yield* collectText('folder/../../up', 'text')
  }
  const openWith = { passphrase: PASSPHRASE }
  await writeSealed(writeEntries(MANIFEST, outside()), at('outside.age'), { ...openWith, workFactor: 10 })
  await expectRefused(at('outside.age'), openWith, /no backup has/)
})

test('who makes an archive checks it with a key of the moment, which nobody keeps', async () => {
  const { encryptFor, openWith } = await withCheckKey({ recipients: [mine.recipient] })
  await writeSealed(writeEntries(MANIFEST, content()), at('checked.age'), encryptFor)
  await checkBackup(at('checked.age'), openWith)
  await checkBackup(at('checked.age'), { identities: [mine.identity] })
  expect(await endsInSeal(at('checked.age'))).toBe(true)
})

test('a backup without secrets has no keys.json, and one that has it is none', async () => {
  const without = manifestText({ migrations: [], tables: [], sequences: [], without_secrets: true })
  await writeSealed(writeEntries(without, content()), at('with-keys.tar.gz'))
  await expectRefused(at('with-keys.tar.gz'), {}, /it has keys.json/)
})

test.each(['', 'age1', 'backup@academy.example', 'ssh-ed25519 AAAA', `age1${'q'.repeat(58)}`, 'AGE-SECRET-KEY-1X'])(
  'no public key: %s',
  (text) => expect(() => checkRecipient(text)).toThrow('public keys of age'),
)

test('an identity file is read as age-keygen writes it', () => {
  expect(readIdentities(`# created: today\n# public key: ${mine.recipient}\n${mine.identity}\r\n`)).toEqual([
    mine.identity,
  ])
  expect(() => readIdentities('# nothing\n')).toThrow('no secret key')
  expect(() => readIdentities(mine.recipient)).toThrow('no secret key')
})

test.runIf(hasAge)("the program age opens ours, and we open age's", async () => {
  writeFileSync(at('key.txt'), `${mine.identity}\n`, { mode: 0o600 })
  const opened = spawnSync('age', ['--decrypt', '--identity', at('key.txt'), '--output', at('a.gz'), at('key.age')])
  expect(opened.stderr.toString()).toBe('')
  await checkBackup(at('a.gz'))
  const made = spawnSync('age', ['--recipient', mine.recipient, '--output', at('b.age'), at('a.gz')])
  expect(made.stderr.toString()).toBe('')
  await checkBackup(at('b.age'), { identities: [mine.identity] })
})

test('hundreds of megabytes pass through with a few in memory', async () => {
  const MB = 200
  const piece = Buffer.alloc(1024 * 1024, 7)
  async function* big(): AsyncGenerator<Buffer> {
    for (let i = 0; i < MB; i++) yield piece
  }
  const before = process.memoryUsage().arrayBuffers
  let most = 0
  const watch = () => {
    most = Math.max(most, process.memoryUsage().arrayBuffers - before)
  }
  await writeSealed(big(), at('big.age'), { recipients: [mine.recipient] })
  for await (const _ of openArchive(at('big.age'), { identities: [mine.identity] })) watch()
  expect(most).toBeLessThan(64e6)
}, 60_000)
