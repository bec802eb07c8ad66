import { chmodSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { LogEntry } from '../../../src/index.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { startTestServer, type TestServer } from '../../support/start.ts'

const { path, remove } = temporaryFolder()
const dataDirectory = join(path, 'data')
const migrations = { '0001_notes.sql': 'create table public.notes (id int)' }
let server: TestServer | undefined
afterAll(async () => {
  await server?.close()
  remove()
})

/** Starts on the same data once more; what it says that is no mere information. */
async function start(): Promise<LogEntry[]> {
  await server?.close()
  server = undefined
  const entries: LogEntry[] = []
  server = await startTestServer({ dataDirectory, migrations, log: (entry) => entries.push(entry) })
  return entries.filter(({ level }) => level !== 'info')
}

test('secrets that are lost beside a database are made anew and loudly told; damaged and open ones are named', async () => {
  expect(await start()).toEqual([])
  for (const name of ['keys.json', 'logins.json']) rmSync(join(dataDirectory, name))
  const lost = await start()
  expect(lost.map(({ level, alarm }) => [level, alarm])).toContainEqual(['error', 'keys made anew'])
  expect(lost.map(({ message }) => message)).toEqual([
    expect.stringContaining('logins.json was gone and is made anew'),
    expect.stringContaining('keys.json is gone and made anew'),
  ])
  const open = ['keys.json', 'logins.json', 'postgres-password', 'postgres']
  for (const name of open) chmodSync(join(dataDirectory, name), 0o755)
  const closed = await start()
  expect(open.map((name) => statSync(join(dataDirectory, name)).mode & 0o077)).toEqual([0, 0, 0, 0])
  expect(closed.map(({ message }) => message)).toEqual(
    expect.arrayContaining([expect.stringContaining('keys.json could be read by others')]),
  )
  await server?.close()
  server = undefined
  writeFileSync(join(dataDirectory, 'logins.json'), '{"authenticator":')
  await expect(start()).rejects.toThrow('logins.json is damaged')
})
