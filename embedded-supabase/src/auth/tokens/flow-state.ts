import { createHash, randomUUID } from 'node:crypto'
import type { Transaction } from '../../database/index.ts'
import { sameSecret } from '../../keys.ts'
import { AuthError, invalid } from '../protocol/errors.ts'
import { sha256 } from './random.ts'

const LIFETIME_S = 300
const CHALLENGE = /^[A-Za-z0-9._~-]+$/

export type Challenge = { code_challenge: string; code_challenge_method: string }

type Flow = {
  id: string
  user_id: string | null
  code_challenge: string
  code_challenge_method: string
  authentication_method: string
  expired: boolean
}

/**
 * Checks the two fields of a PKCE request.
 * @throws AuthError validation_failed unless both are valid or both are absent.
 */
export function checkChallenge({ code_challenge: challenge, code_challenge_method: method }: Challenge): void {
  if (!challenge && !method) return
  if (!challenge || !method) throw invalid('PKCE flow requires code_challenge_method and code_challenge')
  if (challenge.length < 43 || challenge.length > 128) {
    throw invalid('code challenge has to be between 43 and 128 characters')
  }
  if (!CHALLENGE.test(challenge)) {
    throw invalid('code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes')
  }
  if (!['s256', 'plain'].includes(method.toLowerCase())) throw invalid(`unsupported code_challenge method "${method}"`)
}

/** Remembers the challenge of a PKCE request; undefined for the other kind of request. */
export async function startFlow(
  tx: Transaction,
  challenge: Challenge,
  flow: { userId: string; method: string },
): Promise<string | undefined> {
  if (!challenge.code_challenge) return undefined
  const { rows } = await tx.query<{ id: string }>(
    `insert into auth.flow_state (user_id, code_challenge, code_challenge_method, authentication_method)
     values ($1, $2, $3, $4) returning id`,
    [flow.userId, challenge.code_challenge, challenge.code_challenge_method.toLowerCase(), flow.method],
  )
  return rows[0]?.id
}

/** Gives out the code that only the holder of the verifier can exchange; undefined when the flow is gone. */
export async function issueAuthCode(tx: Transaction, flowId: string): Promise<string | undefined> {
  const code = randomUUID()
  const { rowCount } = await tx.query(
    'update auth.flow_state set auth_code = $2, auth_code_issued_at = now(), updated_at = now() where id = $1',
    [flowId, sha256(code)],
  )
  return rowCount === 1 ? code : undefined
}

/**
 * Exchanges a code: the flow is used up by the right verifier only.
 * @throws AuthError flow_state_not_found, flow_state_expired, bad_code_verifier.
 */
export async function redeemAuthCode(
  tx: Transaction,
  code: string,
  verifier: string,
): Promise<{ userId: string; method: string }> {
  const { rows } = await tx.query<Flow>(
    `select *, auth_code_issued_at < now() - make_interval(secs => $2) as expired
       from auth.flow_state where auth_code = $1 for update`,
    [sha256(code), LIFETIME_S],
  )
  const [flow] = rows
  if (!flow?.user_id) {
    throw new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
  }
  if (flow.expired) throw new AuthError(422, 'flow_state_expired', 'invalid flow state, flow state has expired')
  if (!sameSecret(transform(verifier, flow.code_challenge_method), flow.code_challenge)) {
    throw new AuthError(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier')
  }
  await tx.query('delete from auth.flow_state where id = $1', [flow.id])
  return { userId: flow.user_id, method: flow.authentication_method }
}

function transform(verifier: string, method: string): string {
  return method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
}
