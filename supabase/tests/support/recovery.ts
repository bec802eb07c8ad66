import { afterAll, beforeAll, beforeEach, vi } from 'vitest'
import type { Database } from '../../../embedded-supabase/src/database/index.ts'
import { handler } from '../../functions/account-recovery/handler.ts'
import { openAcademyDatabase } from './academy-database.ts'
import { callAs, owner } from './outcome.ts'
import { ANONYMOUS, type Person, registration, SERVICE, signUp } from './people.ts'
import { PUBLISHABLE_KEY, stubRest } from './rest-shim.ts'

type Answer = { success: boolean; error: string | null; masked_email: string | null }
type Verdict = { valid: boolean; error: string | null; user_id: string | null; email: string | null }
type Mail = { recipient: string; subject: string; html: string; text_body: string; kind: string }

export const PHONE = '+972541112233'
/** What a link answers that opens nothing. */
export const REFUSED = { valid: false, error: 'INVALID_RECOVERY_TOKEN', user_id: null, email: null }
/** The database of the file that called `withRecovery`. */
export let database: Database
/** Whose phone it is. */
export let dana: Person
export let rest: { calls: string[] }

/** Gives a test file a database with somebody who can be recovered; every test begins with no request and no mail. */
export function withRecovery(): void {
  beforeAll(async () => {
    vi.stubEnv('ANSWER_FLOOR_MS', '0')
    database = await openAcademyDatabase()
    dana = await signUp(database, 'dana@gmail.com', { metadata: registration({ phone_number: PHONE }) })
    rest = stubRest(database)
  })
  afterAll(async () => {
    vi.unstubAllGlobals()
    vi.unstubAllEnvs()
    await database?.close()
  })
  beforeEach(async () => {
    for (const table of ['private.attempts', 'private.account_recovery_tokens', 'email_outbox', 'auth.rate_limits']) {
      await owner(database, `delete from ${table}`)
    }
  })
}

/** Asks for a link as the browser does, from an address. */
export async function ask(phone: unknown, address = '198.51.100.1'): Promise<{ status: number; body: Answer }> {
  const response = await handler(
    new Request('http://functions.test/account-recovery', {
      method: 'POST',
      headers: {
        apikey: PUBLISHABLE_KEY,
        'x-forwarded-for': address,
        'user-agent': 'x (Windows NT 10.0) Chrome/130 <b>',
      },
      body: JSON.stringify({ phone_number: phone }),
    }),
  )
  return { status: response.status, body: (await response.json()) as Answer }
}

export const mails = () => owner<Mail>(database, 'select * from email_outbox where not is_decoy')
/** Redeems a link, by an address where it is told. */
export const verify = (token: unknown, phone: unknown, address?: string) =>
  address
    ? database
        .asCaller(
          ANONYMOUS,
          (tx) => tx.query<{ v: Verdict }>('select public.verify_recovery_token($1, $2) as v', [token, phone]),
          {
            settings: { 'request.headers': JSON.stringify({ 'x-forwarded-for': `6.6.6.6, ${address}` }) },
          },
        )
        .then(({ rows }) => rows[0]?.v)
    : callAs<Verdict>(database, ANONYMOUS, 'verify_recovery_token', [token, phone])

/** Asks for a link and reads it from the mail. */
export async function freshLink(): Promise<URL> {
  await ask(PHONE)
  const href = /https:\/\/academy\.test\/auth\/recover-account\S+/.exec((await mails()).at(-1)?.text_body ?? '')?.[0]
  return new URL(href ?? '')
}

/** Takes the account of a redeemed link, as the function does. */
export const take = (link: URL, phone = PHONE) =>
  callAs<{ email: string | null }>(database, SERVICE, 'take_recovered_account', [link.searchParams.get('token'), phone])
