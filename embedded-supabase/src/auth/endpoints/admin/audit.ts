import type { Endpoint } from '../../service.ts'
import { requireAdmin } from '../../sessions/authenticate.ts'

/** GET /admin/audit: empty, as GoTrue answers where its log is not kept in the database. */
export const adminAuditLog: Endpoint = async (request) => {
  await requireAdmin(request)
  return Response.json([], { headers: { 'x-total-count': '0', link: '</admin/audit?page=0>; rel="last"' } })
}
