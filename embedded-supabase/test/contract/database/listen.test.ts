import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../../src/database/index.ts'
import { startTestServer, type TestServer } from '../../support/start.ts'

let server: TestServer
let database: Database
beforeAll(async () => {
  server = await startTestServer()
  database = server.supabase.database
})
afterAll(() => server.close())

const asOwner = (statement: string) => database.asOwner((tx) => tx.query(statement))
const LISTENING = `from pg_stat_activity where query = 'listen "changes"'`

test('a listener that was cut off comes back once, however long that takes, and takes the time between as a change', async () => {
  const heard: string[] = []
  await database.listen('changes', (payload) => heard.push(payload))
  await asOwner(`notify changes, 'first'`)
  await expect.poll(() => heard).toEqual(['first'])

  // The pool keeps the connection that says so; new ones are not let in.
  await asOwner('alter role postgres nologin')
  try {
    await asOwner(`select pg_terminate_backend(pid) ${LISTENING}`)
    await new Promise((resolve) => setTimeout(resolve, 1_300))
    expect(heard).toEqual(['first'])
  } finally {
    await asOwner('alter role postgres login')
  }
  await expect.poll(() => heard).toEqual(['first', ''])
  await asOwner(`notify changes, 'second'`)
  await expect.poll(() => heard).toEqual(['first', '', 'second'])
  const { rows } = await asOwner(`select ${LISTENING}`)
  expect(rows).toHaveLength(1)
})
