import { randomUUID } from 'node:crypto'
import type { Transaction } from '../../database/index.ts'
import { isDatabaseError } from '../../errors.ts'
import { AuthError } from '../protocol/errors.ts'
import { fromRaisedError } from '../raised-error.ts'
import { reloadUser, type UserRow } from './user-row.ts'

export type NewUser = {
  id?: string | undefined
  email?: string | undefined
  phone?: string | undefined
  passwordHash?: string | undefined
  userMetadata?: Record<string, unknown> | undefined
  appMetadata?: Record<string, unknown> | undefined
  role?: string | undefined
  invited?: boolean
  isAnonymous?: boolean
  /** Made by the person: metadata and identity then have each other's fields, as GoTrue's do. */
  selfRegistered?: boolean
}

/** A second sign-up of the same address came first. */
export class EmailTaken extends Error {
  override name = 'EmailTaken'
}

const EMAIL_KEY = 'users_email_partial_key'
/** SQLSTATE classes of "this value cannot be stored": the caller's doing, not a failure of the server. */
const REFUSED_VALUE = /^(22|23)/

/**
 * Inserts a user with its identities; the project's triggers run inside.
 * @throws EmailTaken when the address already belongs to someone.
 * @throws AuthError what a trigger raised, or "Database error saving new user".
 */
export async function createUser(tx: Transaction, user: NewUser): Promise<UserRow> {
  const id = user.id ?? randomUUID()
  const providers = [...(user.email ? ['email'] : []), ...(user.phone ? ['phone'] : [])]
  const shared = { email_verified: false, phone_verified: false }
  const claims = { sub: id, ...(user.email ? { email: user.email } : {}), ...shared }
  const metadata = { ...user.userMetadata, ...claims }
  try {
    await tx.query(
      `insert into auth.users (instance_id, id, email, phone, encrypted_password, raw_app_meta_data, raw_user_meta_data, role, invited_at, is_anonymous)
       values ('00000000-0000-0000-0000-000000000000', $1, $2, $3, $4, $5, $6, $7, case when $8 then now() end, $9)`,
      [
        id,
        user.email ?? null,
        user.phone ?? null,
        user.passwordHash ?? null,
        JSON.stringify({ ...(providers[0] ? { provider: providers[0], providers } : {}), ...user.appMetadata }),
        JSON.stringify(user.selfRegistered ? metadata : (user.userMetadata ?? {})),
        user.role || 'authenticated',
        user.invited ?? false,
        user.isAnonymous ?? false,
      ],
    )
    for (const provider of providers)
      await addIdentity(tx, id, provider, { ...(user.selfRegistered ? metadata : claims), ...phoneOf(user) })
    return await reloadUser(tx, id)
  } catch (error) {
    throw translate(error)
  }
}

const phoneOf = ({ phone }: NewUser) => (phone ? { phone } : {})

/** Adds the identity of a provider; for email and phone its id is the user's. */
export async function addIdentity(
  tx: Transaction,
  userId: string,
  provider: string,
  data: Record<string, unknown>,
): Promise<void> {
  await tx.query(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at)
     values ($1::uuid::text, $1::uuid, $2, $3, now()) on conflict (provider_id, provider) do nothing`,
    [userId, JSON.stringify(data), provider],
  )
}

function translate(error: unknown): unknown {
  if (!isDatabaseError(error)) return error
  if (error.code === '23505' && error.constraint === EMAIL_KEY) return new EmailTaken('The address is taken')
  const raised = fromRaisedError(error)
  if (raised) return raised
  if (/^(08|57P|40|55P03|53)/.test(error.code)) return error
  const status = REFUSED_VALUE.test(error.code) ? 422 : 500
  return new AuthError(status, 'unexpected_failure', 'Database error saving new user', {}, error)
}
