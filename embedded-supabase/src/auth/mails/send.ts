import type { Transaction } from '../../database/index.ts'
import type { UserRow } from '../accounts/user-row.ts'
import type { AuthRequest, Service } from '../service.ts'
import type { Secrets } from '../tokens/one-time.ts'
import { htmlToText } from './html-to-text.ts'
import { requestVariables } from './request-variables.ts'
import type { MailKind } from './templates.ts'

/** What a link of a mail does, as `type` of GET /verify. */
export type LinkType = 'signup' | 'magiclink' | 'invite' | 'recovery' | 'email_change'

export type MailContent = {
  kind: MailKind
  user: UserRow
  secrets: Secrets
  linkType: LinkType
  redirectTo: string
  /** Where it goes; the user's address unless that is about to change. */
  recipient?: string | undefined
  /** Whether who asked may learn what became of the mail: only where the answer told already that there is an account. */
  traceable?: boolean | undefined
}

/** What can stand in a query as it is; GoTrue escapes the rest only, and clients look for it. */
const PLAIN_URL = /^[A-Za-z0-9:/._~-]*$/

const queued = new WeakSet<Transaction>()

/** Whether a mail was queued in this transaction. */
export const hasQueuedMail = (tx: Transaction): boolean => queued.has(tx)

/** Queues a mail from the project's template, in the transaction that stores its token. */
export async function sendMail(tx: Transaction, request: AuthRequest, content: MailContent): Promise<void> {
  const { service } = request
  const { kind, user, secrets, linkType, redirectTo } = content
  const recipient = content.recipient ?? user.email ?? ''
  const { subject, html, text } = service.templates[kind]
  const variables = {
    ...(await requestVariables(tx, request, { recipient, redirectTo })),
    SiteURL: service.settings.siteUrl,
    ConfirmationURL: confirmationUrl(service, secrets.token, linkType, redirectTo),
    Email: user.email ?? '',
    NewEmail: user.email_change ?? '',
    Token: secrets.code,
    TokenHash: secrets.token,
    RedirectTo: redirectTo,
    Data: user.raw_user_meta_data ?? {},
  }
  const body = html(variables)
  await service.mailer.enqueue(tx, {
    recipient,
    subject: subject(variables).replace(/\s+/g, ' ').trim(),
    html: body,
    text: text?.(variables) ?? htmlToText(body),
    kind,
    requestHash: content.traceable ? requestHashOf(redirectTo) : undefined,
  })
  queued.add(tx)
}

/** The query parameter of a redirect by which clients say under what secret's SHA-256 they asked for a mail. */
const REQUEST_PARAMETER = 'n'

function requestHashOf(redirectTo: string): string | undefined {
  const hash = URL.canParse(redirectTo) ? new URL(redirectTo).searchParams.get(REQUEST_PARAMETER) : null
  return hash && /^[0-9a-f]{64}$/.test(hash) ? hash : undefined
}

/** The address that redeems the token when it is opened; built from the configuration only, never from a request. */
export function confirmationUrl({ settings }: Service, token: string, type: LinkType, redirectTo: string): string {
  const target = PLAIN_URL.test(redirectTo) ? redirectTo : encodeURIComponent(redirectTo)
  return `${settings.baseUrl}/verify?token=${token}&type=${type}&redirect_to=${target}`
}
