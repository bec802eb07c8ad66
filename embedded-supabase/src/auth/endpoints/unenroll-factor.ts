import { deleteFactor, ownFactor } from '../factors/factor.ts'
import { AuthError } from '../protocol/errors.ts'
import type { Endpoint } from '../service.ts'
import { loadSignedIn, requireClaims } from '../sessions/authenticate.ts'
import { transact } from '../transact.ts'

/** DELETE /factors/{id}: a verified factor goes only with a session that was lifted by one. */
export const unenrollFactor: Endpoint = async (request) => {
  const claims = await requireClaims(request)
  const id = await transact(request.service, async (tx) => {
    const { user, session } = await loadSignedIn(tx, request, claims)
    const factor = await ownFactor(tx, user.id, request.parameters[0])
    if (factor.status === 'verified' && session.aal === 'aal1') {
      throw new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor')
    }
    await deleteFactor(tx, factor.id)
    return factor.id
  })
  return Response.json({ id })
}
