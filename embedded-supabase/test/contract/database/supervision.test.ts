import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../src/database/index.ts'
import { DatabaseUnavailable } from '../../../src/errors.ts'
import { cleaningUp } from '../../support/clean-up.ts'

const { cleanUp, folder } = cleaningUp()

async function open(dataDirectory: string) {
  const database = await openDatabase({ dataDirectory })
  cleanUp.push(() => database.close())
  return database
}

async function until<T>(attempt: () => Promise<T>, deadlineMs = 60_000): Promise<T> {
  for (const end = Date.now() + deadlineMs; ; ) {
    try {
      return await attempt()
    } catch (error) {
      if (Date.now() > end) throw error
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}

test('a second opening of the same data folder is refused and names the holder', async () => {
  const path = folder()
  await open(path)
  await expect(openDatabase({ dataDirectory: path })).rejects.toThrow(`in use by process ${process.pid}`)
})

test('a lock whose holder is gone is taken over', async () => {
  const path = folder()
  const gone = spawn(process.execPath, ['-e', ''])
  await once(gone, 'exit')
  writeFileSync(join(path, 'lock'), JSON.stringify({ pid: gone.pid, startedAt: '' }))
  const database = await open(path)
  expect((await database.asOwner((tx) => tx.query('select 1'))).rowCount).toBe(1)
})

test('a database that dies is started again, and what was acknowledged is still there', async () => {
  const database = await open(folder())
  await database.asOwner((tx) => tx.query('create table kept (n int)'))
  for (let round = 1; round <= 3; round += 1) {
    await database.asOwner((tx) => tx.query('insert into kept values ($1)', [round]))
    const before = database.cluster?.pid() ?? 0
    process.kill(before, 'SIGKILL')
    await until(async () => expect(database.cluster?.pid()).not.toBeOneOf([before, undefined]))
    const count = await until(() => database.asOwner((tx) => tx.query('select from kept')))
    expect(count.rowCount).toBe(round)
  }
})

test('while the database is away, callers are told so at once', async () => {
  const database = await open(folder())
  process.kill(database.cluster?.pid() ?? 0, 'SIGKILL')
  const errors: unknown[] = []
  await until(async () => {
    await database
      .asAuthAdmin((tx) => tx.query('select 1'))
      .catch((error: unknown) => {
        errors.push(error)
        throw error
      })
  })
  expect(errors.every((error) => error instanceof DatabaseUnavailable)).toBe(true)
})

test('a database that an earlier process left behind is stopped at the next start', async () => {
  const path = folder()
  const first = await openDatabase({ dataDirectory: path })
  const orphan = first.cluster?.pid() ?? 0
  const script = `import { stopLeftover } from '${join(import.meta.dirname, '../../../src/database/supervisor.ts')}'
    await stopLeftover('${join(path, 'postgres')}', console.log)`
  await first.asOwner((tx) => tx.query('select 1'))
  const stop = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], { stdio: 'pipe' })
  const [text] = (await once(stop.stdout, 'data')) as [Buffer]
  expect(text.toString()).toContain(`process ${orphan}`)
  await once(stop, 'exit')
  cleanUp.push(() => first.close())
})

test('an unreachable DATABASE_URL says what to mend', async () => {
  await expect(
    openDatabase({ dataDirectory: folder(), databaseUrl: 'postgres://nobody:x@127.0.0.1:1/none' }),
  ).rejects.toThrow('DATABASE_URL could not be reached')
})
