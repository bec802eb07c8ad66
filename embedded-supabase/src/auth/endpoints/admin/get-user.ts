import { userJson } from '../../accounts/user-json.ts'
import type { Endpoint } from '../../service.ts'
import { requireAdmin } from '../../sessions/authenticate.ts'
import { pathUser } from './find-user.ts'

/** GET /admin/users/{id}. */
export const adminGetUser: Endpoint = async (request) => {
  await requireAdmin(request)
  return Response.json(userJson(await request.service.database.asAuthAdmin((tx) => pathUser(tx, request))))
}
