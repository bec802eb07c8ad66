import type { Transaction } from '../../database/index.ts'

export type IdentityRow = {
  id: string
  provider_id: string
  user_id: string
  identity_data: Record<string, unknown>
  provider: string
  last_sign_in_at: string | null
  created_at: string
  updated_at: string
  email: string | null
}

export type FactorRow = {
  id: string
  friendly_name: string | null
  factor_type: string
  status: 'verified' | 'unverified'
  created_at: string
  updated_at: string
  phone: string | null
  last_challenged_at: string | null
}

/** A row of auth.users with its identities and factors; only the columns that the protocol needs. */
export type UserRow = {
  id: string
  aud: string | null
  role: string | null
  email: string | null
  encrypted_password: string | null
  email_confirmed_at: Date | null
  invited_at: Date | null
  confirmation_sent_at: Date | null
  recovery_sent_at: Date | null
  email_change: string | null
  email_change_sent_at: Date | null
  email_change_confirm_status: number | null
  reauthentication_sent_at: Date | null
  last_sign_in_at: Date | null
  raw_app_meta_data: Record<string, unknown> | null
  raw_user_meta_data: Record<string, unknown> | null
  created_at: Date | null
  updated_at: Date | null
  phone: string | null
  phone_confirmed_at: Date | null
  confirmed_at: Date | null
  banned_until: Date | null
  deleted_at: Date | null
  is_anonymous: boolean
  identities: IdentityRow[]
  factors: FactorRow[]
}

export const SELECT_USER = `select u.*,
  coalesce((select jsonb_agg(to_jsonb(i) order by i.created_at) from auth.identities i where i.user_id = u.id), '[]') as identities,
  coalesce((select jsonb_agg(to_jsonb(f) - 'secret' order by f.created_at) from auth.mfa_factors f where f.user_id = u.id), '[]') as factors
  from auth.users u`

/** The user of that id; deleted ones are gone. */
export async function findUser(tx: Transaction, id: string): Promise<UserRow | undefined> {
  const user = await findUserOrDeleted(tx, id)
  return user?.deleted_at ? undefined : user
}

/** The user of that id, also one whose emptied row was kept. */
export async function findUserOrDeleted(tx: Transaction, id: string): Promise<UserRow | undefined> {
  const { rows } = await tx.query<UserRow>(`${SELECT_USER} where u.id = $1`, [id])
  return rows[0]
}

/** The user of that (normalised) address, locked for the rest of the transaction. */
export async function findUserByEmail(tx: Transaction, email: string): Promise<UserRow | undefined> {
  const { rows } = await tx.query<UserRow>(
    `${SELECT_USER} where u.email = $1 and not u.is_sso_user and u.deleted_at is null for no key update of u`,
    [email],
  )
  return rows[0]
}

/** The user of that confirmed phone number (digits only). */
export async function findUserByPhone(tx: Transaction, phone: string): Promise<UserRow | undefined> {
  const { rows } = await tx.query<UserRow>(
    `${SELECT_USER} where u.phone = $1 and u.phone_confirmed_at is not null and u.deleted_at is null`,
    [phone],
  )
  return rows[0]
}

/**
 * The user again, after triggers ran.
 * @throws when it is gone.
 */
export async function reloadUser(tx: Transaction, id: string): Promise<UserRow> {
  const user = await findUser(tx, id)
  if (!user) throw new Error(`The user ${id} vanished inside a transaction`)
  return user
}

export const isBanned = (user: Pick<UserRow, 'banned_until'>): boolean =>
  user.banned_until !== null && user.banned_until.getTime() > Date.now()

export const hasVerifiedFactor = (user: UserRow): boolean => user.factors.some(({ status }) => status === 'verified')

/** When mails were sent: GoTrue forgets it with a new password, also with the one that it makes for an invited person. */
export async function clearSentTimes(tx: Transaction, userId: string): Promise<void> {
  await tx.query(
    `update auth.users set confirmation_sent_at = null, recovery_sent_at = null, email_change_sent_at = null,
       reauthentication_sent_at = null where id = $1`,
    [userId],
  )
}
