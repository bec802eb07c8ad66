import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { checkBackup, newIdentity } from '../../embedded-supabase/src/index.ts'
import { prepareDataFolder } from '../../embedded-supabase/test/support/data-templates.ts'
import { PROJECT } from './support/project.ts'
import { copyBuiltAcademy } from './support/release-folder.ts'
import { SupervisedHome } from './support/supervised-home.ts'

const CLIENTS = 4
const NEW_TABLE = 'create table public.made_by_the_next_release (id int primary key);\n'

let home: SupervisedHome
afterEach(() => home?.close())

const withMigration = (sql: string) => (folder: string) => {
  copyBuiltAcademy(folder)
  writeFileSync(join(folder, 'supabase/migrations/29990101000000_next.sql'), sql)
}

/** Asks pages and writes visits until it is told to stop. */
function load(home: SupervisedHome) {
  const { anonKey } = JSON.parse(readFileSync(join(home.data, 'keys.json'), 'utf8'))
  const visit = {
    method: 'POST',
    headers: { apikey: anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ path_pattern: '/' }),
  }
  const answers: Record<string, number> = {}
  let isOver = false
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    for (let turn = client; !isOver; turn += 1) {
      const answer = turn % 2 ? await home.ask('/') : await home.ask('/rest/v1/rpc/track_page_view', visit)
      answers[answer] = (answers[answer] ?? 0) + 1
      await sleep(20)
    }
  })
  return async () => {
    isOver = true
    await Promise.all(clients)
    return answers
  }
}

test('a release with a migration takes over under load: no request is lost', async () => {
  home = new SupervisedHome(copyBuiltAcademy)
  prepareDataFolder(home.data, PROJECT)
  await home.start()
  const next = home.release('0.6.0-next', withMigration(NEW_TABLE))
  const stop = load(home)
  const { code, output } = await home.upgrade(next)
  const answers = await stop()
  expect([code, output]).toEqual([0, expect.any(String)])
  expect(Object.keys(answers).filter((answer) => !/^2/.test(answer))).toEqual([])
  expect(home.running().release).toBe('0.6.0-next')
  expect(home.pointer()).toMatchObject({ release: { name: '0.6.0-next' } })
  expect(home.pointer().trial).toBeUndefined()
  expect(readdirSync(join(home.data, 'backups'))).toEqual([expect.stringMatching(/-upgrade\.tar\.gz$/)])
})

test('where backups are encrypted for a key that is elsewhere, the trial opens its own by a key that goes', async () => {
  const { recipient, identity } = await newIdentity()
  home = new SupervisedHome(copyBuiltAcademy)
  appendFileSync(join(home.folder, '.env'), `BACKUP_RECIPIENTS=${recipient}\n`)
  prepareDataFolder(home.data, PROJECT)
  await home.start()
  const next = home.release('0.6.0-next', withMigration(NEW_TABLE))
  const { code, output } = await home.upgrade(next, ['--check'])
  expect([code, output]).toEqual([0, expect.any(String)])
  const [archive = '', ...others] = readdirSync(join(home.data, 'backups'))
  expect([archive, others]).toEqual([expect.stringMatching(/-upgrade\.tar\.gz\.age$/), []])
  await checkBackup(join(home.data, 'backups', archive), { identities: [identity] })
  expect(readdirSync(join(home.folder, 'releases')).filter((name) => name.endsWith('.key'))).toEqual([])
})
