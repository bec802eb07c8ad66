import { createHmac } from 'node:crypto'
import type { Transaction } from '../../database/index.ts'
import type { AuthRequest, Service } from '../service.ts'
import { userJson } from './user-json.ts'
import type { UserRow } from './user-row.ts'

type Candidate = { email: string; userMetadata: Record<string, unknown> }

/**
 * What a sign-up is answered whether its address is new, waits for its confirmation, or has an account that the caller
 * may not be told of. Only the ids differ between addresses, and they stay for each: the user's where there is one
 * (confirming must not change the answer), else what the server's secret makes of the address. The rest is what the
 * caller sent: an account that somebody else began tells nothing of itself.
 */
export async function pendingUser(
  tx: Transaction,
  { service }: AuthRequest,
  { email, userMetadata }: Candidate,
  user: UserRow | undefined,
) {
  const id = user?.id ?? keyedId(service, `user ${email}`)
  const identityId = user?.identities.find(({ provider }) => provider === 'email')?.id
  const { rows } = await tx.query<{ data: Record<string, unknown>; now: Date }>(
    'select $1::jsonb as data, now() as now',
    [JSON.stringify({ ...userMetadata, sub: id, email, email_verified: false, phone_verified: false })],
  )
  const { data = {}, now = new Date() } = rows[0] ?? {}
  const moment = now.toISOString()
  return userJson({
    id,
    email,
    aud: 'authenticated',
    role: 'authenticated',
    phone: null,
    encrypted_password: null,
    email_confirmed_at: null,
    invited_at: null,
    recovery_sent_at: null,
    last_sign_in_at: null,
    email_change: null,
    email_change_sent_at: null,
    email_change_confirm_status: null,
    reauthentication_sent_at: null,
    phone_confirmed_at: null,
    confirmed_at: null,
    banned_until: null,
    deleted_at: null,
    confirmation_sent_at: now,
    created_at: now,
    updated_at: now,
    is_anonymous: false,
    factors: [],
    raw_app_meta_data: { provider: 'email', providers: ['email'] },
    raw_user_meta_data: data,
    identities: [
      {
        id: identityId ?? keyedId(service, `identity ${email}`),
        provider_id: id,
        user_id: id,
        email,
        identity_data: data,
        provider: 'email',
        last_sign_in_at: moment,
        created_at: moment,
        updated_at: moment,
      },
    ],
  })
}

/** An id in the form of a random one. */
function keyedId({ secret }: Service, text: string): string {
  const hash = createHmac('sha256', secret).update(text).digest('hex')
  const variant = '89ab'[Number.parseInt(hash.charAt(16), 16) % 4]
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}
