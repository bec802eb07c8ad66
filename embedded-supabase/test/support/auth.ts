import { createHash } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { LogEntry } from '../../src/index.ts'
import { createJwt, type Jwt } from '../../src/jwt.ts'
import { loadKeys } from '../../src/keys.ts'
import { startTestServer, type TestServer, type TestServerOptions } from './start.ts'

/** Settings that keep limits out of the way of tests that are not about them. */
export const RELAXED = `
[auth.email]
max_frequency = "0s"
[auth.rate_limit]
email_sent = 100000
email_sent_global = 100000
email_sent_per_mailbox_hour = 100000
email_sent_per_mailbox_day = 100000
email_sent_per_caller_mailbox_hour = 100000
token_refresh = 100000
sign_in_sign_ups = 100000
token_verifications = 100000
mfa_verifications = 100000
password_failures = 100000
unknown_identifiers = 100000
`

type Mail = { recipient: string; subject: string; html: string; text_body: string; kind: string }

export type AuthServer = TestServer & {
  /** The mails to an address, the newest first. */
  mails(recipient: string): Promise<Mail[]>
  /** The newest mail to an address, and what its plain template carries. */
  lastMail(recipient: string): Promise<Mail & { link: URL; code: string; tokenHash: string }>
  /** Runs SQL as the owner. */
  sql<Row = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>
  /** A new person with a confirmed address and a session of their own. */
  person(email?: string): Promise<{ client: SupabaseClient; email: string; userId: string }>
  admin: SupabaseClient
  dataDirectory: string
  /** Signs with the server's own key. */
  jwt: Jwt
}

/** What these tests stand on where they say nothing else; the tool's own defaults are looser. */
const EMAIL = { enable_confirmations: 'true', max_frequency: '"60s"', otp_expiry: '86400' }

function withStrictDefaults(config: string): string {
  const [before = '', rest = ''] = config.split('[auth.email]\n', 2)
  const signature = rest.split('[', 1)[0] ?? ''
  const missing = Object.entries(EMAIL).filter(([name]) => !new RegExp(`^${name}\\b`, 'm').test(signature))
  const email = ['[auth.email]', ...missing.map((pair) => pair.join(' = ')), rest].join('\n')
  const totp = config.includes('[auth.mfa.totp]')
    ? ''
    : '\n[auth.mfa.totp]\nenroll_enabled = true\nverify_enabled = true\n'
  return `${before}\n${email}${totp}`
}

/** A test server with relaxed limits, or with a `config` of its own in their place. */
export async function startAuthServer({ config = RELAXED, ...options }: TestServerOptions = {}): Promise<AuthServer> {
  const log = (entry: LogEntry) => entry.level === 'error' && process.stderr.write(`${JSON.stringify(entry)}\n`)
  const dataDirectory = mkdtempSync(join(tmpdir(), 'embedded-supabase-data-'))
  chmodSync(dataDirectory, 0o711)
  const server = await startTestServer({ config: withStrictDefaults(config), log, dataDirectory, ...options })
  const mails = (recipient: string) =>
    server.supabase.database.asAuthAdmin(async (tx) => {
      const { rows } = await tx.query<Mail>('select * from mail.outbox where recipient = $1 order by created_at desc', [
        recipient,
      ])
      return rows
    })
  const admin = server.client(server.supabase.serviceRoleKey)
  return {
    ...server,
    admin,
    dataDirectory,
    jwt: await createJwt(await loadKeys(join(dataDirectory, 'keys.json'))),
    async close() {
      await server.close()
      rmSync(dataDirectory, { recursive: true, force: true })
    },
    mails,
    async lastMail(recipient) {
      const [mail] = await mails(recipient)
      if (!mail) throw new Error(`no mail to ${recipient}`)
      const link = new URL(/href="([^"]+)"/.exec(mail.html)?.[1]?.replaceAll('&#38;', '&') ?? 'http://none')
      const code = /Code: (\d+)|code: (\d+)/.exec(mail.html)
      return { ...mail, link, code: code?.[1] ?? code?.[2] ?? '', tokenHash: link.searchParams.get('token') ?? '' }
    },
    sql: <Row>(text: string, values?: unknown[]) =>
      server.supabase.database.asOwner(async (tx) => (await tx.query<Row>(text, values)).rows),
    async person(email = newEmail()) {
      const { data, error } = await admin.auth.admin.createUser({ email, password: PASSWORD, email_confirm: true })
      if (error) throw error
      const client = server.client()
      const signedIn = await client.auth.signInWithPassword({ email, password: PASSWORD })
      if (signedIn.error) throw signedIn.error
      return { client, email, userId: data.user.id }
    },
  }
}

export const PASSWORD = 'correct horse battery'
let serial = 0

/** An address that no other test uses. */
export const newEmail = (): string => `person-${process.pid}-${++serial}@example.com`

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
