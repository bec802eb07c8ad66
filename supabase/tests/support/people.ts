import type { Caller, Database, Transaction } from '../../../embedded-supabase/src/database/index.ts'

export const ANONYMOUS: Caller = { role: 'anon', claims: { role: 'anon' } }
export const SERVICE: Caller = { role: 'service_role', claims: { role: 'service_role' } }

export type Person = { id: string; email: string; caller: Caller }

export type PersonOptions = {
  metadata?: Record<string, unknown>
  verified?: boolean
  /** Age of the session in hours. */
  sessionAge?: number
  /** Whether an authenticator app has joined and the session gave its code. */
  app?: boolean
}

let counter = 0

/** A number that no other person of this file has. */
export function freshPhone(): string {
  counter += 1
  return `+97250${String(counter).padStart(7, '0')}`
}

/** The metadata of a complete registration. */
export function registration(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    first_name: 'דנה',
    last_name: 'לוי',
    phone_number: freshPhone(),
    marketing_consent: false,
    privacy_consent: true,
    terms_consent: true,
    user_type: 'student',
    ...changes,
  }
}

/** Makes an account as the sign-in service does, with a session and what its registration says. */
export async function signUp(database: Database, email: string, options: PersonOptions = {}): Promise<Person> {
  const { metadata = registration() } = options
  const person = await makeAccount(database, email, options)
  if (metadata.user_type !== 'admin') await fillProfile(database, person, metadata)
  return person
}

/** Makes an account as the sign-in service does, with a session; its profile says nothing but the address. */
export async function makeAccount(database: Database, email: string, options: PersonOptions = {}): Promise<Person> {
  const { metadata = registration(), verified = true, sessionAge = 0, app = false } = options
  return database.asAuthAdmin(async (tx) => {
    const { rows } = await tx.query<{ id: string }>(
      `insert into auth.users (email, raw_user_meta_data, email_confirmed_at)
       values ($1, $2, case when $3 then now() end) returning id`,
      [email, metadata, verified],
    )
    const id = rows[0]?.id ?? ''
    if (app) await addApp(tx, id)
    return { id, email, caller: await openSession(tx, { id, email }, { sessionAge, aal: app ? 'aal2' : 'aal1' }) }
  })
}

/** Joins an authenticator app to an account. */
export async function addApp(tx: Transaction, userId: string): Promise<void> {
  await tx.query(
    `insert into auth.mfa_factors (user_id, factor_type, status, friendly_name) values ($1, 'totp', 'verified', 'app')`,
    [userId],
  )
}

type SessionOptions = { sessionAge?: number; method?: string; aal?: 'aal1' | 'aal2' }

/** Opens a session as the sign-in service does, which notes by which method; gives the caller that holds its token. */
export async function openSession(
  tx: Transaction,
  { id, email }: { id: string; email: string },
  { sessionAge = 0, method = 'otp', aal = 'aal1' }: SessionOptions = {},
): Promise<Caller> {
  const { rows } = await tx.query<{ id: string }>(
    `with opened as (
       insert into auth.sessions (user_id, aal, created_at)
       values ($1, $2, now() - make_interval(secs => $3)) returning id, created_at),
     noted as (
       insert into auth.mfa_amr_claims (session_id, authentication_method, created_at, updated_at)
       select id, $4, created_at, created_at from opened)
     select id from opened`,
    [id, aal, sessionAge * 3600, method],
  )
  const claims = { sub: id, role: 'authenticated', email, session_id: rows[0]?.id, aal, amr: [{ method }] }
  return { role: 'authenticated', claims }
}

/** Writes into a profile what the redeemed link of a registration does. */
async function fillProfile(database: Database, { id, email }: Person, metadata: Record<string, unknown>) {
  const phone = typeof metadata.phone_number === 'string' ? metadata.phone_number.trim() : ''
  const said = {
    email: email.toLowerCase(),
    ...metadata,
    phone_number: phone && (phone.startsWith('+') ? phone : `+${phone}`),
    submitted_at: new Date().toISOString(),
  }
  await database.asOwner((tx) =>
    tx.query('select private.fill_profile($1, jsonb_populate_record(null::private.registrations, $2))', [id, said]),
  )
}

/** Makes an active staff member with the role; a super_admin has given the code of an app, unless told otherwise. */
export async function signUpStaff(
  database: Database,
  email: string,
  role: string,
  options: PersonOptions = {},
): Promise<Person & { adminId: string }> {
  const person = await signUp(database, email, {
    metadata: { user_type: 'admin' },
    app: role === 'super_admin',
    ...options,
  })
  const adminId = await database.asOwner(async (tx) => {
    const { rows } = await tx.query<{ id: string }>(
      `insert into public.admin_users (supabase_auth_id, email, first_name, role_id, email_verified)
       select $1, $2, 'צוות', roles.id, true from public.roles where roles.name = $3 returning id`,
      [person.id, email, role],
    )
    return rows[0]?.id ?? ''
  })
  return { ...person, adminId }
}

/** Notes that the staff area was used in the sessions of somebody just now, however old they are. */
export const useStaffArea = (database: Database, { id }: Pick<Person, 'id'>) =>
  database.asOwner((tx) =>
    tx.query(
      `insert into private.staff_activity (session_id, admin_id)
       select sessions.id, admin_users.id from auth.sessions
       join public.admin_users on admin_users.supabase_auth_id = sessions.user_id where sessions.user_id = $1
       on conflict (session_id) do update set active_at = now()`,
      [id],
    ),
  )
