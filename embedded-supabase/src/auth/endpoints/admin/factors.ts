import type { Transaction } from '../../../database/index.ts'
import { factorJson } from '../../accounts/user-json.ts'
import type { FactorRow } from '../../accounts/user-row.ts'
import { deleteFactor } from '../../factors/factor.ts'
import { AuthError } from '../../protocol/errors.ts'
import { isUuid } from '../../protocol/fields.ts'
import type { AuthRequest, Endpoint } from '../../service.ts'
import { requireAdmin } from '../../sessions/authenticate.ts'
import { transact } from '../../transact.ts'
import { pathUser } from './find-user.ts'

/** GET /admin/users/{id}/factors. */
export const adminListFactors: Endpoint = async (request) => {
  await requireAdmin(request)
  const user = await request.service.database.asAuthAdmin((tx) => pathUser(tx, request))
  return Response.json(user.factors.map(factorJson))
}

/** DELETE /admin/users/{id}/factors/{factor id}: for someone who has lost the device. */
export const adminDeleteFactor: Endpoint = async (request) => {
  await requireAdmin(request)
  const factor = await transact(request.service, async (tx) => {
    const found = await pathFactor(tx, request)
    await deleteFactor(tx, found.id)
    return found
  })
  return Response.json(factorJson(factor))
}

async function pathFactor(tx: Transaction, request: AuthRequest): Promise<FactorRow> {
  const user = await pathUser(tx, request)
  const id = request.parameters[1]
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'factor_id must be an UUID')
  const factor = user.factors.find((candidate) => candidate.id === id.toLowerCase())
  if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
  return factor
}
