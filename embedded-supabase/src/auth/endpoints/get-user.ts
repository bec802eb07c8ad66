import { userJson } from '../accounts/user-json.ts'
import type { Endpoint } from '../service.ts'
import { requireSignedIn } from '../sessions/authenticate.ts'

/** GET /user. */
export const getUser: Endpoint = async (request) => {
  const { user } = await requireSignedIn(request)
  return Response.json(userJson(user))
}
