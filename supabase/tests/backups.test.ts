import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Caller, Database } from '../../embedded-supabase/src/database/index.ts'
import { createJwt } from '../../embedded-supabase/src/jwt.ts'
import { loadKeys } from '../../embedded-supabase/src/keys.ts'
import { prepareDataFolder } from '../../embedded-supabase/test/support/data-templates.ts'
import { type Backend, startBackend } from '../../server/src/backend.ts'
import { createBackupDownload } from '../../server/src/backups/backup-download.ts'
import { startBackupWorker } from '../../server/src/backups/backup-worker.ts'
import { makeBackup } from '../../server/src/backups/make-backup.ts'
import { restoreFrom } from '../../server/src/cli/backup.ts'
import { readConfig } from '../../server/src/config.ts'
import { createLog } from '../../server/src/log.ts'
import { startReports } from '../../server/src/reports.ts'
import { approveAhead } from './support/approvals.ts'
import { callAs, errorCode, owner } from './support/outcome.ts'
import { SERVICE, signUp, signUpStaff } from './support/people.ts'

const SITE = 'https://academy.test'
const folder = mkdtempSync(join(tmpdir(), 'academy-backups-'))
chmodSync(folder, 0o711)
const settings = { NODE_ENV: 'production', SITE_URL: SITE, LOG_LEVEL: 'silent' }
const config = readConfig({ ...settings, DATA_DIR: join(folder, 'data') })
const kept = join(config.dataDirectory, 'backups')
const log = createLog(config)

type Last = { state: string; failure: string | null; file: string | null; done_bytes: number; whole_bytes: number }
type Backups = { kept: { files: { name: string }[] } | null; last: Last | null }

let backend: Backend
let database: Database
let reports: ReturnType<typeof startReports>
let worker: ReturnType<typeof startBackupWorker>
let [root, second, admin]: Caller[] = []

beforeAll(async () => {
  prepareDataFolder(config.dataDirectory, config.projectDirectory)
  backend = await startBackend(config, log)
  if (!backend.embedded) throw new Error('no database')
  database = backend.embedded.database
  root = (await signUpStaff(database, 'root@academy.example', 'super_admin')).caller
  second = (await signUpStaff(database, 'second@academy.example', 'super_admin')).caller
  admin = (await signUpStaff(database, 'admin@academy.example', 'admin')).caller
  reports = startReports({ backend, config, backupFolder: kept, jobRuns: () => ({}), examine: async () => [], log })
  await reports.tell()
  worker = workerOf(kept)
})
afterAll(async () => {
  worker?.stop()
  reports?.stop()
  await backend?.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() =>
  owner(
    database,
    `update private.backups set reported_at = now() - interval '2 minutes' where state in ('waiting', 'running')`,
  ),
)

/** A worker that looks only when a test says so, and not every two seconds besides. */
function workerOf(place: string) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const made = startBackupWorker({ backend, config, folder: place, onChange: reports.tell, log })
  vi.useRealTimers()
  return made
}

const begin = (who = root as Caller) => callAs<string>(database, who, 'begin_backup')
const read = () => callAs<Backups>(database, root as Caller, 'read_backups')
/** A link to an archive, which another super_admin has approved. */
async function linkTo(file: string, who = root as Caller): Promise<string> {
  await approveAhead(database, who, 'backup', { file })
  return callAs<string>(database, who, 'make_backup_link', [file])
}

/** As the page draws one. */
const PASSPHRASE = 'abcd-efgh-ijkl-mnop-qrst-uvwx-2345'

/** What is posted with the link by the session of somebody. */
async function download(link: string, who = root as Caller, passphrase = PASSPHRASE): Promise<Response> {
  const { sign } = await createJwt(await loadKeys(join(config.dataDirectory, 'keys.json')))
  const now = Math.floor(Date.now() / 1000)
  const session = await sign({ ...who.claims, iss: `${SITE}/auth/v1`, aud: 'authenticated', iat: now, exp: now + 60 })
  return post(new URLSearchParams({ link, session, ...(passphrase && { passphrase }) }))
}
const post = (body: BodyInit) =>
  createBackupDownload(backend, SITE, kept)(new Request(`${SITE}/backups/download`, { method: 'POST', body }))
