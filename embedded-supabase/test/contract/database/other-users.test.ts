import { spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../../../src/database/index.ts'
import { temporaryFolder } from '../../support/folder.ts'

/** A number that no user of the machine has; only root can start a process as one. */
const NOBODY_AT_ALL = 12_345

const DATABASE = fileURLToPath(new URL('../../../src/database/index.ts', import.meta.url))
const OPEN = `import { openDatabase } from ${JSON.stringify(DATABASE)}
  const said = await openDatabase({ dataDirectory: process.env.FOLDER, durable: false }).then(
    async (database) => {
      const { rows } = await database.asOwner((tx) => tx.query("select 'open' as word"))
      await database.close()
      return rows[0].word
    },
    (error) => error.message)
  console.log(said)`

const AS_NAMELESS = ['--reuid', String(NOBODY_AT_ALL), '--regid', String(NOBODY_AT_ALL), '--clear-groups']
const canRead = (file: string) => spawnSync('/usr/bin/setpriv', [...AS_NAMELESS, 'test', '-r', file]).status === 0
/** Root, in a folder of the code that others may read. */
const canAct = process.getuid?.() === 0 && canRead(DATABASE) && canRead(process.execPath)

const { path, remove } = temporaryFolder()
afterAll(remove)

/** Opens the database in a folder as a user without a name; what came of it. */
function openAsNamelessUser(folder: string, programs = process.env.PATH ?? ''): string {
  const words = [...AS_NAMELESS, process.execPath, '--import', 'tsx', '--input-type=module', '-e', OPEN]
  const env = { PATH: programs, FOLDER: folder, POSTGRES_BINARIES: process.env.POSTGRES_BINARIES ?? '' }
  const { stdout, stderr } = spawnSync('/usr/bin/setpriv', words, { encoding: 'utf8', env })
  return (stdout || stderr).trim()
}

function folderOf(name: string, uid: number): string {
  const folder = join(path, name)
  mkdirSync(folder)
  chownSync(folder, uid, uid)
  return folder
}

test.runIf(canAct)('a user without a name makes a database, and opens it again', () => {
  const folder = folderOf('nameless', NOBODY_AT_ALL)
  const first = openAsNamelessUser(folder)
  // A machine may forbid the namespace that lends the name: then the way out is told.
  if (first === 'open') expect(openAsNamelessUser(folder)).toBe('open')
  else expect(first).toContain('has no name in /etc/passwd')
})

test.runIf(canAct)('where no name can be lent, the sentence says what to do, and nothing half is left', () => {
  const folder = folderOf('refused', NOBODY_AT_ALL)
  const programs = folderOf('programs', 0)
  symlinkSync(process.execPath, join(programs, 'node'))
  for (const _ of ['first', 'again']) {
    expect(openAsNamelessUser(folder, programs)).toMatch(
      /^The database cannot be made by user 12345, who has no name in \/etc\/passwd\. Give the user one in the image/,
    )
  }
})

test.runIf(canAct)('a folder that root used is refused to another user with the command that gives it to them', () => {
  const whole = folderOf('of-root', 0)
  expect(openAsNamelessUser(whole)).toMatch(
    new RegExp(`^${whole} belongs to user 0, and this is user 12345: .*chown -R 12345 ${whole}$`),
  )
  const partly = folderOf('partly', NOBODY_AT_ALL)
  writeFileSync(join(partly, 'keys.json'), '{}', { mode: 0o600 })
  expect(openAsNamelessUser(partly)).toContain(`chown -R 12345 ${partly}`)
})

test.runIf(canAct)('a folder that a user used is refused to root before anything in it is touched', async () => {
  for (const entry of ['postgres', 'keys.json']) {
    const folder = folderOf(`of-a-user-${entry}`, NOBODY_AT_ALL)
    folderOf(`of-a-user-${entry}/${entry}`, NOBODY_AT_ALL)
    await expect(openDatabase({ dataDirectory: folder, durable: false })).rejects.toThrow(
      new RegExp(`${entry} belongs to user 12345, who could not read .* root .*su - "\\$\\(id -nu 12345\\)"$`),
    )
    expect(readdirSync(folder)).toEqual([entry])
    folderOf(`of-a-user-${entry}/socket`, 0)
    expect(openAsNamelessUser(folder)).toMatch(/socket belongs to user 0, .*chown -R 12345/)
  }
})
