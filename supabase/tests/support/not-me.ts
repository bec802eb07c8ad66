import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Database } from '../../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './academy-database.ts'
import { callAs, owner, rowsAs } from './outcome.ts'
import { ANONYMOUS, type Person, SERVICE, signUp } from './people.ts'

type Answer = {
  state: 'open' | 'done' | 'unknown'
  kind?: string
  masked_email?: string
  outcome?: { undone: string[]; remaining: string[]; is_staff: boolean } | null
}

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36'

/** The database of the file that called `withOwner`. */
export let database: Database
/** The owner of an account, of this test alone. */
export let dana: Person
/** How many tests have begun: a part of addresses. */
export let serial = 0

/** Gives a test file a database; every test begins with an owner and no mail. */
export function withOwner(): void {
  beforeAll(async () => {
    database = await openAcademyDatabase()
  })
  afterAll(() => database?.close())
  beforeEach(async () => {
    serial += 1
    dana = await signUp(database, `dana${serial}@gmail.com`)
    await owner(database, 'delete from email_outbox')
  })
}

/** Presses the button of a link. */
export const press = (token: string, caller = ANONYMOUS) => callAs<Answer>(database, caller, 'report_not_me', [token])
export const describeLink = (token: string) => callAs<Answer>(database, ANONYMOUS, 'describe_not_me', [token])
export const auth = (sql: string, values: unknown[] = []) => database.asAuthAdmin((tx) => tx.query(sql, values))
export const enter = (person = dana, agent = WINDOWS) =>
  auth('insert into auth.sessions (user_id, user_agent) values ($1, $2)', [person.id, agent])
export const move = (email: string) => auth('update auth.users set email = $2 where id = $1', [dana.id, email])
export const setPhone = (phone: string) =>
  rowsAs(database, SERVICE, 'update users set phone_number = $2 where id = $1', [dana.id, phone])
export const profile = async (person = dana) =>
  (
    await owner<{ email: string; phone_number: string | null }>(
      database,
      'select auth.users.email, phone_number from public.users join auth.users using (id) where id = $1',
      [person.id],
    )
  )[0]
export const left = async (table: string, person = dana) =>
  (await owner(database, `select from ${table} where user_id = $1`, [person.id])).length
/** Lets days pass for the notices. */
export const later = (days: number) =>
  owner(
    database,
    `update private.security_notices set created_at = created_at - make_interval(hours => $1), due_at = due_at - make_interval(hours => $1),
       expires_at = expires_at - make_interval(hours => $1)`,
    [days * 24],
  )

/** Lets an app join, which it may; gives its id. */
export async function joinApp(): Promise<string> {
  await owner(database, `insert into private.permits values ($1, 'second step', gen_random_uuid())`, [dana.id])
  const { rows } = await database.asAuthAdmin((tx) =>
    tx.query<{ id: string }>(`insert into auth.mfa_factors (user_id, factor_type) values ($1, 'totp') returning id`, [
      dana.id,
    ]),
  )
  await auth(`update auth.mfa_factors set status = 'verified' where user_id = $1`, [dana.id])
  return rows[0]?.id ?? ''
}

/** The link of the last notice of a kind that went to an address. */
export async function token(what: string, recipient = dana.email): Promise<string> {
  const rows = await owner<{ token: string }>(
    database,
    `select content ->> 'token' as token from email_outbox where kind = 'security_notice' and content ->> 'what' = $1
       and recipient = $2 order by created_at desc limit 1`,
    [what, recipient],
  )
  return rows[0]?.token ?? ''
}
