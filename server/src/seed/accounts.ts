import type { Backend } from '../backend.ts'
import type { Config } from '../config.ts'
import { createWriter } from './writer.ts'

type Say = (message: string) => void

const STAFF_DOMAIN = 'academy.example'
const STAFF_ROLES = ['super_admin', 'admin', 'analyst', 'marketing'] as const

/** A student of the demo academy; signs in like anybody, by a mailed link. */
const STUDENT = {
  email: `student@${STAFF_DOMAIN}`,
  profile: {
    first_name: 'נועם',
    last_name: 'ישראלי',
    phone_number: '+972501234567',
    privacy_consent: true,
    terms_consent: true,
    marketing_consent: false,
  },
}

const addressOf = (role: string) => `${role.replace('_', '-')}@${STAFF_DOMAIN}`

/** Addresses of the demo accounts: the student's, then one for each role of the staff. */
export const DEMO_ADDRESSES = [STUDENT.email, ...STAFF_ROLES.map(addressOf)]

/**
 * Makes one account per role, each with a confirmed address of a domain that nobody can own, so that whoever tries the
 * academy can sign in as each of them through the local mailbox. Doing it twice changes nothing.
 */
export async function seedAccounts(backend: Backend, config: Config, say: Say): Promise<void> {
  const writer = createWriter(backend, config)
  const student = await writer.account(STUDENT.email, { user_type: 'student' })
  // An account has an empty profile and says nothing about its owner; what a redeemed registration writes is written here,
  // also where an earlier call ended before it did.
  await writer.change('users', `id=eq.${student}&first_name=eq.`, STUDENT.profile)
  const roles = await writer.read<{ id: string; name: string }>('roles', 'id,name')
  for (const name of STAFF_ROLES) {
    const role = roles.find((one) => one.name === name)
    if (!role) throw new Error(`The role ${name} is missing`)
    const email = addressOf(name)
    const names = { first_name: name, last_name: 'demo' }
    const id = await writer.account(email, { user_type: 'admin' })
    const row = { email, ...names, role_id: role.id, supabase_auth_id: id, is_active: true, email_verified: true }
    await writer.add('admin_users', [row], 'email')
  }
  say(`one account per role: ${DEMO_ADDRESSES.join(', ')}`)
}
