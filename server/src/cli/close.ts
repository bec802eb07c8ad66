import type { Backend } from '../backend.ts'
import type { Config } from '../config.ts'
import { askAsServer, callAsServer } from '../http/call-as-server.ts'

const USAGE = 'usage: npm run admin:close -- <email>'

/**
 * Closes the staff account of somebody who leaves. The database ends its sessions and mailed links with it, and the invitations
 * that this person sent. Saying it again changes nothing.
 * @throws with the usage, where the service key is not known, or where nobody of the staff has the address
 */
export async function close(
  backend: Backend,
  { siteUrl }: Config,
  [address = '']: string[],
  say: (line: string) => void,
) {
  const email = address.trim().toLowerCase()
  if (!email.includes('@')) throw new Error(USAGE)
  if (!backend.serviceRoleKey) throw new Error('Closing needs the secret key: set SUPABASE_SECRET_KEY')
  const path = `/rest/v1/admin_users?select=id&email=eq.${encodeURIComponent(email)}`
  const [member] = (await (await askAsServer(backend, siteUrl)(path, 'GET')).json()) as { id: string }[]
  if (!member) throw new Error(`Nobody of the staff has the address ${email}.`)
  await callAsServer(backend, siteUrl)('set_admin_active', { admin_id: member.id, active: false })
  say(`${email} is closed: sessions, mailed links and the invitations that this person sent have ended.`)
}
