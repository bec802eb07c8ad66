import { createHmac } from 'node:crypto'
import type { Transaction } from '../../database/index.ts'
import type { Service } from '../service.ts'
import { randomCode, randomLinkToken, sha256 } from './random.ts'

/** Wrong codes after which a code is worth nothing; its link still is. */
const MAX_CODE_TRIES = 5

export type TokenType =
  | 'confirmation_token'
  | 'recovery_token'
  | 'email_change_token_new'
  | 'email_change_token_current'
  | 'reauthentication_token'

const SENT_AT: Record<TokenType, string> = {
  confirmation_token: 'confirmation_sent_at',
  recovery_token: 'recovery_sent_at',
  email_change_token_new: 'email_change_sent_at',
  email_change_token_current: 'email_change_sent_at',
  reauthentication_token: 'reauthentication_sent_at',
}

/** What a mail carries: the token of its link and the code to type. Neither is stored. */
export type Secrets = { token: string; code: string }

/** A token that has just been used up. */
export type Redeemed = { user_id: string; token_type: TokenType; relates_to: string; flow_state_id: string | null }

type Issue = {
  userId: string
  type: TokenType
  email: string
  flowStateId?: string | undefined
  /** Seconds for which its code is good at least, because no other mail can follow it sooner. */
  keptS?: number
}

/** Makes a new one-time token in place of the former one of its type, which dies. */
export async function issueToken(tx: Transaction, service: Service, issue: Issue): Promise<Secrets> {
  const { userId, type, email, flowStateId, keptS = 0 } = issue
  const token = `${flowStateId ? 'pkce_' : ''}${randomLinkToken()}`
  const code = randomCode(service.settings.codeLength)
  await tx.query(
    `insert into auth.one_time_tokens (user_id, token_type, token_hash, code_hash, relates_to, flow_state_id, code_kept_until)
     values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))
     on conflict (user_id, token_type) do update set token_hash = excluded.token_hash, code_hash = excluded.code_hash,
       relates_to = excluded.relates_to, flow_state_id = excluded.flow_state_id, attempts = 0,
       code_kept_until = excluded.code_kept_until,
       created_at = now(), updated_at = now()`,
    [userId, type, sha256(token), codeHash(service, { userId, type, email, code }), email, flowStateId ?? null, keptS],
  )
  await tx.query(`update auth.users set ${SENT_AT[type]} = now(), updated_at = now() where id = $1`, [userId])
  return { token, code }
}

/** Uses up the token of a link, in one statement: of any number of requests at once, one gets it. */
export async function redeemLinkToken(
  tx: Transaction,
  { settings }: Service,
  token: string,
  types: TokenType[],
): Promise<Redeemed | undefined> {
  const { rows } = await tx.query<Redeemed>(
    `delete from auth.one_time_tokens
      where token_hash = $1 and token_type = any($2) and created_at > now() - make_interval(secs => $3)
      returning user_id, token_type, relates_to, flow_state_id`,
    [sha256(token), types, settings.linkExpiryS],
  )
  return rows[0]
}

type Typed = { email: string; code: string; types: TokenType[] }

/**
 * Uses up a typed code. Each try is counted by the statement that reads the code, so that no number of tries
 * at once exceeds the limit; the caller must commit also when the code was wrong.
 */
export async function redeemCode(tx: Transaction, service: Service, typed: Typed): Promise<Redeemed | undefined> {
  const { email, code, types } = typed
  const { rows } = await tx.query<Redeemed & { id: string; code_hash: string }>(
    `update auth.one_time_tokens set attempts = attempts + 1, updated_at = now()
      where relates_to = $1 and token_type = any($2) and attempts < $3
        and (created_at > now() - make_interval(secs => $4) or code_kept_until > now())
        and created_at > now() - make_interval(secs => $5)
      returning id, user_id, token_type, relates_to, flow_state_id, code_hash`,
    [email, types, MAX_CODE_TRIES, service.settings.codeExpiryS, service.settings.linkExpiryS],
  )
  const hit = rows.find(
    ({ user_id: userId, token_type: type, code_hash }) =>
      code_hash === codeHash(service, { userId, type, email, code }),
  )
  if (!hit) return undefined
  await tx.query('delete from auth.one_time_tokens where id = $1', [hit.id])
  return hit
}

/** Ends every one-time token of the user. */
export async function dropTokens(tx: Transaction, userId: string, types?: TokenType[]): Promise<void> {
  await tx.query(
    'delete from auth.one_time_tokens where user_id = $1 and ($2::text[] is null or token_type = any($2))',
    [userId, types ?? null],
  )
}

function codeHash(
  { secret }: Service,
  { userId, type, email, code }: { userId: string; type: TokenType; email: string; code: string },
): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify([userId, type, email, code]))
    .digest('hex')
}
