import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { prepareDataFolder } from '../../embedded-supabase/test/support/data-templates.ts'
import { startPostgresServer } from '../../embedded-supabase/test/support/postgres-server.ts'
import { type Backend, startBackend } from '../../server/src/backend.ts'
import { backUpTo, restoreFrom } from '../../server/src/cli/backup.ts'
import { outgoing } from '../../server/src/cli/outgoing.ts'
import { readConfig } from '../../server/src/config.ts'
import { createLog } from '../../server/src/log.ts'
import { findRunning } from '../../server/src/reach.ts'
import { type AcademyProcess, startAcademyProcess } from './support/academy-process.ts'
import { agreed, send } from './support/campaigns.ts'
import { owner } from './support/outcome.ts'
import { makeDue } from './support/outgoing.ts'
import { signUpStaff } from './support/people.ts'

const SITE = 'https://academy.test'
const TOKEN = 'a-token-of-metrics'
const STUDENTS = 110
/** Calls of the API that the functions of one round make, and so many rounds are waited for. */
const CALLS_OF_ROUNDS = 4 * 6
const folder = mkdtempSync(join(tmpdir(), 'academy-copies-'))
chmodSync(folder, 0o711)
const archive = join(folder, 'academy.tar.gz')
const configOf = (name: string, more: Record<string, string> = {}) =>
  readConfig({ NODE_ENV: 'production', SITE_URL: SITE, LOG_LEVEL: 'silent', DATA_DIR: join(folder, name), ...more })

let received: string[] = []
const served: AcademyProcess[] = []
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData(stream, session, done) {
    stream.resume().on('end', () => {
      received.push(session.envelope.rcptTo[0]?.address ?? '')
      done()
    })
  },
})
smtp.on('error', () => undefined)

/** An academy that goes on mailing: a campaign of more than a hundred, mails of all kinds, a moment, a deletion. */
beforeAll(async () => {
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const config = configOf('original')
  prepareDataFolder(config.dataDirectory, config.projectDirectory)
  const backend = await startBackend(config, createLog(config))
  const database = backend.embedded?.database
  if (!database) throw new Error('no database')
  const root = await signUpStaff(database, 'root@academy.example', 'super_admin')
  const writer = await signUpStaff(database, 'writer@academy.example', 'marketing')
  await makeDue(database, root, writer)
  for (let n = 0; n < STUDENTS; n++) await agreed(database, `student${n}@crowd.example`)
  await send(database, writer)
  await owner(
    database,
    `insert into public.email_outbox (kind, recipient, subject, html, text_body, created_at) values
     ('weekly_figures', 'root@academy.example', 'x', 'x', 'x', now() - interval '2 minutes'),
     ('account_recovery', 'forgot@example.com', 'x', 'x', 'x', now() - interval '2 days')`,
  )
  await owner(
    database,
    `insert into mail.outbox (recipient, subject, html, text_body, kind, created_at)
     values ('slow@example.com', 'x', 'x', 'x', 'magic_link', now() - interval '20 minutes')`,
  )
  await backUpTo(config, archive, () => undefined)
  await backend.close()
})
afterAll(async () => {
  await new Promise<void>((resolve) => smtp.close(() => resolve()))
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => {
  received = []
})
afterEach(async () => {
  for (const { child, ended } of served.splice(0)) {
    child.kill('SIGTERM')
    await ended
  }
})

/** The built server on a copy, with a mail server, as an operator's `.env` names it. */
async function serve(name: string): Promise<AcademyProcess> {
  const { port } = smtp.server.address() as AddressInfo
  const academy = await startAcademyProcess([process.execPath, 'server/build/main.js'], join(folder, name), {
    ...{ NODE_ENV: 'production', METRICS_TOKEN: TOKEN, LOG_LEVEL: 'info' },
    ...{ SMTP_HOST: '127.0.0.1', SMTP_PORT: String(port), MAIL_FROM: 'academy@academy.example' },
  })
  served.push(academy)
  await academy.line('The academy is open')
  return academy
}

/** Waits until the functions that deliver have asked for work several times. */
async function severalRounds({ url }: AcademyProcess): Promise<void> {
  const asked = async () => {
    const metrics = await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })).text()
    return Number(/http_request_seconds_count\{kind="rest",status="2xx"\} (\d+)/.exec(metrics)?.[1] ?? 0)
  }
  const before = await asked()
  await expect.poll(asked, { interval: 200 }).toBeGreaterThan(before + CALLS_OF_ROUNDS)
}

