import type { Transaction } from '../../database/index.ts'
import type { UserRow } from '../accounts/user-row.ts'
import { limitMail } from '../limits.ts'
import type { AuthRequest } from '../service.ts'
import { type Challenge, startFlow } from '../tokens/flow-state.ts'
import { issueToken, type TokenType } from '../tokens/one-time.ts'
import { type LinkType, sendMail } from './send.ts'
import type { MailKind } from './templates.ts'

const NO_CHALLENGE: Challenge = { code_challenge: '', code_challenge_method: '' }

type Mailing = { type: TokenType; kind: MailKind; linkType: LinkType; method: string }

const MAILINGS = {
  confirmation: { type: 'confirmation_token', kind: 'confirmation', linkType: 'signup', method: 'email/signup' },
  invite: { type: 'confirmation_token', kind: 'invite', linkType: 'invite', method: 'invite' },
  magicLink: { type: 'recovery_token', kind: 'magic_link', linkType: 'magiclink', method: 'magiclink' },
  recovery: { type: 'recovery_token', kind: 'recovery', linkType: 'recovery', method: 'recovery' },
  reauthentication: {
    type: 'reauthentication_token',
    kind: 'reauthentication',
    linkType: 'magiclink',
    method: 'reauthentication',
  },
} satisfies Record<string, Mailing>

export type MailingName = keyof typeof MAILINGS

type Where = { redirectTo: string; challenge?: Challenge; traceable?: boolean }

/**
 * Sends a mail with a fresh one-time token to the address of the user.
 * @throws AuthError over_email_send_rate_limit.
 */
export async function mailToken(
  tx: Transaction,
  request: AuthRequest,
  name: MailingName,
  user: UserRow,
  { redirectTo, challenge = NO_CHALLENGE, traceable = false }: Where,
): Promise<void> {
  const { type, kind, linkType, method } = MAILINGS[name]
  const email = user.email ?? ''
  await limitMail(tx, request, { kind: type, email })
  const flowStateId = await startFlow(tx, challenge, { userId: user.id, method })
  const secrets = await issueToken(tx, request.service, { userId: user.id, type, email, flowStateId })
  await sendMail(tx, request, { kind, user, secrets, linkType, redirectTo, traceable })
}

/** Counts like {@link mailToken} for an address to which nothing is sent, so that the limit does not tell. */
export async function pretendToMail(
  tx: Transaction,
  request: AuthRequest,
  name: MailingName,
  email: string,
): Promise<void> {
  await limitMail(tx, request, { kind: MAILINGS[name].type, email })
}

/**
 * Sends the mails of a change of address: to the new one and, if the settings say so, to the present one.
 * `withoutNew` does all but sending the one to the new address.
 * @throws AuthError over_email_send_rate_limit.
 */
export async function mailEmailChange(
  tx: Transaction,
  request: AuthRequest,
  user: UserRow,
  { redirectTo, challenge = NO_CHALLENGE, withoutNew = false }: Where & { withoutNew?: boolean },
): Promise<void> {
  const { service } = request
  // New links for both sides: what one of them has confirmed by an older one must not stand for the other.
  await tx.query('update auth.users set email_change_confirm_status = 0 where id = $1', [user.id])
  const flow = () => startFlow(tx, challenge, { userId: user.id, method: 'email_change' })
  const both = service.settings.confirmBothAddresses && user.email
  const recipients: [TokenType, string][] = [
    ...(both ? ([['email_change_token_current', user.email ?? '']] as [TokenType, string][]) : []),
    ['email_change_token_new', user.email_change ?? ''],
  ]
  for (const [type, email] of recipients) {
    await limitMail(tx, request, { kind: type, email })
    const secrets = await issueToken(tx, service, { userId: user.id, type, email, flowStateId: await flow() })
    if (withoutNew && type === 'email_change_token_new') continue
    const content = { kind: 'email_change', user, secrets, linkType: 'email_change', redirectTo } as const
    await sendMail(tx, request, { ...content, recipient: email })
  }
}
