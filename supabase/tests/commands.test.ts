import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareDataFolder } from '../../embedded-supabase/test/support/data-templates.ts'
import { type Backend, startBackend } from '../../server/src/backend.ts'
import { verifyAudit } from '../../server/src/cli/audit.ts'
import { invite } from '../../server/src/cli/invite.ts'
import { showKeys } from '../../server/src/cli/keys.ts'
import { databaseTypes, TYPES_FILE } from '../../server/src/cli/types.ts'
import { ROOT, readConfig } from '../../server/src/config.ts'
import { createLog } from '../../server/src/log.ts'

const folder = mkdtempSync(join(tmpdir(), 'academy-invite-'))
chmodSync(folder, 0o711)
const SITE = 'https://academy.test'
const settings = { NODE_ENV: 'production', SITE_URL: SITE, DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent' }
const config = readConfig(settings)
/** A mail server that nobody answers at: the mail stays in the outbox, where the test looks. */
const withMail = readConfig({ ...settings, SMTP_HOST: '127.0.0.1', SMTP_PORT: '1' })
let backend: Backend

beforeAll(async () => {
  prepareDataFolder(config.dataDirectory, config.projectDirectory)
  backend = await startBackend(config, createLog(config))
})
afterAll(async () => {
  await backend.close()
  rmSync(folder, { recursive: true, force: true })
})

async function run(...args: string[]): Promise<string> {
  const output: string[] = []
  await invite(
    backend,
    args.at(-1) === 'by mail' ? withMail : config,
    args.filter((arg) => arg !== 'by mail'),
    (line) => {
      output.push(line)
    },
  )
  return output.join('\n')
}

async function sql<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
  const rows = await backend.embedded?.database.asOwner(async (tx) => (await tx.query<Row>(text, values)).rows)
  return rows ?? []
}

test('the committed types of the tables are those of the schema', async () => {
  expect(readFileSync(join(ROOT, TYPES_FILE), 'utf8')).toBe(await databaseTypes(backend))
})

test('the keys are shown beside a running academy', async () => {
  const output: string[] = []
  await showKeys(config, (line) => output.push(line))
  expect(output.join()).toContain(backend.anonKey)
  expect(output.join()).toContain(backend.serviceRoleKey)
})

test('[5-18] another domain is refused with the way to allow it', async () => {
  await expect(run('dana@school.test')).rejects.toThrow('--allow-domain')
  expect(await run('dana@school.test', '--allow-domain')).toContain('dana@school.test is invited as super_admin')
  expect(await run('noa@school.test')).toContain('noa@school.test is invited')
})

test('a role that does not exist is answered with those that do', async () => {
  await expect(run('gal@academy.example', 'king')).rejects.toThrow('super_admin, admin, analyst, marketing')
  await expect(run('nonsense')).rejects.toThrow('usage')
})

test('[5-12][7-04] the printed link signs in, and the invitation makes the first administrator', async () => {
  await run('tamar@academy.example')
  const output = await run('tamar@academy.example')
  const pending = await sql(
    `select from public.invitation_history where email = 'tamar@academy.example' and status = 'pending'`,
  )
  expect(pending).toHaveLength(1)
  const link = new URL(output.split('\n').at(-1) ?? '')
  const verified = await backend.fetch(`${SITE}/auth/v1/verify`, {
    method: 'POST',
    headers: { apikey: backend.anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      token_hash: link.searchParams.get('token') ?? link.searchParams.get('token_hash'),
      type: link.searchParams.get('type'),
    }),
  })
  const { access_token } = (await verified.json()) as { access_token: string }
  const target = new URL(link.searchParams.get('redirect_to') ?? '')
  expect(target.pathname).toBe('/admin/accept-invitation')
  const accepted = await backend.fetch(`${SITE}/rest/v1/rpc/accept_admin_invitation`, {
    method: 'POST',
    headers: {
      apikey: backend.anonKey,
      authorization: `Bearer ${access_token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ token_input: target.searchParams.get('token') }),
  })
  expect(await accepted.json()).toMatchObject({ success: true })
  expect(await run('tamar@academy.example')).toBe('tamar@academy.example is a member of the staff already.')
})

test('[7-04] [8-19] with a mail server the invitation is mailed, and a second one at once is printed', async () => {
  const output = await run('yael@academy.example', 'admin', 'by mail')
  expect(output).toContain('Admin invitation sent successfully!')
  expect(output).toContain('was mailed')
  const mails = await sql<{ html: string }>(`select html from mail.outbox where recipient = 'yael@academy.example'`)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.html).toContain('accept-invitation')
  expect(await run('yael@academy.example', 'admin', 'by mail')).toContain('this link takes its place')
})

test('on a restored copy the invitation waits with all mails of sign-in, and the command says so', async () => {
  const [hold] = await sql<{ id: string }>('select public.hold_outgoing() as id')
  expect(await run('held@academy.example', 'admin', 'by mail')).toMatch(
    /is invited as admin\. Its mail waits, .*: npm run outgoing$/,
  )
  await sql(`select public.decide_outgoing($1, array['sign_in'], 'send', 'in its own place')`, [hold?.id])
  expect(await run('free@academy.example', 'admin', 'by mail')).toContain('was mailed')
  await sql(`select public.decide_outgoing($1, '{mails,campaigns,schedules,deletions}', 'send', 'the end')`, [hold?.id])
})

test('the audit log is walked beside a running academy, with anchors from its log', async () => {
  const output: string[] = []
  const verify = (...args: string[]) => verifyAudit(config, args, (line) => output.push(line))
  expect(await verify()).toBe(true)
  const anchor = /\d+:[0-9a-f]{64}/.exec(output.join('\n'))?.[0] ?? ''
  const log = join(folder, 'academy.log')
  writeFileSync(log, `{"level":30,"anchor":"${anchor}","msg":"the audit log ends here"}\n`)
  expect(await verify(log, anchor)).toBe(true)
  expect(output.at(-2)).toContain('2 anchors compared')
  expect(await verify(anchor.replace(/:../, ':00'))).toBe(false)
  expect(output.join('\n')).toContain('the audit log is NOT as it was written')
  await expect(verify('nonsense')).rejects.toThrow('no anchor')
})