async function operator(name: string, ...words: string[]): Promise<string> {
  const config = configOf(name)
  const running = await findRunning(config)
  if (!running) throw new Error('it does not run')
  const output: string[] = []
  await outgoing(running, config, words, (line) => output.push(line))
  return output.join('\n')
}

/** Whether visitors see what was to be shown by itself. */
async function published({ url }: AcademyProcess): Promise<boolean> {
  const { anonKey } = JSON.parse(readFileSync(join(folder, 'copy', 'keys.json'), 'utf8')) as { anonKey: string }
  const answer = await fetch(`${url}/rest/v1/categories?select=id&slug=eq.investments`, {
    headers: { apikey: anonKey },
  })
  return ((await answer.json()) as unknown[]).length > 0
}

test('a restored copy mails nobody and shows nothing new, whatever its settings are, until somebody decides by kind', async () => {
  await restoreFrom(configOf('copy'), archive, () => undefined)
  const academy = await serve('copy')
  const line = await academy.line('Nothing leaves: held since')
  expect(line).toMatchObject({
    level: 40,
    msg: expect.stringContaining(`of the academy at ${SITE}, here at http://localhost`),
  })
  await severalRounds(academy)
  expect([received, await published(academy)]).toEqual([[], false])
  const ready = await fetch(`${academy.url}/ready`, { headers: { authorization: `Bearer ${TOKEN}` } })
  expect([ready.status, await ready.json()]).toMatchObject([200, { checks: { outgoing: 'held' } }])
  // Somebody asks to be let in meanwhile, and hears what everybody hears.
  const { anonKey = '' } = (await findRunning(configOf('copy'))) ?? {}
  const asked = await fetch(`${academy.url}/auth/v1/otp`, {
    method: 'POST',
    headers: { apikey: anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'student0@crowd.example', create_user: false }),
  })
  expect(asked.status).toBe(200)

  const shown = await operator('copy')
  expect(shown).toMatch(/sign_in +3 .*oldest/)
  expect(shown).toMatch(/campaigns +\d+ {2}to \d{3} people/)
  expect(await operator('copy', 'look', 'mails')).toContain('d***@e***.com')
  await expect(operator('copy', 'drop', 'deletions')).rejects.toThrow('OUTGOING_INVALID')
  await expect(operator('copy', 'send')).rejects.toThrow('usage')

  // As on a project, of which nothing but address and keys is known.
  const keys = JSON.parse(readFileSync(join(folder, 'copy', 'keys.json'), 'utf8')) as Record<string, string>
  const project = readConfig({
    ...{ SITE_URL: SITE, DATA_DIR: join(folder, 'nothing'), SUPABASE_URL: academy.url },
    ...{ SUPABASE_ANON_KEY: keys.anonKey, SUPABASE_SERVICE_ROLE_KEY: keys.serviceRoleKey },
  })
  const output: string[] = []
  await outgoing(await startBackend(project, createLog(project)), project, [], (words) => output.push(words))
  expect(output.join()).toContain(shown.slice(0, shown.indexOf(' sign_in ')))

  expect(await operator('copy', 'send', 'mails')).toContain('send: mails')
  await expect.poll(() => received.toSorted()).toEqual(['dana@example.com', 'root@academy.example'])
  await operator('copy', 'send', 'sign_in')
  await expect.poll(() => received.slice(2).toSorted()).toEqual(['noa@example.com', 'student0@crowd.example'])
  await severalRounds(academy)
  expect([received.length, await published(academy)]).toEqual([4, false])

  await operator('copy', 'send', 'schedules')
  await expect.poll(() => published(academy)).toBe(true)
  await operator('copy', 'send', 'campaigns')
  await expect.poll(() => received.filter((to) => to.endsWith('@crowd.example')).length).toBeGreaterThan(STUDENTS)
  expect(await operator('copy', 'send', 'all')).toContain('Nothing is held any more')
  expect(await operator('copy')).toContain('Nothing is held')
})

