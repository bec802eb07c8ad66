import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openArchive } from '../../embedded-supabase/src/backup/encryption.ts'
import { OWN_SECRETS } from '../../embedded-supabase/src/backup/secrets.ts'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { loadKeys, newIdentity } from '../../embedded-supabase/src/index.ts'
import { prepareDataFolder } from '../../embedded-supabase/test/support/data-templates.ts'
import { type Backend, startBackend } from '../../server/src/backend.ts'
import { makeBackup } from '../../server/src/backups/make-backup.ts'
import { PRODUCT_SECRETS } from '../../server/src/backups/product-secrets.ts'
import { restoreFrom } from '../../server/src/cli/backup.ts'
import { readConfig } from '../../server/src/config.ts'
import { createLog } from '../../server/src/log.ts'
import { owner } from './support/outcome.ts'
import { signUp, signUpStaff } from './support/people.ts'
import { ask } from './support/tickets.ts'

const SECRETS = { ...OWN_SECRETS, ...PRODUCT_SECRETS }
const folder = mkdtempSync(join(tmpdir(), 'backup-secrets-'))
chmodSync(folder, 0o711)
const kept = join(folder, 'kept')
const settings = { NODE_ENV: 'production', SITE_URL: 'https://academy.test', LOG_LEVEL: 'silent' }
const config = readConfig({ ...settings, DATA_DIR: join(folder, 'data') })

let backend: Backend
let database: Database
/** Everything that opens something in this academy, by what it is. */
const living: Record<string, string> = {}

beforeAll(async () => {
  prepareDataFolder(config.dataDirectory, config.projectDirectory)
  backend = await startBackend(config, createLog(config))
  if (!backend.embedded) throw new Error('no database')
  database = backend.embedded.database
  const { caller } = await signUp(database, 'dana@example.com')
  await signUpStaff(database, 'root@academy.example', 'super_admin')
  const mark = (name: string) => {
    living[name] = `living-${name}-${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)}`
    return living[name]
  }
  await owner(database, 'update auth.mfa_factors set secret = $1 where true', [mark('app')])
  await owner(
    database,
    `insert into mail.outbox (recipient, subject, html, text_body, kind) values ('dana@example.com', 'x', $1, $2, 'magic_link')`,
    [mark('link-html'), mark('link-text')],
  )
  await owner(
    database,
    `insert into mail.mailbox (recipient, sender, subject, html, text_body) values ('dana@example.com', 'a@b.example', 'x', $1, $2)`,
    [mark('caught-html'), mark('caught-text')],
  )
  await owner(
    database,
    `insert into public.email_outbox (kind, recipient, subject, html, text_body, content) values ('recovery', 'dana@example.com', 'x', $1, $2, $3)`,
    [mark('mail-html'), mark('mail-text'), { url: mark('mail-content') }],
  )
  await ask(database, caller)
  const [reply] = await owner<{ key: string }>(database, 'select key from private.support_reply_keys')
  living.reply = reply?.key ?? ''
  for (const { name, value } of await owner<{ name: string; value: Buffer }>(
    database,
    'select * from private.secrets',
  )) {
    living[name] = value.toString('hex')
  }
  const keys = await loadKeys(join(config.dataDirectory, 'keys.json'))
  Object.assign(living, { secret: keys.jwtSecret, anon: keys.anonKey, service: keys.serviceRoleKey })
  living.signing = keys.signingKeys[0]?.d ?? ''
  for (const file of ['logins.json', 'postgres-password']) {
    for (const [, word] of readFileSync(join(config.dataDirectory, file), 'utf8').matchAll(/([\w-]{32})/g)) {
      living[`${file}-${word?.slice(0, 3)}`] = word ?? ''
    }
  }
  // What nobody knows of may lie in the folder, too.
  writeFileSync(join(config.dataDirectory, 'notes.txt'), mark('unknown-file'))
  mkdirSync(join(config.dataDirectory, 'other'))
  writeFileSync(join(config.dataDirectory, 'other', 'key.pem'), mark('unknown-folder'))
}, 120_000)
afterAll(async () => {
  await backend?.close()
  rmSync(folder, { recursive: true, force: true })
})

const hidden = async (archive: string) => {
  const parts: Buffer[] = []
  for await (const part of openArchive(archive, {})) parts.push(part)
  return gunzipSync(Buffer.concat(parts)).toString('latin1')
}

/** The ways in which a text may stand in other bytes: base64 at each of its three places, too. */
function formsOf(text: string): string[] {
  const bytes = [Buffer.from(text), ...(/^[0-9a-f]+$/.test(text) ? [Buffer.from(text, 'hex')] : [])]
  return bytes.flatMap((plain) => [
    plain.toString('latin1'),
    plain.toString('hex'),
    ...[0, 1, 2].flatMap((before) => {
      const long = Buffer.concat([Buffer.alloc(before), plain])
      const middle = (word: string) => word.slice(4, Math.floor((long.length * 8) / 6) - 1)
      return [middle(long.toString('base64')), middle(long.toString('base64url'))]
    }),
  ])
}

const make = (recipients: string[] = []) =>
  makeBackup({ config: { ...config, backupRecipients: recipients }, folder: kept, onProgress: () => true })

