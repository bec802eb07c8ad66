import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { prepareDataFolder } from '../../embedded-supabase/test/support/data-templates.ts'
import { type Backend, startBackend } from '../../server/src/backend.ts'
import { doctor } from '../../server/src/cli/doctor.ts'
import { readConfig } from '../../server/src/config.ts'
import { BUCKETS } from '../../server/src/doctor/project-buckets.ts'
import { createLog } from '../../server/src/log.ts'
import { CLOCK } from './support/clock.ts'
import { MIGRATIONS } from './support/project.ts'

const SITE_URL = 'https://academy.test'
const folder = mkdtempSync(join(tmpdir(), 'academy-doctor-project-'))
chmodSync(folder, 0o711)
const config = readConfig({ SITE_URL, DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent' })
const EXTENSIONS = ['pg_cron', 'pg_net', 'supabase_vault']

/** The embedded server stands for a project: it is asked over HTTP, with what only a hosted one has made up in its tables. */
let backend: Backend
let project: Server
let settings: Record<string, string>
/** Answers in the project's place what a test wants to be broken. */
let broken: (path: string, request: IncomingMessage) => Response | undefined

const sql = async (text: string) => backend.embedded?.database.asOwner((tx) => tx.query(text))

beforeAll(async () => {
  prepareDataFolder(config.dataDirectory, config.projectDirectory)
  backend = await startBackend(
    readConfig({ SITE_URL, DATA_DIR: config.dataDirectory, SMTP_HOST: 'mx.academy.test', MAIL_FROM: 'a@academy.test' }),
    createLog(config),
  )
  project = createServer(async (request, response) => {
    const path = request.url ?? ''
    const body = request.method === 'GET' ? null : await buffer(request)
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    const asked = new Request(`${settings.SUPABASE_URL}${path}`, { method: request.method ?? 'GET', headers, body })
    const answer = broken(path, request) ?? (await backend.fetch(asked))
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(Buffer.from(await answer.arrayBuffer()))
  })
  await new Promise<void>((resolve) => project.listen(0, '127.0.0.1', resolve))
  settings = {
    SITE_URL,
    CLIENT_ADDRESS_HEADER: 'x-forwarded-for',
    DATA_DIR: join(folder, 'none'),
    SUPABASE_URL: `http://127.0.0.1:${(project.address() as AddressInfo).port}`,
    SUPABASE_PUBLISHABLE_KEY: backend.anonKey,
    SUPABASE_SECRET_KEY: backend.serviceRoleKey ?? '',
  }
  await sql(CLOCK)
  for (const name of EXTENSIONS) await sql(addExtension(name))
  await sql(`create table supabase_migrations.schema_migrations (version text primary key);
    insert into vault.decrypted_secrets values ('project_url', '${settings.SUPABASE_URL}/'), ('secret_key', 'x')`)
  for (const name of readdirSync(MIGRATIONS))
    await sql(`insert into supabase_migrations.schema_migrations values ('${name.split('_')[0]}')`)
  await sql(SCHEDULED)
})
afterEach(() => {
  broken = () => undefined
})
broken = () => undefined
afterAll(async () => {
  project?.close()
  await backend?.close()
  rmSync(folder, { recursive: true, force: true })
})

const SCHEDULED = readFileSync(new URL('../jobs/pg_cron.sql', import.meta.url), 'utf8').replace(
  /^(begin|commit);$/gm,
  '',
)
/** Programs of these extensions are on hosted projects alone; what is looked at is that they are listed. */
const addExtension = (name: string) => `insert into pg_extension
  (oid, extname, extowner, extnamespace, extrelocatable, extversion)
  values ((select max(oid::bigint) + 1 from pg_extension)::bigint::oid, '${name}', 10, 'extensions'::regnamespace, false, '1')`

/** What the doctor finds of the project, by code; what an academy has to do anywhere is left out. */
async function found(more: Record<string, string> = {}) {
  const lines: string[] = []
  await doctor({ ...settings, ...more }, ['--json'], (line) => lines.push(line))
  const { mistakes, hints } = JSON.parse(lines.join('\n')) as Record<
    'mistakes' | 'hints',
    { code: string; mend: string }[]
  >
  const ofProject = mistakes.filter(({ code }) =>
    /^(project|migrations|database|smtp|mail|backup|keys|disk)-/.test(code),
  )
  return { codes: ofProject.map(({ code }) => code), hints: hints.map(({ code }) => code), mistakes: ofProject }
}

test('a project as docs/supabase.md leaves it has nothing to mend, and what no key can read is a step', async () => {
  expect(await found()).toEqual({ codes: [], hints: ['project-look-at-sign-in'], mistakes: [] })
})

test('what the academy itself lacks is found there as well', async () => {
  const lines: string[] = []
  await doctor(settings, ['--json'], (line) => lines.push(line))
  expect(lines.join()).toContain('super-admin-none')
  expect(lines.join()).not.toMatch(/SMTP_HOST is not set|BACKUP_DIR/)
})

test('the buckets that are expected are those of the migrations', async () => {
  const rows = await backend.embedded?.database.asOwner((tx) =>
    tx.query('select id, public, file_size_limit::float8 from storage.buckets order by id'),
  )
  expect(rows?.rows).toEqual(BUCKETS)
})

test('keys: none, wrong ones, and a secret one where the publishable one belongs', async () => {
  const secret = settings.SUPABASE_SECRET_KEY ?? ''
  expect((await found({ SUPABASE_SECRET_KEY: '' })).codes).toEqual(['project-secret-missing'])
  expect((await found({ SUPABASE_SECRET_KEY: 'sb_secret_of-another' })).codes).toEqual(['project-secret-refused'])
  expect((await found({ SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_of-another' })).codes).toContain(
    'project-key-refused',
  )
  expect((await found({ SUPABASE_PUBLISHABLE_KEY: secret })).codes).toContain('project-key-exchanged')
  const legacy = JSON.parse(readFileSync(join(config.dataDirectory, 'keys.json'), 'utf8')) as Record<string, string>
  const keys = { SUPABASE_PUBLISHABLE_KEY: legacy.anonKey ?? '', SUPABASE_SECRET_KEY: legacy.serviceRoleKey ?? '' }
  expect((await found(keys)).codes).toEqual([])
  expect((await found({ SUPABASE_URL: 'http://127.0.0.1:1' })).codes).toEqual(['database-unreachable'])
})

/** What breaks the database, what is found by it, and what makes it whole. */
const IN_THE_DATABASE: [codes: string[], breaks: string, mends: string][] = [
  [['project-jobs-missing'], `delete from cron.job where jobname like '%campaigns'`, SCHEDULED],
  [['project-jobs-other'], `update cron.job set schedule = '1 0 * * *' where jobname like '%deliver%'`, SCHEDULED],
  [['project-jobs-other'], `update cron.job set active = false`, 'update cron.job set active = true'],
  [['project-jobs-former'], `insert into cron.job (jobname) values ('academy: of before')`, SCHEDULED],
  [['project-jobs-refused'], 'insert into net._http_response values (401)', 'delete from net._http_response'],
  [
    ['project-vault-missing'],
    `update vault.decrypted_secrets set name = 'x' where name = 'secret_key'`,
    `update vault.decrypted_secrets set name = 'secret_key' where name = 'x'`,
  ],
  [
    ['project-vault-address'],
    `update vault.decrypted_secrets set decrypted_secret = 'https://other.supabase.co' where name = 'project_url'`,
    `update vault.decrypted_secrets set decrypted_secret = 'URL' where name = 'project_url'`,
  ],
  [['project-extensions-missing'], `delete from pg_extension where extname = 'pg_cron'`, addExtension('pg_cron')],
  [
    ['migrations-pending'],
    `delete from supabase_migrations.schema_migrations where version = (select max(version) from supabase_migrations.schema_migrations)`,
    `insert into supabase_migrations.schema_migrations values ('${readdirSync(MIGRATIONS).sort().at(-1)?.split('_')[0]}')`,
  ],
  [
    ['project-passwords'],
    'alter table auth.users disable trigger users_write_password',
    'alter table auth.users enable trigger users_write_password',
  ],
  [
    ['project-bucket-public'],
    `update storage.buckets set public = true where id = 'lesson-files'`,
    `update storage.buckets set public = false where id = 'lesson-files'`,
  ],
  [
    ['project-bucket-limit'],
    `update storage.buckets set file_size_limit = null where id = 'images'`,
    `update storage.buckets set file_size_limit = 10485760 where id = 'images'`,
  ],
  [
    ['project-bucket-missing'],
    `update storage.buckets set id = 'bin' where id = 'trash'`,
    `update storage.buckets set id = 'trash' where id = 'bin'`,
  ],
]
test.each(IN_THE_DATABASE)(
  '%j is found in the database, alone, and is gone when it is mended',
  async (codes, breaks, mends) => {
    await sql(breaks)
    const broken = await found()
    await sql(mends.replace('URL', settings.SUPABASE_URL ?? ''))
    expect(broken.codes).toEqual(codes)
    expect((await found()).codes).toEqual([])
  },
)

const json = (body: unknown, status = 200, headers = {}) => Response.json(body, { status, headers })
const settingsOf = (change: object) => (path: string) =>
  path === '/auth/v1/settings'
    ? json({ external: { email: true, google: false }, disable_signup: false, mailer_autoconfirm: false, ...change })
    : undefined
const leads = (to: (wanted: string) => string) => (path: string) =>
  path.startsWith('/auth/v1/verify')
    ? new Response(null, {
        status: 303,
        headers: { location: to(new URL(path, SITE_URL).searchParams.get('redirect_to') ?? '') },
      })
    : undefined
const onFunction = (name: string, answer: () => Response) => (path: string) =>
  path === `/functions/v1/${name}` ? answer() : undefined

/** What another service of the project answers, as the originals do, and what is found by it. */
const BY_ITS_ANSWERS: [codes: string[], breaks: (path: string, request: IncomingMessage) => Response | undefined][] = [
  [[], settingsOf({})],
  [
    [],
    leads((wanted) =>
      wanted.startsWith(SITE_URL) ? `${wanted}#error=access_denied` : `${SITE_URL}#error=access_denied`,
    ),
  ],
  [
    [],
    leads((wanted) => {
      const to = new URL(wanted.startsWith(SITE_URL) ? wanted : SITE_URL)
      to.searchParams.append('error_code', 'otp_expired')
      to.searchParams.sort()
      return to.href
    }),
  ],
  [['project-email-off'], settingsOf({ external: { email: false } })],
  [['project-sign-up-off'], settingsOf({ disable_signup: true })],
  [['project-confirmations-off'], settingsOf({ mailer_autoconfirm: true })],
  [['project-providers-on'], settingsOf({ external: { email: true, google: true } })],
  [['project-sign-in-silent'], (path) => (path.startsWith('/auth/') ? json({ message: 'no' }, 503) : undefined)],
  [['project-sign-in-silent'], (path) => (path === '/auth/v1/settings' ? new Response('<p>soon</p>') : undefined)],
  [['project-redirect-refused'], leads(() => 'http://localhost:3000#error=access_denied')],
  [['project-redirect-open'], leads((wanted) => `${wanted}#error=access_denied`)],
  [
    ['project-schemas-exposed'],
    (path, { headers }) =>
      path.startsWith('/rest/') && headers['accept-profile'] === 'private'
        ? json({ code: 'PGRST205' }, 404)
        : undefined,
  ],
  [['project-functions-missing'], onFunction('quiz-attempts', () => json({ code: 'NOT_FOUND' }, 404))],
  [
    ['project-functions-verify'],
    onFunction('review-deck', () => json({ code: 401, message: 'Missing authorization header' }, 401)),
  ],
  [
    ['project-functions-verify'],
    onFunction('review-deck', () => json({}, 401, { 'sb-error-code': 'UNAUTHORIZED_NO_AUTH_HEADER' })),
  ],
  [['project-functions-failing'], onFunction('deliver-mail', () => json({ code: 'BOOT_ERROR' }, 503))],
  [['project-mail-not-configured'], onFunction('test-mail', () => json({ problem: 'not-configured' }))],
  [['project-mail-sender-without-address'], onFunction('test-mail', () => json({ problem: 'sender-without-address' }))],
  [['project-mail-port-closed'], onFunction('test-mail', () => json({ problem: 'port-closed' }))],
  [
    ['project-state-unknown'],
    (path) => (path.endsWith('/project_state') ? json({ code: 'PGRST202' }, 404) : undefined),
  ],
]
test.each(BY_ITS_ANSWERS)('%j is found by what the services answer, alone', async (codes, breaks) => {
  broken = breaks
  const { codes: named, mistakes } = await found()
  expect(named).toEqual(codes)
  for (const { mend } of mistakes) expect(mend.length).toBeGreaterThan(10)
})

test('the doctor changes nothing: no account, no mail, no row', async () => {
  const count = async () => {
    const rows = await backend.embedded?.database.asOwner((tx) =>
      tx.query(`select (select count(*) from auth.users) || '/' || (select count(*) from mail.outbox)
        || '/' || (select count(*) from email_outbox) || '/' || (select count(*) from audit_log) as counted`),
    )
    return rows?.rows
  }
  const before = await count()
  await found()
  expect(await count()).toEqual(before)
})
