import type { Transaction } from '../database/index.ts'
import { networkOf } from '../network.ts'
import { mailboxOf } from './accounts/email-address.ts'
import {
  allowDisclosure,
  type Count,
  count,
  digest,
  HOUR_S,
  type Limit,
  lockDisclosures,
  refundLimits,
} from './limits.ts'
import { AuthError } from './protocol/errors.ts'
import type { AuthRequest } from './service.ts'

const DAY_S = 24 * HOUR_S
/** A caller's mails to one mailbox in a day, as a multiple of those in an hour. */
const SHARE_OF_DAY = 3
/** Of every five mails to a mailbox one is kept for signing in to an account that is confirmed. */
const KEPT_PART = 5

/** A mail that somebody asks for. */
export type RequestedMail = {
  /** The kind of its token. */
  kind: string
  email: string
  /** Whether it lets the owner of a confirmed account in; what others can cause to anybody leaves a part for these. */
  signsIn: boolean
  /** Who may hear that the mailbox had enough: whoever asks, who may be told of one more account, or nobody. */
  disclosesTo: 'anyone' | 'a few' | 'nobody'
  /** The address whose mails the caller pays for, where it is another one; false when this request paid already. */
  charged?: string | false
}

/**
 * Whether the mail goes out. If it does: for how many seconds no other can follow, zero while more can. If not: what
 * to answer (to be returned, not thrown: the telling was counted), nothing where the answer must not tell.
 */
export type Permit = { sends: true; lastForS: number } | { sends: false; reason: AuthError | undefined }

/**
 * Counts a mail that is about to be queued, inside the same transaction: what is not sent does not count. The caller's
 * own budget decides first, and is all that a caller sees of a mailbox that is not theirs.
 * @throws AuthError over_email_send_rate_limit.
 */
export async function permitMail(tx: Transaction, request: AuthRequest, requested: RequestedMail): Promise<Permit> {
  if (requested.disclosesTo === 'a few') await lockDisclosures(tx, request)
  const own = await chargeCaller(tx, request, requested.charged ?? requested.email)
  const limits = mailboxLimits(request, requested)
  const counts = await count(tx, [...limits.frequency, ...limits.mailbox, limits.server])
  if (isExceeded(limits.server, counts)) throw serverLimit(request)
  const exceeded = [...limits.frequency, ...limits.mailbox].filter((limit) => isExceeded(limit, counts))
  if (exceeded.length === 0) {
    const usedUp = [...limits.mailbox, ...own.limits].filter(
      ({ key, points }) => (counts.get(key) ?? own.counts.get(key))?.points === points,
    )
    return { sends: true, lastForS: longest(usedUp, new Map([...counts, ...own.counts])) }
  }
  await refundLimits(tx, [...counts.keys()])
  const disclosesTo =
    requested.disclosesTo === 'anyone' ||
    (requested.disclosesTo === 'a few' && (await allowDisclosure(tx, request, requested.email)))
  return { sends: false, reason: disclosesTo ? waitFor(longest(exceeded, counts)) : undefined }
}

/**
 * What {@link permitMail} does for an address to which nothing is sent: the caller pays as ever, nobody else does.
 * @throws AuthError over_email_send_rate_limit.
 */
export async function chargeAsPermitted(tx: Transaction, request: AuthRequest, charged: string | false): Promise<void> {
  await chargeCaller(tx, request, charged)
  const server = serverMails(request)
  const { rows } = await tx.query<{ points: number }>(
    'select points from auth.rate_limits where key = $1 and expires_at > now()',
    [server.key],
  )
  if ((rows[0]?.points ?? 0) >= server.points) throw serverLimit(request)
}

/** A mail whose link or code was used had its reader: it no longer counts, so that the next sign-in gets one as well. */
export async function refundMailboxCharge(
  tx: Transaction,
  request: AuthRequest,
  mail: { email: string; signsIn: boolean },
): Promise<void> {
  const mailbox = mailboxLimits(request, { ...mail, kind: '' }).mailbox
  await refundLimits(
    tx,
    [...mailbox, ...shares(request, mail.email)].map(({ key }) => key),
  )
}

