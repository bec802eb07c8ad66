import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { startEmbeddedSupabase } from 'embedded-supabase'
import { DESK } from './expensive-writes.mjs'
import { root } from './run.mjs'
import { newStudent } from './served.mjs'

/** Lets the support take mails; before the server starts. */
export async function openDesk(dataDirectory) {
  const url = 'http://localhost'
  const projectDirectory = join(root, 'supabase')
  const embedded = await startEmbeddedSupabase({ dataDirectory, siteUrl: url, externalUrl: url, projectDirectory })
  await embedded.database.asOwner((tx) =>
    tx.query('update private.support_settings set reply_address = $1 where only_row', [DESK]),
  )
  await embedded.close()
}

/** Sessions of a student and of a member of the staff who uploads, which the writes are sent in. */
export const openSessions = async (server) => ({ student: await newStudent(server), staff: await newMember(server) })

/** A session of a member of the staff who uploads. */
async function newMember({ call, anonKey }) {
  const email = `${randomUUID()}@academy.example`
  const user_metadata = { user_type: 'admin' }
  const { id } = await call('/auth/v1/admin/users', { email, email_confirm: true, user_metadata })
  const [role] = await call('/rest/v1/roles?name=eq.admin&select=id')
  const rights = { first_name: 'admin', last_name: 'measured', role_id: role.id, is_active: true, email_verified: true }
  await call('/rest/v1/admin_users', { email, ...rights, supabase_auth_id: id })
  const { hashed_token: token_hash } = await call('/auth/v1/admin/generate_link', { type: 'magiclink', email })
  return call('/auth/v1/verify', { type: 'email', token_hash }, anonKey)
}
