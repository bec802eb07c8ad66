import { userJson } from '../accounts/user-json.ts'
import type { Endpoint } from '../service.ts'
import { loadSignedIn, requireClaims } from '../sessions/authenticate.ts'

/** GET /user. */
export const getUser: Endpoint = async (request) => {
  const claims = await requireClaims(request)
  const { user } = await request.service.database.asAuthAdmin((tx) => loadSignedIn(tx, request, claims))
  return Response.json(userJson(user))
}
