import { ownFactor } from '../factors/factor.ts'
import { limitRequests } from '../limits.ts'
import type { Endpoint } from '../service.ts'
import { loadSignedIn, requireClaims } from '../sessions/authenticate.ts'
import { ipOf } from '../sessions/sign-in.ts'
import { transact } from '../transact.ts'

/** How long a challenge can be answered. */
export const CHALLENGE_LIFETIME_S = 300

/** POST /factors/{id}/challenge. */
export const challengeFactor: Endpoint = async (request) => {
  const claims = await requireClaims(request)
  await limitRequests(request, 'mfa')
  const answer = await transact(request.service, async (tx) => {
    const { user } = await loadSignedIn(tx, request, claims)
    const factor = await ownFactor(tx, user.id, request.parameters[0])
    await tx.query(
      'delete from auth.mfa_challenges where factor_id = $1 and created_at < now() - make_interval(secs => $2)',
      [factor.id, 2 * CHALLENGE_LIFETIME_S],
    )
    const { rows } = await tx.query<{ id: string; expires_at: number }>(
      `insert into auth.mfa_challenges (factor_id, ip_address) values ($1, $2)
       returning id, extract(epoch from created_at)::int + $3::int as expires_at`,
      [factor.id, ipOf(request.clientAddress) ?? '0.0.0.0', CHALLENGE_LIFETIME_S],
    )
    await tx.query('update auth.mfa_factors set last_challenged_at = now() where id = $1', [factor.id])
    return { id: rows[0]?.id, type: factor.factor_type, expires_at: rows[0]?.expires_at }
  })
  return Response.json(answer)
}
