import { createHash } from 'node:crypto'
import type { Transaction } from '../database/index.ts'
import { networkOf } from '../network.ts'
import { AuthError } from './protocol/errors.ts'
import type { AuthRequest, Service } from './service.ts'

const FIVE_MINUTES_S = 300
export const HOUR_S = 3600

/** So many points within a window that begins with the first of them. */
export type Limit = { key: string; points: number; windowS: number }
export type Count = { key: string; points: number; seconds: number }

const COUNT = `insert into auth.rate_limits as r (key, points, expires_at)
  select key, 1, now() + make_interval(secs => seconds)
    from unnest($1::text[], $2::float8[]) as counted (key, seconds) order by key
  on conflict (key) do update set
    points = case when r.expires_at <= now() then 1 else r.points + 1 end,
    expires_at = case when r.expires_at <= now() then excluded.expires_at else r.expires_at end
  returning key, points, greatest(0, extract(epoch from expires_at - now()))::float8 as seconds`

/** Adds a point to each limit and says how many there are, and for how long they stand. */
export async function count(tx: Transaction, limits: Limit[]): Promise<Map<string, Count>> {
  const { rows } = await tx.query<Count>(COUNT, [limits.map(({ key }) => key), limits.map(({ windowS }) => windowS)])
  return new Map(rows.map((row) => [row.key, row]))
}

/** Takes back a point of each limit: what was counted did not happen, or turned out to be wanted. */
export async function refundLimits(tx: Transaction, keys: string[]): Promise<void> {
  await tx.query(
    `update auth.rate_limits set points = greatest(points - 1, 0)
      where key in (select key from auth.rate_limits where key = any($1) order by key for update)`,
    [keys],
  )
}

/** Kinds of requests that are limited per client address. */
export type Budget = 'sign_in' | 'verify' | 'token' | 'mfa'

/**
 * Counts a request against the limit of its client address (protocol 1.7); counted whatever becomes of the request.
 * @throws AuthError over_request_rate_limit.
 */
export async function limitRequests({ service, clientAddress }: AuthRequest, budget: Budget): Promise<void> {
  const { rateLimit } = service.settings
  const [points, windowS] = {
    sign_in: [rateLimit.sign_in_sign_ups, FIVE_MINUTES_S],
    verify: [rateLimit.token_verifications, FIVE_MINUTES_S],
    token: [rateLimit.token_refresh, FIVE_MINUTES_S],
    mfa: [rateLimit.mfa_verifications, 60],
  }[budget] as [number, number]
  await limitBy(service, { key: `${budget}:${networkOf(clientAddress)}`, points, windowS })
}

/**
 * Whether this caller may be told in so many words about one more identifier: a few different ones in an hour. What
 * was told once may be told again. Afterwards the endpoint has to answer alike for known and unknown identifiers, so
 * that nobody is locked out and nobody learns more. Counts; the caller of this function must commit.
 */
export async function allowDisclosure(tx: Transaction, request: AuthRequest, identifier: string): Promise<boolean> {
  const { service, clientAddress } = request
  const allowed = service.settings.rateLimit.unknown_identifiers
  const caller = digest(networkOf(clientAddress))
  await lockDisclosures(tx, request)
  const disclosures = await disclosuresTo(tx, caller, identifier)
  if (disclosures.before || disclosures.count >= allowed) return disclosures.before
  await tx.query(
    `insert into auth.told_identifiers (caller, subject) values ($1, $2)
     on conflict (caller, subject) do update set told_at = now()`,
    [caller, digest(identifier)],
  )
  if (disclosures.count + 1 === allowed) {
    const message = 'a caller was told of as many accounts as it may be in an hour'
    service.log({ level: 'warn', part: 'auth', message, alarm: 'enumeration', caller: networkOf(clientAddress) })
  }
  return true
}

/** Has to be taken before any limit is counted by who may call {@link allowDisclosure} afterwards, or two requests block each other. */
export async function lockDisclosures(tx: Transaction, { clientAddress }: AuthRequest): Promise<void> {
  const caller = digest(networkOf(clientAddress))
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`told ${caller}`])
}

/** Whether {@link allowDisclosure} would say yes, without counting: for answers that tell by what they do not say. */
export async function disclosureAllowed(tx: Transaction, request: AuthRequest, identifier: string): Promise<boolean> {
  const disclosures = await disclosuresTo(tx, digest(networkOf(request.clientAddress)), identifier)
  return disclosures.before || disclosures.count < request.service.settings.rateLimit.unknown_identifiers
}

async function disclosuresTo(
  tx: Transaction,
  caller: string,
  identifier: string,
): Promise<{ count: number; before: boolean }> {
  const { rows } = await tx.query<{ count: number; before: boolean }>(
    `select count(*)::int as count, coalesce(bool_or(subject = $2), false) as before from auth.told_identifiers
      where caller = $1 and told_at > now() - make_interval(secs => $3)`,
    [caller, digest(identifier), HOUR_S],
  )
  return rows[0] ?? { count: 0, before: false }
}

/**
 * Counts a try against an account, e.g. of a password or of a factor's code.
 * @throws AuthError over_request_rate_limit.
 */
export async function limitTries(service: Service, subject: string, kind: 'password' | 'factor'): Promise<void> {
  const points = service.settings.rateLimit.password_failures
  await limitBy(service, { key: `${kind}:${digest(subject)}`, points, windowS: FIVE_MINUTES_S })
}

/** Forgets the tries after a success. */
export async function resetTries(tx: Transaction, subject: string, kind: 'password' | 'factor'): Promise<void> {
  await tx.query('delete from auth.rate_limits where key = $1', [`${kind}:${digest(subject)}`])
}

async function limitBy({ database }: Service, limit: Limit): Promise<void> {
  const counts = await database.asAuthAdmin((tx) => count(tx, [limit]))
  if ((counts.get(limit.key)?.points ?? 0) > limit.points) {
    throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached')
  }
}

/** Keeps addresses out of the table of limits. */
export const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32)
