import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { SupervisedHome } from './support/supervised-home.ts'
import { layTinyAcademy, type Twist } from './support/tiny-academy.ts'

/** Longer than any start here takes on a busy machine; what never is ready is waited for as long. */
const PATIENT = ['--patience=60']
const SHORT = ['--patience=15']
const NEW = '2.0.0'
const MIGRATION = 'create table second ();'

let home: SupervisedHome
let stopWriting: () => Promise<Record<string, string[]>>
afterEach(async () => {
  await stopWriting?.()
  await home?.close()
})

async function started(): Promise<SupervisedHome> {
  home = new SupervisedHome(layTinyAcademy())
  mkdirSync(home.data)
  await home.start()
  return home
}

const runs = async () => (await fetch(home.url)).text()
const rows = () => readFileSync(join(home.data, 'postgres/rows'), 'utf8').trim().split('\n')
const schema = () => readFileSync(join(home.data, 'postgres/schema'), 'utf8').trim().split('\n')
const isOnTrial = () => existsSync(join(home.folder, 'releases/current.json')) && home.pointer().trial !== undefined

/** Writes rows, one after the other, until it is told to stop; gives those that were acknowledged, by whom. */
function write() {
  const acknowledged: Record<string, string[]> = { home: [], [NEW]: [] }
  let isOver = false
  const writing = (async () => {
    for (let row = 0; !isOver; row += 1) {
      const by = await fetch(`${home.url}/row-${row}`, { method: 'POST' }).then(
        (answer) => answer.text(),
        () => '',
      )
      acknowledged[by]?.push(`row-${row}`)
      await sleep(5)
    }
  })()
  stopWriting = async () => {
    isOver = true
    await writing
    return acknowledged
  }
  return stopWriting
}

test('a release takes over, and its home and its commands follow it', async () => {
  await started()
  const stop = write()
  const { code, output } = await home.upgrade(home.release(NEW, layTinyAcademy({ migration: MIGRATION })), PATIENT)
  const acknowledged = await stop()
  expect([code, output]).toEqual([0, expect.stringContaining('waiting for 2.0.0 to serve')])
  expect(Object.values(acknowledged).map((written) => written.length > 5)).toEqual([true, true])
  expect(
    Object.values(acknowledged)
      .flat()
      .filter((row) => !rows().includes(row)),
  ).toEqual([])
  expect([await runs(), schema()]).toEqual([NEW, ['1_first.sql', '2_second.sql']])
  expect(isOnTrial()).toBe(false)
  const { output: said } = await home.run(['scripts/academy.mjs', 'doctor'])
  expect(said).toContain('mistakes')
})

test.each<[string, Twist, string]>([
  [
    'would not start here',
    { mistakes: [{ code: 'setting-refused', what: 'PORT is wrong.', mend: '' }] },
    'PORT is wrong.',
  ],
  ['cannot apply its migration', { migration: 'fails here' }, 'the migration 2_second.sql failed'],
  ['never is ready', { change: 'state.ready = false' }, 'does not serve a copy of the data'],
  ['ends at once', { change: 'process.exit(7)' }, 'does not serve a copy of the data'],
])('a release that %s is refused before anything is switched', async (_, twist, reason) => {
  await started()
  const { pid } = home.running()
  const code = layTinyAcademy(twist)
  const answer = await home.upgrade(home.release(NEW, code), SHORT)
  expect(answer).toEqual({ code: 1, output: expect.stringContaining(reason) })
  expect([await runs(), home.running().pid]).toEqual(['home', pid])
  expect(readdirSync(join(home.folder, 'releases'))).toEqual([NEW])
})

test('a full disk ends it before anything is switched', async () => {
  await started()
  writeFileSync(join(home.data, 'disk-full'), '')
  const answer = await home.upgrade(home.release(NEW, layTinyAcademy({ migration: MIGRATION })), PATIENT)
  expect(answer).toEqual({ code: 1, output: expect.stringContaining('ENOSPC') })
  expect(await runs()).toBe('home')
})

test.each<[string, string]>([
  ['cannot apply its migration to the data', ''],
  ['never is ready', 'if (!state.isRehearsal) state.ready = false'],
  ['ends at once', 'if (!state.isRehearsal) process.exit(7)'],
  ['ends after a second', 'if (!state.isRehearsal) setTimeout(() => process.exit(7), 1000)'],
  [
    'hears no signal and is never ready',
    "if (!state.isRehearsal) { state.ready = false; process.on('SIGTERM', () => undefined); process.on = () => process }",
  ],
])(
  'a release that %s behind the switch: the one before serves again, with all that it had saved',
  async (why, change) => {
    await started()
    const migration = why.includes('migration') ? 'fails on real data' : MIGRATION
    const stop = write()
    const { code, output } = await home.upgrade(home.release(NEW, layTinyAcademy({ migration, change })), SHORT)
    const acknowledged = await stop()
    expect([code, output]).toEqual([1, expect.stringContaining('The release before serves again')])
    expect([await runs(), isOnTrial(), schema()]).toEqual(['home', false, ['1_first.sql']])
    // What the failed release wrote is laid aside, and with it what it acknowledged.
    expect(acknowledged.home?.filter((row) => !rows().includes(row))).toEqual([])
    expect(acknowledged[NEW]?.filter((row) => rows().includes(row))).toEqual([])
    expect(readdirSync(join(home.data, 'backups')).filter((name) => name.startsWith('database-before'))).toEqual([])
  },
)