const wayBack = (answer: Response) => [answer.status, answer.headers.get('location')]

test('the backup of the button is taken along by who asked, and brings the academy back', async () => {
  const backup = await begin()
  expect((await read()).last).toMatchObject({ state: 'waiting' })
  expect(await worker.work()).toBe(true)
  const { kept: archives, last } = await read()
  const file = last?.file ?? ''
  expect(last).toMatchObject({ state: 'done', failure: null })
  expect(archives?.files.map(({ name }) => name)).toEqual([file])
  expect(await worker.work()).toBe(false)

  const answer = await download(await linkTo(file))
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${file}.age"`)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const taken = join(folder, 'taken.tar.gz.age')
  writeFileSync(taken, Buffer.from(await answer.arrayBuffer()))
  const output: string[] = []
  const restored = { ...settings, DATA_DIR: join(folder, 'restored'), BACKUP_PASSPHRASE: PASSPHRASE }
  await restoreFrom(readConfig(restored), taken, (line) => output.push(line))
  expect(output.join()).toContain('3 accounts')
  // The backup knows when it was made and of which address.
  expect(output.at(-1)).toMatch(
    /restored from a backup of .+ of the academy at https:\/\/academy\.test.+npm run outgoing/s,
  )
  // It holds no backups of before, however many there are.
  expect(existsSync(join(folder, 'restored', 'backups'))).toBe(false)

  const lines = await owner<{ action: string; actor: string | null }>(
    database,
    `select action, actor from public.audit_log where entity = 'backups' order by occurred_at, action`,
  )
  expect(lines.map(({ action, actor }) => [action, actor !== null])).toEqual([
    ['backup begun', true],
    ['backup made', false],
    ['backup taken', true],
  ])
  expect(backup).toMatch(/^[0-9a-f-]{36}$/)
}, 120_000)

test('an hour has room for twelve backups, whoever asks, and for twenty links of each', async () => {
  const { name } = (await read()).kept?.files[0] ?? { name: '' }
  await owner(database, 'delete from private.caller_counts')
  const taken = `select private.take_call($1, $2, $3, '1 hour') from generate_series(2, $3)`
  await owner(database, taken, ['backups', 'all', 12])
  await owner(database, taken, ['backup links', root?.claims.sub, 20])
  expect(await begin()).toMatch(/^[0-9a-f-]{36}$/)
  expect(await begin(second).catch(errorCode)).toBe('TOO_MANY_REQUESTS')
  expect(await linkTo(name)).toMatch(/^[0-9a-f]{64}$/)
  expect(await linkTo(name).catch(errorCode)).toBe('TOO_MANY_REQUESTS')
  expect(await linkTo(name, second)).toMatch(/^[0-9a-f]{64}$/)
  await owner(database, 'delete from private.caller_counts')
})

test('a link is for one session, once, for a minute, and for nothing but an archive that is kept', async () => {
  const { name } = (await read()).kept?.files[0] ?? { name: '' }
  const over = [303, '/admin/operations?download=over']
  const link = await linkTo(name)
  expect(wayBack(await download(link, second))).toEqual(over)
  expect(wayBack(await download(link, admin))).toEqual(over)
  expect(wayBack(await post(new URLSearchParams({ link, session: 'no token' })))).toEqual(over)
  expect((await download(link)).status).toBe(200)
  expect(wayBack(await download(link))).toEqual(over)

  const late = await linkTo(name)
  await owner(database, `update private.backup_links set expires_at = now() - interval '1 second'`)
  expect(wayBack(await download(late))).toEqual(over)

  // Nothing leaves in the clear, nor for words that somebody thought of.
  for (const [word, refusal] of [
    ['', 'open'],
    ['password', 'over'],
  ] as const) {
    const plain = await linkTo(name)
    expect(wayBack(await download(plain, root, word))).toEqual([303, `/admin/operations?download=${refusal}`])
  }

  for (const other of ['keys.json', '../keys.json', '../../data/keys.json', '', `${name}.partial`])
    expect(await linkTo(other).catch(errorCode)).toBe('NO_BACKUP')
  const gone = await linkTo(name)
  rmSync(join(kept, name))
  expect(wayBack(await download(gone))).toEqual([303, '/admin/operations?download=gone'])
})

