import { requestErrors } from '../errors.ts'
import { planCall } from '../plan/call.ts'
import type { PlanContext } from '../plan/context.ts'
import { findTable } from '../plan/tables.ts'
import type { ApiRequest } from '../request/parse-request.ts'
import { VARY } from './answer.ts'
import type { Answer } from './encode.ts'

/** The answer to `OPTIONS` that is no preflight: which methods what is named takes. @throws PGRST126, 202, 203, 205 */
export function allowAnswer(context: PlanContext, request: ApiRequest): Answer {
  const headers: [string, string][] = [['allow', methodsOf(context, request).join(',')], ['content-length', '0'], VARY]
  return { status: 200, headers, body: null }
}

function methodsOf(context: PlanContext, request: ApiRequest): string[] {
  const { target } = request
  if (target.kind === 'root') {
    if (context.role !== 'service_role') throw requestErrors.rootDisabled()
    return ['OPTIONS', 'GET', 'HEAD']
  }
  if (target.kind === 'routine') {
    const { routine } = planCall(context, request, target.name, undefined)
    return routine.volatility === 'volatile' ? ['OPTIONS', 'POST'] : ['OPTIONS', 'GET', 'HEAD', 'POST']
  }
  const { writes, primaryKey } = findTable(context, target.name)
  return [
    ...['OPTIONS', 'GET', 'HEAD'],
    ...(writes.insert ? ['POST'] : []),
    ...(writes.insert && writes.update && primaryKey.length > 0 ? ['PUT'] : []),
    ...(writes.update ? ['PATCH'] : []),
    ...(writes.delete ? ['DELETE'] : []),
  ]
}
