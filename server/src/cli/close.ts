import type { Backend } from '../backend.ts'
import type { Config } from '../config.ts'
import { askAsServer, callAsServer } from '../http/call-as-server.ts'

const USAGE = 'usage: npm run admin:close -- <email>'

/**
 * Closes the staff account of somebody who leaves: its sessions and mailed links end, and with them every invitation that waits
 * for this address or that this person sent. Saying it again changes nothing.
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
  if (!backend.serviceRoleKey) throw new Error('Closing needs the service key: set SUPABASE_SERVICE_ROLE_KEY')
  const read = async <Row>(path: string) =>
    (await (await askAsServer(backend, siteUrl)(`/rest/v1/${path}`, 'GET')).json()) as Row[]
  const call = callAsServer(backend, siteUrl)
  const [member] = await read<{ id: string }>(`admin_users?select=id&email=eq.${encodeURIComponent(email)}`)
  if (!member) throw new Error(`Nobody of the staff has the address ${email}.`)
  await call('set_admin_active', { admin_id: member.id, active: false })
  const theirs = encodeURIComponent(`(email.eq."${email}",invited_by.eq.${member.id})`)
  const waiting = await read<{ id: string; email: string }>(
    `invitation_history?select=id,email&status=eq.pending&or=${theirs}`,
  )
  for (const { id } of waiting) await call('revoke_admin_invitation', { invitation_id: id })
  const revoked = waiting.map((invitation) => invitation.email).join(', ') || 'none'
  say(`${email} is closed: its sessions and links ended. Invitations revoked: ${revoked}.`)
}