test.each(['looking at', 'backing up', 'trying the new', 'switching to', 'waiting for'])(
  'killed while it is "%s": what serves is whole, and the same command brings it to its end',
  async (place) => {
    await started()
    const release = home.release(NEW, layTinyAcademy({ migration: MIGRATION }))
    const stop = write()
    await home.upgrade(release, PATIENT, (output, child) => output.includes(place) && child.kill('SIGKILL'))
    await expect.poll(runs).toMatch(/^(home|2\.0\.0)$/)
    const { code } = await home.upgrade(release, PATIENT)
    const acknowledged = await stop()
    expect([code, await runs(), isOnTrial()]).toEqual([0, NEW, false])
    expect(
      Object.values(acknowledged)
        .flat()
        .filter((row) => !rows().includes(row)),
    ).toEqual([])
  },
)

test('killed between the pointer and the end of what runs: the next run ends it, and the new release serves', async () => {
  await started()
  const release = home.release(NEW, layTinyAcademy({ migration: MIGRATION }))
  const trial = { since: '20261128000000', migrates: true, starts: 0, canGoBack: true }
  const version = JSON.parse(readFileSync(join(home.folder, 'package.json'), 'utf8')).version as string
  const pointer = { release, previous: null, home: [`version ${version}`], trial }
  writeFileSync(join(home.folder, 'releases/current.json'), JSON.stringify(pointer))
  expect((await home.upgrade(release, PATIENT)).code).toBe(0)
  expect([await runs(), isOnTrial(), schema()]).toEqual([NEW, false, ['1_first.sql', '2_second.sql']])
})

test('killed while it goes back: the next run, or the next start, completes it', async () => {
  await started()
  const change = 'if (!state.isRehearsal) state.ready = false'
  const release = home.release(NEW, layTinyAcademy({ migration: MIGRATION, change }))
  const stop = write()
  await home.upgrade(release, SHORT, (output, child) => output.includes('going back') && child.kill('SIGKILL'))
  expect((await home.upgrade(home.release('3.0.0'), SHORT)).code).toBe(1)
  const { home: acknowledged } = await stop()
  expect([await runs(), isOnTrial(), schema()]).toEqual(['home', false, ['1_first.sql']])
  expect(acknowledged?.filter((row) => !rows().includes(row))).toEqual([])
})

test('where nobody starts it again the command does, and stays', async () => {
  home = new SupervisedHome(layTinyAcademy())
  mkdirSync(home.data)
  const alone = await home.startAlone()
  const release = home.release(NEW, layTinyAcademy({ migration: MIGRATION }))
  let command: ChildProcess | undefined
  const upgraded = home.upgrade(release, PATIENT, (_, child) => {
    command = child
  })
  await expect.poll(runs).toBe(NEW)
  await expect.poll(isOnTrial).toBe(false)
  expect(alone.exitCode).toBe(0)
  expect(command?.exitCode).toBeNull()
  command?.kill('SIGTERM')
  expect((await upgraded).code).toBe(0)
  await expect.poll(() => home.ask('/')).not.toBe(200)
})

test('what is refused: a second upgrade beside the first, and the way back where there is none', async () => {
  await started()
  const release = home.release(NEW, layTinyAcademy())
  const first = home.upgrade(release, PATIENT)
  await expect.poll(() => existsSync(join(home.folder, 'releases/upgrading.json'))).toBe(true)
  expect(await home.upgrade(release, PATIENT)).toEqual({
    code: 1,
    output: expect.stringContaining('Another upgrade of'),
  })
  expect((await first).code).toBe(0)
  expect((await home.run(['scripts/upgrade.mjs', '--back'])).output).toContain('No earlier release lies in')
})

test('--back goes to the release before, unless its code does not know a migration that was applied', async () => {
  await started()
  expect((await home.upgrade(home.release(NEW, layTinyAcademy()), PATIENT)).code).toBe(0)
  expect((await home.upgrade(home.release('3.0.0', layTinyAcademy()), PATIENT)).code).toBe(0)
  expect(readdirSync(join(home.folder, 'releases')).sort()).toEqual(['2.0.0', '3.0.0', 'current.json', 'starting.json'])
  expect((await home.run(['scripts/upgrade.mjs', '--back', ...PATIENT])).code).toBe(0)
  expect(await runs()).toBe(NEW)
  expect((await home.upgrade(home.release('4.0.0', layTinyAcademy({ migration: MIGRATION })), PATIENT)).code).toBe(0)
  const { code, output } = await home.run(['scripts/upgrade.mjs', '--back', ...PATIENT])
  expect([code, output]).toEqual([1, expect.stringContaining('a migration is gone')])
  expect(await runs()).toBe('4.0.0')
})

test('a release that was chosen and does not stay up goes back by itself, where the command was killed', async () => {
  await started()
  const change = 'if (!state.isRehearsal) setTimeout(() => process.exit(7), 300)'
  const release = home.release(NEW, layTinyAcademy({ migration: MIGRATION, change }))
  await home.upgrade(release, PATIENT, (output, child) => output.includes('waiting for') && child.kill('SIGKILL'))
  await expect.poll(() => home.pointer().lastWayBack?.reason).toBe('it did not stay up')
  await expect.poll(runs).toBe('home')
  expect(schema()).toEqual(['1_first.sql'])
})