type Charged = { limits: Limit[]; counts: Map<string, Count> }

/** The part of the limits that does not depend on who has the address, so that it tells nothing. */
async function chargeCaller(tx: Transaction, request: AuthRequest, email: string | false): Promise<Charged> {
  if (email === false) return { limits: [], counts: new Map() }
  const { service, clientAddress, url } = request
  const { mailFrequencyS, rateLimit } = service.settings
  const caller = networkOf(clientAddress)
  const asked = { key: `asked:${url.pathname}:${caller}:${digest(email)}`, points: 1, windowS: mailFrequencyS }
  const limits = [...shares(request, email), { key: `mail:${caller}`, points: rateLimit.email_sent, windowS: HOUR_S }]
  const all = [...(mailFrequencyS > 0 ? [asked] : []), ...limits]
  const counts = await count(tx, all)
  const exceeded = all.filter((limit) => isExceeded(limit, counts))
  if (exceeded.length > 0) throw waitFor(longest(exceeded, counts))
  return { limits, counts }
}

/** How much of a mailbox one caller may have: never all of it. */
function shares({ service, clientAddress }: AuthRequest, email: string): Limit[] {
  const points = service.settings.rateLimit.email_sent_per_caller_mailbox_hour
  const whose = `${networkOf(clientAddress)}:${digest(mailboxOf(email))}`
  return [
    { key: `share-hour:${whose}`, points, windowS: HOUR_S },
    { key: `share-day:${whose}`, points: SHARE_OF_DAY * points, windowS: DAY_S },
  ]
}

function mailboxLimits(
  request: AuthRequest,
  { kind, email, signsIn }: Pick<RequestedMail, 'kind' | 'email' | 'signsIn'>,
): { frequency: Limit[]; mailbox: Limit[]; server: Limit } {
  const { mailFrequencyS, rateLimit } = request.service.settings
  const mailbox = digest(mailboxOf(email))
  const [hour, day] = [rateLimit.email_sent_per_mailbox_hour, rateLimit.email_sent_per_mailbox_day]
  const frequency = { key: `frequency:${kind}:${digest(email)}`, points: 1, windowS: mailFrequencyS }
  const others = [
    { key: `mailbox-other-hour:${mailbox}`, points: withoutKept(hour), windowS: HOUR_S },
    { key: `mailbox-other-day:${mailbox}`, points: withoutKept(day), windowS: DAY_S },
  ]
  return {
    frequency: mailFrequencyS > 0 ? [frequency] : [],
    mailbox: [
      { key: `mailbox-hour:${mailbox}`, points: hour, windowS: HOUR_S },
      { key: `mailbox-day:${mailbox}`, points: day, windowS: DAY_S },
      ...(signsIn ? [] : others),
    ],
    server: serverMails(request),
  }
}

const withoutKept = (points: number): number => Math.max(Math.min(points, 1), points - Math.ceil(points / KEPT_PART))

const serverMails = ({ service }: AuthRequest): Limit => ({
  key: 'mail',
  points: service.settings.rateLimit.email_sent_global,
  windowS: HOUR_S,
})

const isExceeded = ({ key, points }: Limit, counts: Map<string, Count>): boolean =>
  (counts.get(key)?.points ?? 0) > points

const longest = (limits: Limit[], counts: Map<string, Count>): number =>
  Math.max(0, ...limits.map(({ key }) => counts.get(key)?.seconds ?? 0))

/** GoTrue's words for "not yet", with the true time. */
function waitFor(seconds: number): AuthError {
  const message = `For security purposes, you can only request this after ${Math.max(1, Math.ceil(seconds))} seconds.`
  return new AuthError(429, 'over_email_send_rate_limit', message)
}

function serverLimit({ service }: AuthRequest): AuthError {
  const message = 'the limit of mails per hour of the whole server is reached'
  service.log({ level: 'error', part: 'auth', message, alarm: 'global mail limit' })
  return new AuthError(429, 'over_email_send_rate_limit', 'email rate limit exceeded')
}
