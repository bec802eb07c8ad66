import type { Transaction } from '../../database/index.ts'
import type { UserRow } from '../accounts/user-row.ts'
import { offerMail } from '../hooks.ts'
import { chargeAsPermitted, type Permit, permitMail, type RequestedMail } from '../mail-limits.ts'
import type { AuthError } from '../protocol/errors.ts'
import type { AuthRequest } from '../service.ts'
import { type Challenge, startFlow } from '../tokens/flow-state.ts'
import { issueToken, type Secrets, type TokenType } from '../tokens/one-time.ts'
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

/** Counts one mail to an address whose account is confirmed or not, as {@link permitMail} does. */
export const permitMailing = (
  tx: Transaction,
  request: AuthRequest,
  name: MailingName,
  {
    email,
    isConfirmed,
    disclosesTo,
  }: { email: string; isConfirmed: boolean; disclosesTo: RequestedMail['disclosesTo'] },
): Promise<Permit> => permitMail(tx, request, { kind: MAILINGS[name].type, email, signsIn: isConfirmed, disclosesTo })

/**
 * Sends a mail with a fresh one-time token to the address of the user; at the limit of the mailbox nothing, and the
 * token of the last mail stays as it is.
 * @returns what to answer at the limit, for {@link transact} to throw; undefined also where the answer must not tell.
 * @throws AuthError over_email_send_rate_limit, at the limits of the caller and of the server.
 */
export async function mailToken(
  tx: Transaction,
  request: AuthRequest,
  name: MailingName,
  user: UserRow,
  { disclosesTo, ...where }: Where & { disclosesTo: RequestedMail['disclosesTo'] },
): Promise<AuthError | undefined> {
  const requested = { email: user.email ?? '', isConfirmed: user.email_confirmed_at !== null, disclosesTo }
  const permit = await permitMailing(tx, request, name, requested)
  if (!permit.sends) return permit.reason
  await sendToken(tx, request, name, user, { ...where, permit })
  return undefined
}

/** Sends what {@link permitMailing} permitted. The code of the last mail for a while is valid as long as that while. */
export async function sendToken(
  tx: Transaction,
  request: AuthRequest,
  name: MailingName,
  user: UserRow,
  { redirectTo, challenge = NO_CHALLENGE, traceable = false, permit }: Where & { permit: { lastForS: number } },
): Promise<void> {
  const { type, kind, linkType, method } = MAILINGS[name]
  const email = user.email ?? ''
  const flowStateId = await startFlow(tx, challenge, { userId: user.id, method })
  const keptS = permit.lastForS
  const secrets = await issueToken(tx, request.service, { userId: user.id, type, email, flowStateId, keptS })
  const action = name === 'reauthentication' ? name : linkType
  if (await offerMail(tx, request, { action, user, redirectTo, secrets })) return
  await sendMail(tx, request, { kind, user, secrets, linkType, redirectTo, traceable })
}

/** Counts like {@link mailToken} for an address to which nothing is sent, so that the limit does not tell. */
export const chargeAsMailed = chargeAsPermitted

type EmailChangeWhere = Where & { asked: string; withoutNew?: boolean; isSecret?: boolean }

/**
 * Sends the mails of a change of address: to the new one and, if the settings say so, to the present one.
 * `withoutNew` does all but sending the one to the new address; `asked` is the address that the request named, and
 * `isSecret` whether its answer must not tell.
 * @throws AuthError over_email_send_rate_limit.
 */
export async function mailEmailChange(
  tx: Transaction,
  request: AuthRequest,
  user: UserRow,
  { redirectTo, challenge = NO_CHALLENGE, asked, withoutNew = false, isSecret = false }: EmailChangeWhere,
): Promise<void> {
  const { service } = request
  const flow = () => startFlow(tx, challenge, { userId: user.id, method: 'email_change' })
  const both = service.settings.confirmBothAddresses && user.email
  const recipients: [TokenType, string][] = [
    ...(both ? ([['email_change_token_current', user.email ?? '']] as [TokenType, string][]) : []),
    ['email_change_token_new', user.email_change ?? ''],
  ]
  const issued: { email: string; isNew: boolean; secrets: Secrets }[] = []
  for (const [at, [type, email]] of recipients.entries()) {
    const isNew = type === 'email_change_token_new'
    const isKept = isNew && withoutNew
    const charged = at === 0 && asked
    if (isKept) await chargeAsPermitted(tx, request, charged)
    const requested = {
      kind: type,
      email,
      signsIn: !isNew,
      disclosesTo: isSecret ? 'nobody' : 'anyone',
      charged,
    } as const
    const permit: Permit = isKept ? { sends: true, lastForS: 0 } : await permitMail(tx, request, requested)
    if (!permit.sends && permit.reason) throw permit.reason
    if (!permit.sends) break
    // New links for both sides: what one of them has confirmed by an older one must not stand for the other.
    if (at === 0) await tx.query('update auth.users set email_change_confirm_status = 0 where id = $1', [user.id])
    const issue = { userId: user.id, type, email, flowStateId: await flow(), keptS: permit.lastForS }
    const secrets = await issueToken(tx, service, issue)
    if (!isKept) issued.push({ email, isNew, secrets })
  }
  if (issued.length === 0) return
  const secretsOf = (side: boolean) => issued.find(({ isNew }) => isNew === side)?.secrets
  const order = { action: 'email_change', user, redirectTo } as const
  if (await offerMail(tx, request, { ...order, secrets: secretsOf(true), ofPresent: secretsOf(false) })) return
  for (const { email, secrets } of issued) {
    const content = { kind: 'email_change', user, secrets, linkType: 'email_change', redirectTo } as const
    await sendMail(tx, request, { ...content, recipient: email })
  }
}
