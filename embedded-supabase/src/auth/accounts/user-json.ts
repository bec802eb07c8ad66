import type { FactorRow, IdentityRow, UserRow } from './user-row.ts'

/** The user as clients know it (protocol 1.3); what is null is left out. */
export function userJson(user: UserRow) {
  return {
    id: user.id,
    aud: user.aud ?? '',
    role: user.role ?? '',
    email: user.email ?? '',
    ...moment('email_confirmed_at', user.email_confirmed_at),
    ...moment('invited_at', user.invited_at),
    phone: user.phone ?? '',
    ...moment('phone_confirmed_at', user.phone_confirmed_at),
    ...moment('confirmation_sent_at', user.confirmation_sent_at),
    ...moment('confirmed_at', user.confirmed_at),
    ...moment('recovery_sent_at', user.recovery_sent_at),
    ...(user.email_change ? { new_email: user.email_change } : {}),
    ...moment('email_change_sent_at', user.email_change_sent_at),
    ...moment('reauthentication_sent_at', user.reauthentication_sent_at),
    ...moment('last_sign_in_at', user.last_sign_in_at),
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    ...(user.factors.length > 0 ? { factors: user.factors.map(factorJson) } : {}),
    identities: user.identities.map(identityJson),
    ...moment('created_at', user.created_at),
    ...moment('updated_at', user.updated_at),
    ...moment('banned_until', user.banned_until),
    ...moment('deleted_at', user.deleted_at),
    is_anonymous: user.is_anonymous,
  }
}

export function factorJson(factor: FactorRow) {
  return {
    id: factor.id,
    ...moment('created_at', factor.created_at),
    ...moment('updated_at', factor.updated_at),
    status: factor.status,
    ...(factor.friendly_name ? { friendly_name: factor.friendly_name } : {}),
    factor_type: factor.factor_type,
    phone: factor.phone ?? '',
    ...moment('last_challenged_at', factor.last_challenged_at),
  }
}

function identityJson(identity: IdentityRow) {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    ...moment('last_sign_in_at', identity.last_sign_in_at),
    ...moment('created_at', identity.created_at),
    ...moment('updated_at', identity.updated_at),
    email: identity.email ?? '',
  }
}

function moment<Name extends string>(name: Name, value: Date | string | null): { [key in Name]?: string } {
  if (value === null) return {}
  const date = new Date(value)
  return { [name]: Number.isNaN(date.getTime()) ? String(value) : date.toISOString() } as { [key in Name]?: string }
}
