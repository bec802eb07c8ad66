import { requestErrors, schemaErrors } from '../errors.ts'
import type { Body, JsonBody } from '../request/body.ts'
import type { ApiRequest } from '../request/parse-request.ts'
import type { Column, Table } from '../schema-cache/types.ts'
import type { PlanContext } from './context.ts'
import { planWhere } from './read.ts'
import type { InsertPlan, WritePlan } from './types.ts'

/** Plans the write itself; what it answers with is a read plan over its result. @throws PGRST102, 204, 42703 */
export function planWrite(context: PlanContext, table: Table, request: ApiRequest, body: Body | undefined): WritePlan {
  const { method, query, preferences } = request
  const where = () => planWhere({ kind: 'table', table }, table.name, query.filters)
  if (method === 'DELETE') return { kind: 'delete', table, alias: aliasOf(context), where: where() }
  const json = asRows(body)
  const columns = payloadColumns(table, json, query.columns)
  const isArray = json.shape === 'array'
  const defaults = preferences.missing === 'default'
  if (method === 'PATCH') {
    return { kind: 'update', table, alias: aliasOf(context), columns, isArray, where: where(), defaults }
  }
  return { kind: 'insert', table, columns, isArray, defaults, ...conflictOf(table, request) }
}

const aliasOf = (context: PlanContext) => `t${context.nextAlias()}`

function asRows(body: Body | undefined): JsonBody {
  if (body?.kind !== 'json' || body.shape === 'scalar') throw requestErrors.body('Empty or invalid json')
  return body
}

function payloadColumns(table: Table, body: JsonBody, requested: string[] | undefined): Column[] {
  if (!requested && !body.uniform) throw requestErrors.body('All object keys must match')
  return (requested ?? body.keys).map((name) => {
    const column = table.columns.get(name)
    if (!column) throw schemaErrors.noPayloadColumn(table.name, name)
    return column
  })
}

function conflictOf(table: Table, { query, preferences }: ApiRequest): Pick<InsertPlan, 'conflict'> {
  const columns = query.onConflict ?? table.primaryKey
  for (const name of columns) if (!table.columns.has(name)) throw schemaErrors.noColumn(table.name, name)
  const { resolution } = preferences
  return resolution && columns.length > 0 ? { conflict: { columns, resolution } } : {}
}
