import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createJwt } from '../../embedded-supabase/src/jwt.ts'
import { loadKeys } from '../../embedded-supabase/src/keys.ts'
import { freePort } from '../../embedded-supabase/test/support/free-port.ts'
import { ROOT, readConfig } from '../../server/src/config.ts'
import {
  academy,
  answerOf,
  asServer,
  database,
  dataDirectory,
  failed,
  greet,
  hook,
  isOpen,
  keys,
  METRICS,
  mails,
  project,
  SECRETS,
  s3,
  settings,
  url,
  vimeo,
  withSettings,
} from './support/academy-by-settings.ts'
import { academyFolder, DIRECTLY, startAcademyProcess } from './support/academy-process.ts'
import { owner } from './support/outcome.ts'
import { signUp, signUpStaff } from './support/people.ts'
import { readsOfSettings } from './support/reads-of-settings.ts'
import { hookSecret, signedCall } from './support/signed-call.ts'

withSettings()

type Proof = () => unknown
/** A proof of several settings, which is made once. */
function once(prove: () => Promise<void>): Proof {
  let proved: Promise<void> | undefined
  return () => (proved ??= prove())
}

const isHeard = once(async () => {
  expect(await answerOf('/ready')).toBe(200)
  await expect(fetch(`http://127.0.0.1:${settings.PORT}/ready`)).rejects.toThrow()
})
const isMailed = once(async () => {
  const { email } = await signUp(database, `dana-${mails.length}@example.com`)
  const headers = { apikey: keys.anonKey, 'content-type': 'application/json' }
  const body = JSON.stringify({ email, create_user: false })
  expect(await answerOf('/auth/v1/otp', { method: 'POST', headers, body })).toBe(200)
  await expect.poll(() => mails.find(({ text }) => text.includes(email))).toBeDefined()
  const mail = mails.find(({ text }) => text.includes(email))
  expect(mail).toMatchObject({ from: 'ours@academy.example', user: 'postman', password: 'a # in quotes' })
  expect(mail?.text).toContain(`=?UTF-8?`)
})
const isKept = once(async () => {
  const name = `${s3.files.size}.webp`
  const headers = {
    apikey: keys.serviceRoleKey,
    authorization: `Bearer ${keys.serviceRoleKey}`,
    'content-type': 'image/webp',
  }
  expect(await answerOf(`/storage/v1/object/images/${name}`, { method: 'POST', headers, body: 'RIFF0000WEBP' })).toBe(
    200,
  )
  // It answers no request whose signature, bucket or region is another.
  expect([...s3.files.values()].map(({ content }) => String(content))).toContain('RIFF0000WEBP')
})
const isListed = once(async () => {
  const made = await asServer(
    '/rest/v1/courses',
    { title_he: 'קורס', vimeo_folder_id: '4711' },
    { prefer: 'return=representation' },
  )
  const [course] = (await made.json()) as { id: string }[]
  const { caller } = await signUpStaff(database, `writer-${vimeo.asked.length}@academy.example`, 'admin')
  const { sign } = await createJwt(await loadKeys(join(dataDirectory, 'keys.json')))
  const now = Math.floor(Date.now() / 1000)
  const token = await sign({ ...caller.claims, iss: `${url}/auth/v1`, aud: 'authenticated', iat: now, exp: now + 600 })
  const answer = await fetch(`${url}/functions/v1/vimeo-folder`, {
    method: 'POST',
    headers: { apikey: keys.anonKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ course: course?.id }),
  })
  expect(await answer.json()).toEqual({ videos: [{ id: '76979871', title: 'ריבית', duration_seconds: 62 }] })
  const [asked] = vimeo.asked
  expect(asked?.path).toMatch(/^\/me\/projects\/4711\/videos\?/)
  expect(asked?.headers.authorization).toBe('bearer token-of-vimeo')
})
const isReceived = once(async () => {
  const port = Number(settings.INBOUND_MAIL_PORT)
  expect(await greet('127.0.0.3', port, 'EHLO')).toBe('250')
  expect(await greet('127.0.0.3', port, 'LHLO')).toBe('500')
  await expect(greet('127.0.0.1', port, 'EHLO')).rejects.toThrow()
})
const isSeenByAddress = once(async () => {
  const { id, email } = await signUp(database, 'far@example.com')
  const link = await asServer('/auth/v1/admin/generate_link', { type: 'magiclink', email })
  const { hashed_token: token_hash } = (await link.json()) as { hashed_token: string }
  const chain = '6.6.6.6, 203.0.113.7, 10.0.0.1'
  const headers = { apikey: keys.anonKey, 'content-type': 'application/json', 'x-real-client': chain }
  const body = JSON.stringify({ type: 'email', token_hash })
  expect(await answerOf('/auth/v1/verify', { method: 'POST', headers, body })).toBe(200)
  const sessions = await owner<{ ip: string }>(
    database,
    'select host(ip) as ip from auth.sessions where user_id = $1 and ip is not null',
    [id],
  )
  expect(sessions).toEqual([{ ip: '203.0.113.7' }])
})
const remote = (settings: Record<string, string>) =>
  readConfig({ SUPABASE_URL: 'https://project.supabase.co', ...settings }).remoteSupabase

