import type { Backend } from '../backend.ts'
import type { Config } from '../config.ts'
import { readHold } from '../outgoing.ts'

const ACCEPT_PATH = '/admin/accept-invitation'
const USAGE = 'usage: npm run admin:invite -- <email> [role] [--allow-domain]   (role: super_admin unless told)'

type Answer = { status: number; body: Record<string, unknown> }
type Invitation = { token: string; role_id: string }

/**
 * Invites somebody to the staff in the name of the server itself, so that the first administrator needs no inviter.
 * A new invitation takes the place of an earlier one ([5-12]); an address that is staff already changes nothing.
 * @param args address, role, and `--allow-domain` to let the address's domain into `staff_email_domains`
 * @throws with what to do, when the role or the domain is not allowed.
 */
export async function invite(backend: Backend, config: Config, args: string[], say: (line: string) => void) {
  const [address = '', role = 'super_admin'] = args.filter((arg) => !arg.startsWith('--'))
  const email = address.trim().toLowerCase()
  const domain = email.split('@')[1]
  if (!domain) throw new Error(USAGE)
  const call = caller(backend, config)
  if (args.includes('--allow-domain')) await allowDomain(call, domain)
  const created = await call('POST', '/rest/v1/rpc/create_admin_invitation', { email, role_name: role })
  if (created.status !== 200) {
    if (created.body.code === 'ADMIN_ALREADY_EXISTS') return say(`${email} is a member of the staff already.`)
    throw new Error(await explain(created, call, { domain, role }))
  }
  const { token, role_id } = created.body as Invitation
  const redirectTo = `${config.siteUrl}${ACCEPT_PATH}?token=${token}`
  const data = { invitation_token: token, first_name: '', last_name: '', role_id, user_type: 'admin' }
  const isMailed = Boolean(config.smtp || config.remoteSupabase)
  if (isMailed && (await mail(call, { email, data, redirectTo }))) {
    const hold = await readHold(backend, config.siteUrl)
    if (hold?.kinds.some(({ kind }) => kind === 'sign_in')) {
      return say(
        `${email} is invited as ${role}. Its mail waits, because this is a restored copy that sends nothing yet: npm run outgoing`,
      )
    }
    return say(
      `Admin invitation sent successfully! The invitation of ${email} as ${role} was mailed; it is valid for seven days.`,
    )
  }
  const link = await call('POST', '/auth/v1/admin/generate_link', {
    type: 'magiclink',
    email,
    data,
    redirect_to: redirectTo,
  })
  if (link.status !== 200) throw new Error(`The link could not be made: ${messageOf(link)}`)
  say(
    `${email} is invited as ${role}. ${isMailed ? 'A mail left a moment ago; this link takes its place' : 'No mail server is set (SMTP_HOST); this is the link'}:`,
  )
  say(String(link.body.action_link))
}

/** [7-04] @returns false when the address was mailed too recently. */
async function mail(
  call: Call,
  { email, data, redirectTo }: { email: string; data: object; redirectTo: string },
): Promise<boolean> {
  const path = `/auth/v1/otp?redirect_to=${encodeURIComponent(redirectTo)}`
  const sent = await call('POST', path, { email, create_user: true, data })
  if (sent.status >= 400 && sent.status !== 429) throw new Error(`The mail could not be sent: ${messageOf(sent)}`)
  return sent.status < 400
}

async function allowDomain(call: Call, domain: string): Promise<void> {
  const setting = '/rest/v1/app_settings?key=eq.staff_email_domains'
  const { body } = await call('GET', `${setting}&select=value`)
  const [row] = body as unknown as { value: string[] }[]
  const domains = row?.value ?? []
  if (domains.includes(domain)) return
  const { status } = await call('POST', '/rest/v1/app_settings?on_conflict=key', {
    key: 'staff_email_domains',
    value: [...domains, domain],
  })
  if (status >= 300) throw new Error(`The domain ${domain} could not be allowed (status ${status})`)
}

async function explain(refusal: Answer, call: Call, { domain, role }: { domain: string; role: string }) {
  if (refusal.body.code === 'EMAIL_DOMAIN_NOT_ALLOWED') {
    return `Addresses at ${domain} may not be staff yet. To allow the domain, repeat the command with --allow-domain.`
  }
  if (refusal.body.code === 'INVALID_ROLE') {
    const { body } = await call('GET', '/rest/v1/roles?select=name&level=lt.999&order=level')
    const names = (body as unknown as { name: string }[]).map(({ name }) => name)
    return `There is no role ${role}; the roles are ${names.join(', ')}.`
  }
  return `The invitation could not be made: ${messageOf(refusal)}`
}

const messageOf = ({ status, body }: Answer) => String(body.message ?? body.msg ?? `status ${status}`)

type Call = (method: string, path: string, body?: object) => Promise<Answer>

function caller(backend: Backend, config: Config): Call {
  const key = backend.serviceRoleKey
  if (!key) throw new Error('Inviting needs the secret key: set SUPABASE_SECRET_KEY')
  return async (method, path, body) => {
    const response = await backend.fetch(`${backend.publicUrl || config.siteUrl}${path}`, {
      method,
      headers: {
        apikey: key,
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        prefer: 'resolution=merge-duplicates',
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    return { status: response.status, body: text ? (JSON.parse(text) as Record<string, unknown>) : {} }
  }
}
