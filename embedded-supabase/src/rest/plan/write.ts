import { requestErrors, schemaErrors, unconditioned } from '../errors.ts'
import type { Body, JsonBody } from '../request/body.ts'
import type { Filter } from '../request/filters.ts'
import type { LogicTerm } from '../request/logic.ts'
import type { ApiRequest } from '../request/parse-request.ts'
import type { At } from '../request/query-string.ts'
import type { Column, Table } from '../schema-cache/types.ts'
import type { PlanContext } from './context.ts'
import { planWhere } from './read.ts'
import type { InsertPlan, PlannedTerm, WritePlan } from './types.ts'

/** Plans the write itself; what it answers with is a read plan over its result. @throws PGRST102, 105, 115, 204, 21000, 42703 */
export function planWrite(context: PlanContext, table: Table, request: ApiRequest, body: Body | undefined): WritePlan {
  const { method, query, preferences } = request
  const where = () => planWhere({ kind: 'table', table }, table.name, query.filters)
  const whereOf = (statement: 'UPDATE' | 'DELETE') => {
    const terms = where()
    if (terms.length === 0 && context.cache.safeUpdate) throw unconditioned(statement)
    return terms
  }
  if (method === 'DELETE') return { kind: 'delete', table, alias: aliasOf(context), where: whereOf('DELETE') }
  const json = asRows(body)
  if (method === 'PUT') return planPut(table, json, query.filters, where)
  const columns = payloadColumns(table, json, query.columns)
  const isArray = json.shape === 'array'
  const defaults = preferences.missing === 'default'
  if (method === 'PATCH') {
    const conditions = columns.length === 0 ? where() : whereOf('UPDATE')
    return { kind: 'update', table, alias: aliasOf(context), columns, isArray, where: conditions, defaults }
  }
  return { kind: 'insert', table, columns, isArray, defaults, ...conflictOf(table, request) }
}

/** Writes the one row whose primary key the address names, whether it is there or not. */
function planPut(table: Table, body: JsonBody, filters: At<LogicTerm>[], where: () => PlannedTerm[]): InsertPlan {
  const key = new Set(table.primaryKey)
  const named = filters.map(({ path, value }) => (path.length === 0 && isPlainEqual(value) ? value.field.name : ''))
  if (key.size === 0 || key.size !== new Set(named).size || named.some((name) => !key.has(name))) {
    throw requestErrors.putFilters()
  }
  const columns = payloadColumns(table, body, undefined)
  if (columns.filter(({ name }) => key.has(name)).length < key.size) throw requestErrors.putMismatch()
  return {
    kind: 'insert',
    table,
    columns,
    isArray: body.shape === 'array',
    defaults: false,
    conflict: { columns: table.primaryKey, resolution: 'merge-duplicates' },
    only: where(),
  }
}

const isPlainEqual = (term: LogicTerm): term is Filter =>
  term.kind === 'filter' &&
  !term.negated &&
  term.field.path.length === 0 &&
  term.operation.kind === 'quantified' &&
  term.operation.operator === 'eq' &&
  term.operation.quantifier === undefined

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