test('what is dropped never leaves, also after the next start, and what comes later does', async () => {
  await restoreFrom(configOf('dropped'), archive, () => undefined)
  const config = configOf('dropped')
  const backend: Backend = await startBackend(config, createLog(config))
  const say = () => undefined
  await outgoing(backend, config, ['drop', 'sign_in', 'mails', 'campaigns', 'schedules', '--reason=a drill'], say)
  const line = await backend.embedded?.database.asOwner((tx) =>
    tx.query<{ after: object }>(
      `select after from public.audit_log where action = 'outgoing dropped' and after ->> 'kind' = 'mails'`,
    ),
  )
  expect(line?.rows[0]?.after).toMatchObject({ reason: 'a drill', count: 3 })
  await backend.close()
  const academy = await serve('dropped')
  await severalRounds(academy)
  expect([received, await published(academy)]).toEqual([[], false])
  const { anonKey = '' } = (await findRunning(config)) ?? {}
  await fetch(`${academy.url}/auth/v1/otp`, {
    method: 'POST',
    headers: { apikey: anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'student1@crowd.example', create_user: false }),
  })
  await expect.poll(() => received).toEqual(['student1@crowd.example'])
})

/** Restores in a process of its own that is killed when it says so much. */
async function killedAt(step: string, name: string, more: Record<string, string> = {}): Promise<void> {
  const [backup, settings] = ['../../server/src/cli/backup.ts', '../../server/src/config.ts'].map((file) =>
    JSON.stringify(join(import.meta.dirname, file)),
  )
  const values = { NODE_ENV: 'production', SITE_URL: SITE, LOG_LEVEL: 'silent', DATA_DIR: join(folder, name), ...more }
  const script = `import { restoreFrom } from ${backup}
    import { readConfig } from ${settings}
    const say = (line) => line.startsWith(${JSON.stringify(step)}) && process.kill(process.pid, 'SIGKILL')
    await restoreFrom(readConfig(${JSON.stringify(values)}), ${JSON.stringify(archive)}, say)`
  const killed = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], { stdio: 'inherit' })
  expect((await once(killed, 'exit'))[1]).toBe('SIGKILL')
}

const HELD = 'select kinds from private.outgoing_holds where ended_at is null'
const KINDS = [{ kinds: ['sign_in', 'mails', 'campaigns', 'schedules', 'deletions'] }]

// What is killed before leaves a folder that no start takes (embedded-supabase/test/contract/database/backup.test.ts).
test.each(['bringing it', 'gathering', 'restored into'])(
  'killed while it says "%s", a restore leaves nothing that could send',
  async (step) => {
    const name = `killed ${step}`.replaceAll(' ', '-')
    await killedAt(step, name)
    const config = configOf(name)
    const started = await startBackend(config, createLog(config)).catch((error: Error) => error.message)
    if (typeof started === 'string') return expect(started).toContain('did not come to its end')
    expect(await owner(started.embedded?.database as never, HELD)).toEqual(KINDS)
    await started.close()
  },
)

test('on a PostgreSQL elsewhere the hold is there with the rows, whoever starts on that database', async () => {
  const postgres = await startPostgresServer()
  try {
    const url = await postgres.databaseOf('owner', 'academy')
    await killedAt('gathering', 'elsewhere', { DATABASE_URL: url })
    const config = configOf('another-folder', { DATABASE_URL: url })
    const backend = await startBackend(config, createLog(config))
    expect(await owner(backend.embedded?.database as never, HELD)).toEqual(KINDS)
    await backend.close()
  } finally {
    await postgres.stop()
  }
})

test('without a mail server mails are caught and shown on this machine, and campaigns wait there as well', async () => {
  await restoreFrom(configOf('caught'), archive, () => undefined)
  const academy = await startAcademyProcess([process.execPath, 'server/build/main.js'], join(folder, 'caught'), {
    ...{ NODE_ENV: 'production', METRICS_TOKEN: TOKEN, LOG_LEVEL: 'info' },
  })
  served.push(academy)
  const { msg } = await academy.line('Its mails: ')
  const mailbox = new URL(msg.slice('Its mails: '.length))
  const caught = async () => (await fetch(`${academy.url}${mailbox.pathname}${mailbox.search}`)).text()
  await expect.poll(caught).toContain('dana@example.com')
  await expect.poll(caught).toContain('noa@example.com')
  await severalRounds(academy)
  expect(await caught()).not.toContain('@crowd.example')
  expect(await operator('caught')).toMatch(/campaigns +\d+ {2}to \d{3} people/)
  expect(await published(academy)).toBe(false)
})
