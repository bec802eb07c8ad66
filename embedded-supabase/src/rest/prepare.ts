import { requestErrors } from './errors.ts'
import { planCall } from './plan/call.ts'
import type { PlanContext } from './plan/context.ts'
import { planRead } from './plan/read.ts'
import { findTable } from './plan/tables.ts'
import type { ReadPlan, Source } from './plan/types.ts'
import { planWrite } from './plan/write.ts'
import type { Body } from './request/body.ts'
import type { ApiRequest } from './request/parse-request.ts'
import type { RowRange } from './request/range.ts'
import { callSql } from './sql/call.ts'
import { Params } from './sql/params.ts'
import { countSql, readSql } from './sql/read.ts'
import { type AnswerShape, answerSql } from './sql/statement.ts'
import { neededColumns, writeSql } from './sql/write.ts'

export type Statement = { text: string; values: unknown[] }

/** A request that is ready to run: nothing in it needs the schema cache any more. */
export type PreparedRequest = Statement & {
  kind: 'read' | 'insert' | 'update' | 'delete' | 'call'
  readOnly: boolean
  /** Rows of the root that the answer starts at and may hold. */
  range: RowRange
  /** Asks the planner for its guess of the total; with `above` only when more rows than that were counted. */
  estimate?: Statement & { above: number }
  /** Key columns behind the values of the Location header. */
  location?: string[]
  /** A function that gives values or one row, so that no range applies. */
  result?: AnswerShape['result'] | 'void'
  /** Settings of the called function. */
  settings: Record<string, string>
}

/** Makes the statement of a request, refusing what the schema cache does not know. */
export function prepare(context: PlanContext, request: ApiRequest, body: Body | undefined): PreparedRequest {
  const { target } = request
  if (target.kind === 'routine') return prepareCall(context, request, target.name, body)
  if (target.kind === 'root') throw requestErrors.path()
  const reads = request.method === 'GET' || request.method === 'HEAD'
  return reads ? prepareRead(context, request, target.name) : prepareWrite(context, request, target.name, body)
}

function prepareRead(context: PlanContext, request: ApiRequest, name: string): PreparedRequest {
  const range = capped(request.range, context.maxRows)
  const plan = planRead(context, { kind: 'table', table: findTable(context, name) }, request.query, range)
  const params = new Params()
  const rows = readSql(plan, params)
  const { total, estimate } = counting(request, plan, params, context.maxRows)
  const shape: AnswerShape = { rows, media: request.accept, bodiless: request.method === 'HEAD', total }
  return {
    ...{ kind: 'read', readOnly: true, range, settings: {} },
    ...{ text: answerSql(shape), values: params.values },
    ...(estimate ? { estimate } : {}),
  }
}

function capped({ offset, limit }: RowRange, maxRows: number): RowRange {
  return { offset, limit: Math.min(limit ?? maxRows, maxRows) }
}

/** How the total is found, by the count preference (protocol 2.4). */
function counting(
  { preferences }: ApiRequest,
  plan: ReadPlan,
  params: Params,
  maxRows: number,
): { total?: string; estimate?: PreparedRequest['estimate'] } {
  const { count } = preferences
  if (count === undefined) return {}
  if (count === 'exact') return { total: countSql(plan, params) }
  const guess = new Params()
  const text = `explain (format json) ${readSql({ ...plan, order: [], range: { offset: 0 } }, guess)}`
  const estimate = { text, values: guess.values, above: count === 'planned' ? -1 : maxRows }
  if (count === 'planned') return { estimate }
  return { estimate, total: `select least((${countSql(plan, params)}), ${maxRows + 1})` }
}

function prepareWrite(
  context: PlanContext,
  request: ApiRequest,
  name: string,
  body: Body | undefined,
): PreparedRequest {
  const table = findTable(context, name)
  const write = planWrite(context, table, request, body)
  const { preferences, accept } = request
  const answers = preferences.return === 'representation'
  const location =
    write.kind === 'insert' && preferences.return === 'headers-only' && table.primaryKey.length > 0
      ? table.primaryKey
      : undefined
  const result: Source = { kind: 'result', name, table, columns: resultColumns(table) }
  const plan = answers ? planRead(context, result, request.query, { offset: 0 }, false) : undefined
  const params = new Params()
  const text = body?.kind === 'json' ? body.text : ''
  const source = writeSql(write, text, plan ? neededColumns(plan) : (location ?? []), params)
  const shape: AnswerShape = {
    ...{ source, media: accept },
    ...(plan ? { rows: readSql(plan, params) } : {}),
    ...(location ? { location } : {}),
    countsUpdated: write.kind === 'insert' && write.conflict?.resolution === 'merge-duplicates',
  }
  return {
    ...{ kind: write.kind, readOnly: false, range: { offset: 0 }, settings: {} },
    ...{ text: answerSql(shape), values: params.values },
    ...(location ? { location } : {}),
  }
}

/** Computed columns of written rows were computed by the write itself. */
function resultColumns({
  columns,
  computed,
}: ReturnType<typeof findTable>): Map<string, import('./schema-cache/types.ts').Column> {
  return new Map([
    ...columns,
    ...[...computed.values()].map(({ name, baseType }) => [name, { name, type: baseType, baseType }] as const),
  ])
}

function prepareCall(context: PlanContext, request: ApiRequest, name: string, body: Body | undefined): PreparedRequest {
  const call = planCall(context, request, name, body)
  const { returns, volatility, settings } = call.routine
  const params = new Params()
  const source = callSql(call, body?.kind === 'bytes' ? body.bytes : (body?.text ?? ''), params)
  const common = {
    kind: 'call' as const,
    readOnly: request.method !== 'POST' || volatility !== 'volatile',
    settings,
  }
  if (request.preferences.handling === 'strict' && request.preferences.maxAffected !== undefined && !returns.set) {
    throw requestErrors.maxAffectedRpc()
  }
  if (returns.kind !== 'composite') {
    const result = returns.kind === 'void' ? 'void' : returns.set ? 'scalars' : 'scalar'
    const range = returns.set ? capped(request.range, context.maxRows) : { offset: 0 }
    const limits = returns.set ? ` limit ${params.add(range.limit)} offset ${params.add(range.offset)}` : ''
    const total = request.preferences.count === undefined ? undefined : 'select count(*) from src'
    const shape: AnswerShape = {
      source,
      rows: `select * from src${limits}`,
      media: request.accept,
      total,
      ...(result === 'void' ? {} : { result }),
    }
    return { ...common, result, range, text: answerSql(shape), values: params.values }
  }
  const { columns, table } = returns
  const range = returns.set ? capped(request.range, context.maxRows) : { offset: 0 }
  const from: Source = { kind: 'result', name, columns, ...(table ? { table } : {}) }
  const plan = planRead(context, from, request.query, range)
  const rows = readSql(plan, params)
  const total = request.preferences.count === undefined ? undefined : countSql(plan, params)
  const result = returns.set ? undefined : 'composite'
  const shape: AnswerShape = { source, rows, media: request.accept, total, ...(result ? { result } : {}) }
  return { ...common, ...(result ? { result } : {}), range, text: answerSql(shape), values: params.values }
}