/** A project elsewhere gets both keys: the one with every page, the other with what a webhook brings. */
const isAsked = once(async () => {
  const { dataDirectory, remove } = academyFolder()
  const elsewhere = await startAcademyProcess(DIRECTLY, dataDirectory, {
    ...{
      SUPABASE_URL: project.url,
      SUPABASE_PUBLISHABLE_KEY: 'key-of-visitors',
      SUPABASE_SECRET_KEY: 'key-of-the-server',
      SUPABASE_ANON_KEY: 'legacy',
      SUPABASE_SERVICE_ROLE_KEY: 'legacy',
    },
    MAIL_EVENTS_SECRET: SECRETS.events,
  })
  await isOpen(elsewhere, `${elsewhere.url}/health`)
  await fetch(`${elsewhere.url}/`)
  const body = JSON.stringify({ type: 'bounce', address: 'gone@example.com', at: new Date().toISOString() })
  await fetch(`${elsewhere.url}/hooks/mail-events`, {
    method: 'POST',
    headers: signedCall(body, SECRETS.events).headers,
    body,
  })
  const seen = new Set(project.asked.map(({ headers }) => headers.apikey))
  expect(seen).toContain('key-of-visitors')
  expect(seen).toContain('key-of-the-server')
  expect(seen).not.toContain('legacy')
  elsewhere.child.kill('SIGKILL')
  await elsewhere.ended
  remove()
})

