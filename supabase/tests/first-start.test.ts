import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareDataFolder } from '../../embedded-supabase/test/support/data-templates.ts'
import {
  databaseInTheMaking,
  KILLED,
  mountSmall,
  type Picture,
  runCommand,
  startAndKill,
  startAndSnapshot,
  startOn,
  takeSnapshot,
} from './support/first-start.ts'
import { PROJECT } from './support/project.ts'

/** How many places of a start on an empty folder it is killed at, each on a folder of its own; 20 with all tests. */
const PLACES = Number(process.env.FIRST_START_KILLS ?? 0)
/** Steps before the database is made: the folder, its lock, the password. */
const EARLY = [1, 3, 5, 7]
/** Megabytes that are too few: for the database, for the migrations, for the log of PostgreSQL, for the files. */
const TOO_FEW = PLACES > 0 ? [3, 20, 45, 60, 75, 90, 105] : [60, 90]
const ENOUGH = 400
/** Parts of the way from a migrated database to the open academy. */
const WHILE_FILLED = [
  { part: 0.4, what: 'server' },
  { part: 0.8, what: 'both' },
] as const

const root = mkdtempSync(join(tmpdir(), 'academy-first-'))
chmodSync(root, 0o711)
afterAll(() => rmSync(root, { recursive: true, force: true }))

let made = 0
/** A data folder that nothing was started on, or one whose database is migrated. */
function folder(isMigrated = false): string {
  const dataDirectory = join(root, String(++made))
  if (isMigrated) prepareDataFolder(dataDirectory, PROJECT)
  return dataDirectory
}

let undisturbed: Picture
let steps: { all: number; filling: number }
beforeAll(async () => {
  const file = join(root, 'steps')
  const counted = async (dataDirectory: string) => {
    const { picture } = await startAndSnapshot(dataDirectory, { STEPS_FILE: file })
    return { picture, steps: Number(readFileSync(file, 'utf8')) }
  }
  const [whole, filled] = [await counted(folder()), await counted(folder(true))]
  undisturbed = whole.picture
  steps = { all: whole.steps, filling: filled.steps }
})

/** The next start ends where an undisturbed one does; gives the alarms of its log. */
async function expectCompleted(dataDirectory: string): Promise<unknown[]> {
  const { picture, alarms } = await startAndSnapshot(dataDirectory)
  expect(picture).toEqual(undisturbed)
  return alarms
}

test('a start that was killed before the database was made, again and again, and while it was made, is completed', async () => {
  const dataDirectory = folder()
  for (const at of EARLY) await startAndKill(dataDirectory, at, 'server')
  const academy = await startOn(dataDirectory)
  await databaseInTheMaking(dataDirectory)
  academy.child.kill('SIGKILL')
  await academy.ended
  for (const [part, what] of [
    [0.15, 'both'],
    [0.25, 'database'],
    [0.35, 'server'],
  ] as const) {
    await startAndKill(dataDirectory, Math.round(steps.all * part), what)
  }
  expect(await expectCompleted(dataDirectory)).toEqual([])
})

test.each(WHILE_FILLED)(
  'a start that lost its $what after $part of the way from the migrations to the open academy is completed',
  async ({ part, what }) => {
    const dataDirectory = folder(true)
    await startAndKill(dataDirectory, Math.round(steps.filling * part), what)
    await expectCompleted(dataDirectory)
    rmSync(dataDirectory, { recursive: true })
  },
)

test.each(Array.from({ length: PLACES }, (_, place) => ({ place, what: KILLED[place % KILLED.length] ?? 'both' })))(
  'a start on an empty folder that lost its $what at place $place is completed',
  async ({ place, what }) => {
    const dataDirectory = folder()
    await startAndKill(dataDirectory, Math.round((steps.all * (place + 0.5)) / PLACES), what)
    expect(await expectCompleted(dataDirectory)).toEqual([])
    rmSync(dataDirectory, { recursive: true })
  },
)

test('of two starts at once on a new folder one makes the academy and the other says why it ends', async () => {
  const dataDirectory = folder()
  const academies = await Promise.all([startOn(dataDirectory), startOn(dataDirectory)])
  const isOpen = (academy: (typeof academies)[number]) =>
    academy.line('The academy is open').then(
      () => true,
      () => false,
    )
  expect((await Promise.all(academies.map(isOpen))).sort()).toEqual([false, true])
  const said = academies.flatMap((academy) =>
    academy.lines().map((line) => (typeof line === 'string' ? line : line.msg)),
  )
  expect(said.join()).toContain(`The data folder is in use by process`)
  for (const academy of academies) academy.child.kill('SIGTERM')
  expect((await Promise.all(academies.map(({ ended }) => ended))).sort()).toEqual([0, 1])
})

test.each([
  ['seed', '--students=50'],
  ['invite', 'dana@academy.example'],
])('a command that was killed half-way ends as an undisturbed one when it is run again: %s', async (...words) => {
  const [whole, killed] = [folder(true), folder(true)]
  const file = join(root, `steps-of-${words[0]}`)
  expect(await runCommand(whole, words, { STEPS_FILE: file })).toBe(0)
  const all = Number(readFileSync(file, 'utf8'))
  for (const part of PLACES > 0 ? [0.3, 0.5, 0.7, 0.9, 0.99] : [0.6, 0.98]) {
    expect(await runCommand(killed, words, { STOP_AT: String(Math.round(all * part)) })).not.toBe(0)
  }
  expect(await runCommand(killed, words)).toBe(0)
  expect(await takeSnapshot(killed)).toEqual(await takeSnapshot(whole))
})

const canMount = (() => {
  const small = mountSmall(join(root, 'mountable'), 1)
  small?.unmount()
  return small !== undefined
})()

test.skipIf(!canMount).each(TOO_FEW)(
  'a start on a disk of %i MB names the full disk and leaves nothing that runs; with room the next one completes it (needs root and mount)',
  async (megabytes) => {
    const disk = join(root, `disk-${megabytes}`)
    const small = mountSmall(disk, megabytes)
    const dataDirectory = join(disk, 'data')
    try {
      const academy = await startOn(dataDirectory)
      const { msg } = await academy.line('could not start')
      expect(msg).toContain(`The disk of ${dataDirectory} is full: make room`)
      expect(await academy.ended).toBe(1)
      expect(existsSync(join(dataDirectory, 'lock'))).toBe(false)
      small?.grow(ENOUGH)
      expect(await expectCompleted(dataDirectory)).toEqual([])
    } finally {
      small?.unmount()
    }
  },
)
