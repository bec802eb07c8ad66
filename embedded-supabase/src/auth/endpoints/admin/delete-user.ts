import { z } from 'zod'
import { deleteUser, softDeleteUser } from '../../accounts/delete-user.ts'
import { readOptionalBody } from '../../protocol/body.ts'
import { flag } from '../../protocol/fields.ts'
import type { Endpoint } from '../../service.ts'
import { requireAdmin } from '../../sessions/authenticate.ts'
import { transact } from '../../transact.ts'
import { pathUser } from './find-user.ts'

const schema = z.object({ should_soft_delete: flag })

/** DELETE /admin/users/{id}; `should_soft_delete` keeps the emptied row. */
export const adminDeleteUser: Endpoint = async (request) => {
  await requireAdmin(request)
  const { should_soft_delete: soft } = await readOptionalBody(request.request, schema)
  await transact(request.service, async (tx) => {
    const user = await pathUser(tx, request)
    await (soft ? softDeleteUser : deleteUser)(tx, user)
  })
  return Response.json({})
}
