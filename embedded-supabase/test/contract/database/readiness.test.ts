import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { OWN_MIGRATIONS, openDatabase } from '../../../src/database/index.ts'
import { watchReadiness } from '../../../src/readiness.ts'
import { cleaningUp } from '../../support/clean-up.ts'

const { cleanUp, folder } = cleaningUp()

test('a database that is frozen is not ready within seconds, and is ready once it goes on', async () => {
  const dataDirectory = folder()
  const database = await openDatabase({ dataDirectory })
  cleanUp.push(() => database.close())
  const ready = watchReadiness({
    ...{ database, dataDirectory, project: OWN_MIGRATIONS, isSchemaRead: () => true },
    mailHealth: () => ({ state: 'mails leave' }),
  })
  const postmaster = database.cluster?.pid() ?? 0
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ')
    for (const pid of [postmaster, ...children.map(Number)]) process.kill(pid, name)
  }
  signal('SIGSTOP')
  try {
    const began = performance.now()
    const silence = 'no answer for 3 seconds'
    expect(await ready()).toMatchObject({
      ready: false,
      checks: { database: silence, migrations: silence, disk: 'ok' },
    })
    expect(performance.now() - began).toBeLessThan(10_000)
  } finally {
    signal('SIGCONT')
  }
  await vi.waitFor(async () => expect((await ready()).ready).toBe(true), 20_000)
})
