import { expect, test } from 'vitest'
import type { LogEntry } from '../../../src/index.ts'
import { startTestServer } from '../../support/start.ts'

test('a command that changes the schema and ends at once raises no alarm over what nobody will ask it for', async () => {
  const entries: LogEntry[] = []
  for (const pause of [0, 40, 50, 52, 55, 60, 80]) {
    const server = await startTestServer({ log: (entry) => entries.push(entry) })
    await server.supabase.database.asOwner((tx) => tx.query('notify pgrst'))
    await new Promise((resolve) => setTimeout(resolve, pause))
    await server.close()
  }
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(entries.filter(({ level }) => level !== 'info')).toEqual([])
})