/** How each setting of `.env.example` is seen to reach what it is for; `config` where only the object of the settings is read. */
const PROOFS: Record<string, Proof> = {
  HOST: isHeard,
  PORT: isHeard,
  SITE_URL: async () => expect(await (await fetch(`${url}/robots.txt`)).text()).toContain(`${url}/`),
  DATA_DIR: () => expect(readdirSync(dataDirectory)).toEqual(expect.arrayContaining(['keys.json', 'running.json'])),
  // What development shows wants its own build: config.
  NODE_ENV: () =>
    expect(['production', 'development'].map((NODE_ENV) => readConfig({ NODE_ENV }).production)).toEqual([true, false]),
  LOG_LEVEL: () => expect(academy.lines().filter((line) => typeof line !== 'string' && line.level < 40)).toEqual([]),
  SEED_DEMO: async () => {
    const answer = await fetch(`${url}/rest/v1/categories?select=id`, { headers: { apikey: keys.anonKey } })
    expect(await answer.json()).toEqual([])
  },
  DATABASE_URL: async () => {
    const closed = await freePort()
    expect(await failed({ DATABASE_URL: `postgres://owner:secret@127.0.0.1:${closed}/academy` })).toContain(
      `127.0.0.1:${closed}`,
    )
  },
  POSTGRES_BINARIES: async () => expect(await failed({ POSTGRES_BINARIES: '/not/there' })).toContain('/not/there'),
  SUPABASE_URL: isAsked,
  SUPABASE_PUBLISHABLE_KEY: isAsked,
  SUPABASE_SECRET_KEY: isAsked,
  SUPABASE_ANON_KEY: () => expect(remote({ SUPABASE_ANON_KEY: 'x' })).toMatchObject({ anonKey: 'x' }),
  SUPABASE_SERVICE_ROLE_KEY: () =>
    expect(remote({ SUPABASE_ANON_KEY: 'x', SUPABASE_SERVICE_ROLE_KEY: 'y' })).toMatchObject({ serviceRoleKey: 'y' }),
  SMTP_HOST: isMailed,
  SMTP_PORT: isMailed,
  // A mail server with a certificate that is believed: config; that mails leave without TLS is seen above.
  SMTP_SECURE: () => {
    const smtp = { SMTP_HOST: 'mx.example' }
    const isSecure = (more: Record<string, string>) => readConfig({ ...smtp, ...more }).smtp?.secure
    expect(isSecure({ SMTP_SECURE: '1' })).toBe(true)
    expect(['465', '2465', '587', '2587'].map((port) => isSecure({ SMTP_PORT: port }))).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect(isSecure({ SMTP_PORT: '465', SMTP_SECURE: '0' })).toBe(false)
  },
  SMTP_USER: isMailed,
  SMTP_PASSWORD: isMailed,
  MAIL_FROM: isMailed,
  INBOUND_MAIL_PORT: isReceived,
  INBOUND_MAIL_HOST: isReceived,
  INBOUND_MAIL_PROTOCOL: isReceived,
  // What is done by it: support-mails.test. Config.
  INBOUND_MAIL_SERVER: () => expect(readConfig(settings).inboundMail.trustedServer).toBe('mx.academy.example'),
  INBOUND_MAIL_SECRET: async () => {
    expect(await hook('/hooks/inbound-mail', hookSecret())).toBe(401)
    expect(await hook('/hooks/inbound-mail', SECRETS.inbound)).toBe(400)
  },
  MAIL_EVENTS_SECRET: async () => {
    expect(await hook('/hooks/mail-events', SECRETS.inbound)).toBe(401)
    expect(await hook('/hooks/mail-events', SECRETS.events)).toBe(400)
  },
  CLIENT_ADDRESS_HEADER: isSeenByAddress,
  CLIENT_ADDRESS_HOPS: isSeenByAddress,
  STORAGE_S3_ENDPOINT: isKept,
  STORAGE_S3_REGION: isKept,
  STORAGE_S3_BUCKET: isKept,
  STORAGE_S3_ACCESS_KEY_ID: isKept,
  STORAGE_S3_SECRET_ACCESS_KEY: isKept,
  VIMEO_TOKEN: isListed,
  VIMEO_API_URL: isListed,
  BACKUP_DIR: async () => {
    const newest = `select report -> 'backups' ->> 'newest_at' as at from private.system_reports`
    await expect.poll(() => owner<{ at: string }>(database, newest)).toEqual([{ at: '2026-01-01T00:00:00.000Z' }])
  },
  // What is encrypted for them and opened by it: the tests of backups. Config.
  BACKUP_RECIPIENTS: async () => expect(await failed({ BACKUP_RECIPIENTS: 'mine' })).toContain('public keys of age'),
  BACKUP_PASSPHRASE: () => expect(readConfig({ BACKUP_PASSPHRASE: 'two words' }).backupPassphrase).toBe('two words'),
  METRICS_TOKEN: async () => {
    expect(await answerOf('/metrics')).toBe(404)
    expect(await answerOf('/metrics', { headers: { authorization: `Bearer ${METRICS}` } })).toBe(200)
  },
  // Last: it ends the academy.
  STOP_DELAY: async () => {
    academy.child.kill('SIGTERM')
    await expect.poll(() => answerOf('/ready')).not.toBe(200)
    expect([await answerOf('/ready'), await answerOf('/health')]).toEqual([503, 200])
  },
}

const EXAMPLE = readFileSync(join(ROOT, '.env.example'), 'utf8')
const DECLARED = [...EXAMPLE.matchAll(/^# ([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name)

test('every setting of .env.example has its proof here, and nothing else has one', () => {
  expect(Object.keys(PROOFS).sort()).toEqual([...DECLARED].sort())
})

test('every variable of the environment that the program reads is declared, or stands here with whose it is', () => {
  const { undeclared, unread } = readsOfSettings(ROOT, DECLARED)
  expect(undeclared).toEqual([])
  expect(unread).toEqual([])
})

describe('a setting reaches what it is for', () => {
  test.each(Object.entries(PROOFS))('%s', async (_, proof) => {
    await proof()
  })
})