test('the archive of the button holds nothing that opens anything, in no form', async () => {
  expect(Object.keys(living).length).toBeGreaterThan(14)
  expect(Object.values(living).filter((secret) => secret.length < 16)).toEqual([])
  const outcome = await make()
  const content = await hidden(join(kept, 'file' in outcome ? outcome.file : ''))
  expect(content).toContain('dana@example.com')
  const found = Object.entries(living).filter(([, secret]) => formsOf(secret).some((form) => content.includes(form)))
  expect(found.map(([name]) => name)).toEqual([])
  expect(content).not.toContain('keys.json\0')
})

test('restored, it has keys of its own, nobody is signed in, and nothing that waited goes out empty', async () => {
  const archive = join(kept, readdirSync(kept).find((name) => name.endsWith('-staff.tar.gz')) ?? '')
  const copy = readConfig({ ...settings, DATA_DIR: join(folder, 'copy') })
  const lines: string[] = []
  await restoreFrom(copy, archive, (line) => lines.push(line))
  expect(lines.join()).toContain('everybody signs in again')
  const keys = await loadKeys(join(copy.dataDirectory, 'keys.json'))
  expect(Object.values(living)).not.toContain(keys.serviceRoleKey)
  const there = await startBackend(copy, createLog(copy))
  try {
    const rows = (text: string) => owner(there.embedded?.database as Database, text)
    expect(await rows('select count(*)::int as count from auth.sessions')).toEqual([{ count: 0 }])
    expect(await rows('select count(*)::int as count from auth.users')).toEqual([{ count: 2 }])
    expect(await rows('select status, html from public.email_outbox')).toEqual([{ status: 'abandoned', html: '' }])
    const [reply] = (await rows('select key from private.support_reply_keys')) as { key: string }[]
    expect(reply?.key).toMatch(/^[0-9a-f]{32}$/)
    expect(reply?.key).not.toBe(living.reply)
    const old = await there.fetch(`${copy.siteUrl}/rest/v1/users?select=id`, {
      headers: { apikey: living.service ?? '', authorization: `Bearer ${living.service}` },
    })
    expect(old.status).toBe(401)
  } finally {
    await there.close()
  }
}, 120_000)

test('with recipients it is encrypted for them, and checked all the same', async () => {
  const mine = await newIdentity()
  const outcome = await make([mine.recipient])
  expect(outcome).toMatchObject({ file: expect.stringMatching(/-staff\.tar\.gz\.age$/) })
  const copy = readConfig({ ...settings, DATA_DIR: join(folder, 'opened') })
  const key = join(folder, 'key.txt')
  writeFileSync(key, mine.identity)
  const archive = join(kept, 'file' in outcome ? outcome.file : '')
  await expect(restoreFrom(copy, archive, () => undefined)).rejects.toThrow('is encrypted')
  await restoreFrom(copy, archive, () => undefined, { identityFile: key })
}, 120_000)

test('no row that stays refers to one that is left out', async () => {
  const left = Object.keys(SECRETS).filter((name) => SECRETS[name] === 'rows')
  const references = await owner<{ from: string; to: string }>(
    database,
    `select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint where contype = 'f'`,
  )
  expect(references.filter(({ from, to }) => left.includes(to) && !left.includes(from))).toEqual([])
})

/** Columns whose name sounds like a secret and that are none; hashes are of random secrets, unless the line says more. */
const NO_SECRETS = [
  /_hash$/,
  // A hash too, of the product's empty passwords.
  /^auth\.users\.encrypted_password$/,
  // The hash of an invitation's token; the Message-IDs of mails that came.
  /^public\.invitation_history\.invitation_token$/,
  /^private\.(refused_mails|support_mails)\.key$/,
  // Names of things and of limits, and browsers of visitors, who prove nothing by them.
  /^(auth\.rate_limits|private\.analytics_marks|public\.app_settings)\.key$/,
  /^private\.(campaign_recipients\.occasion|content_kinds\.part)_key$/,
  /^public\.(consent_events\.subject|page_views\.visitor)_key$/,
  /^private\.media_files\.codec$/,
  // Numbers of questions that were asked; salt of hashes of lines whose content stands beside it.
  /^private\.(quiz_attempt_questions|review_turns)\.seed$/,
  /^public\.audit_log\.content_salt$/,
]

test('every column whose name sounds like a secret is left out, or known to be none', async () => {
  const columns = await owner<{ place: string; name: string }>(
    database,
    `select n.nspname || '.' || c.relname as place, a.attname::text as name from pg_attribute a
     join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
       and n.nspname in ('auth', 'mail', 'storage', 'public', 'private', 'supabase_migrations')
       and a.atttypid in ('text'::regtype, 'bytea'::regtype, 'varchar'::regtype)
       and a.attname ~ '(token|secret|password|key|salt|code|nonce|seed|html|text_body)' order by 1, 2`,
  )
  const open = columns.filter(({ place, name }) => {
    const secret = SECRETS[place]
    return secret !== 'rows' && !secret?.[name] && !NO_SECRETS.some((known) => known.test(`${place}.${name}`))
  })
  expect(open.map(({ place, name }) => `${place}.${name}`)).toEqual([])
})
