import { readdirSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Database, OWN_MIGRATIONS } from './database/index.ts'
import { watchReadiness } from './readiness.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const applied = readdirSync(OWN_MIGRATIONS.folder).map((name) => ({ name }))

/** A database whose every question waits until it is let through. */
function slowDatabase() {
  let wait: Promise<unknown> = Promise.resolve()
  let failure: Error | undefined
  const ask = async () => {
    await wait
    if (failure) throw failure
    return { rows: applied }
  }
  const database = {
    queryAsCaller: ask,
    asOwner: ask,
    asAuthAdmin: ask,
    sinceDiskFull: () => Number.POSITIVE_INFINITY,
  } as unknown as Database
  return {
    database,
    hold() {
      let go: (() => void) | undefined
      wait = new Promise<void>((resolve) => {
        go = resolve
      })
      return () => go?.()
    },
    fail(cause: Error) {
      failure = cause
    },
  }
}
const watch = (database: Database) =>
  watchReadiness({
    ...{ database, dataDirectory: '/', isSchemaRead: () => true, holds: undefined },
    project: OWN_MIGRATIONS,
    mailHealth: () => ({ state: 'mails leave' }),
  })

test('a look that waits behind the work of others is answered by the last good one, for ten seconds', async () => {
  const { database, hold, fail } = slowDatabase()
  const ready = watch(database)
  const first = await ready()
  vi.advanceTimersByTime(2_000)
  const go = hold()
  expect(await ready()).toBe(first)
  vi.advanceTimersByTime(9_000)
  const late = ready()
  expect(await Promise.race([late, Promise.resolve('waits')])).toBe('waits')
  fail(new Error('the server is gone'))
  go()
  expect(await late).toMatchObject({ ready: false, checks: { database: 'the server is gone' } })
  // What was good before says nothing any more.
  expect((await ready()).ready).toBe(false)
})

test('a database that gives no answer is not ready after three seconds, and is again once it answers', async () => {
  const { database, hold } = slowDatabase()
  const ready = watch(database)
  const thaw = hold()
  const began = performance.now()
  const silent = { ready: false, checks: { database: 'no answer for 3 seconds', schema: 'ok', mail: 'ok' } }
  expect(await ready()).toMatchObject(silent)
  expect(performance.now() - began).toBeGreaterThan(2_500)
  // Who asks meanwhile waits no longer.
  vi.advanceTimersByTime(3_000)
  expect(await ready()).toMatchObject(silent)
  thaw()
  await vi.waitFor(async () => expect((await ready()).ready).toBe(true))
})