test.each([
  ['nothing', ''],
  ['a word', 'link'],
  ['too much', new URLSearchParams({ link: 'x', session: 'x'.repeat(20_000) })],
  ['another kind', JSON.stringify({ link: 'x', session: 'y' })],
])('a form with %s leads back to the page', async (_, body) => {
  expect(wayBack(await post(body))).toEqual([303, '/admin/operations?download=over'])
})

test('only one backup is made at a time, and one whose process fell silent makes place', async () => {
  await begin()
  const others = await Promise.all([begin(), begin(second), begin()].map((one) => one.catch(errorCode)))
  expect(others).toEqual(['BACKUP_RUNNING', 'BACKUP_RUNNING', 'BACKUP_RUNNING'])
  const taken = await callAs<string>(database, SERVICE, 'take_backup')
  expect(await callAs(database, SERVICE, 'take_backup')).toBeNull()
  expect(await callAs(database, SERVICE, 'note_backup', [taken, 5, 10])).toBe(true)
  expect((await read()).last).toMatchObject({ state: 'running', done_bytes: 5, whole_bytes: 10 })
  await owner(database, `update private.backups set reported_at = now() - interval '61 seconds' where id = $1`, [taken])
  expect((await read()).last).toMatchObject({ state: 'failed', failure: 'INTERRUPTED' })
  await begin()
  expect(await callAs(database, SERVICE, 'note_backup', [taken, 6, 10])).toBe(false)
  expect(await callAs(database, SERVICE, 'finish_backup', [taken, 'academy-late.tar.gz', null])).toBe(false)
})

test('it wants a fresh sign-in, a process that makes it, and a session that views nobody', async () => {
  const tired = (await signUpStaff(database, 'tired@academy.example', 'super_admin', { sessionAge: 0.5 })).caller
  await owner(
    database,
    `update auth.mfa_amr_claims set created_at = now() - interval '1 hour', updated_at = now() - interval '1 hour'
    where session_id = $1`,
    [tired.claims.session_id],
  )
  expect(await begin(tired).catch(errorCode)).toBe('REAUTHENTICATION_NEEDED')
  expect(await linkTo('', tired).catch(errorCode)).toBe('REAUTHENTICATION_NEEDED')

  const student = await signUp(database, 'student@example.com')
  const viewer = (await signUpStaff(database, 'viewer@academy.example', 'super_admin')).caller
  await callAs(database, viewer, 'begin_student_viewing', [student.id, 'לבדיקה'])
  const calls = [begin(viewer), linkTo('', viewer), callAs(database, viewer, 'read_backups')]
  expect(await Promise.all(calls.map((call) => call.catch(errorCode)))).toEqual(['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN'])

  await owner(database, `update private.system_reports set reported_at = now() - interval '4 minutes'`)
  expect(await begin().catch(errorCode)).toBe('NO_PROCESS')
  expect((await read()).kept).toBeNull()
  await reports.tell()
})

test('a worker that could not make one says so, and makes the next', async () => {
  writeFileSync(join(folder, 'no-folder'), '')
  const failing = workerOf(join(folder, 'no-folder'))
  for (const _ of ['first', 'next']) {
    await begin()
    expect(await failing.work()).toBe(true)
    expect((await read()).last).toMatchObject({ state: 'failed', failure: 'NO_FOLDER' })
  }
  failing.stop()
})

test('it is ended before the disk is full, and says why nothing was written', async () => {
  const making = { config, onProgress: () => true }
  const none = await makeBackup({ ...making, folder: kept, free: () => 1024 })
  expect(none).toMatchObject({ failure: 'NO_ROOM' })
  expect(await makeBackup({ ...making, folder: kept, onProgress: () => false })).toMatchObject({
    failure: 'INTERRUPTED',
  })
  writeFileSync(join(folder, 'a-file'), '')
  expect(await makeBackup({ ...making, folder: join(folder, 'a-file') })).toMatchObject({ failure: 'NO_FOLDER' })
  expect(readdirSync(kept)).toEqual([])
})
