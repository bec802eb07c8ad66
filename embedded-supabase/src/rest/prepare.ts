import { requestErrors } from './errors.ts'
import { LIMITS } from './limits.ts'
import { planCall } from './plan/call.ts'
import type { PlanContext } from './plan/context.ts'
import { planRead } from './plan/read.ts'
import { findTable } from './plan/tables.ts'
import type { ReadPlan, Source } from './plan/types.ts'
import { checkWidth } from './plan/width.ts'
import { planWrite } from './plan/write.ts'
import type { Body } from './request/body.ts'
import type { ApiRequest } from './request/parse-request.ts'
import type { RowRange } from './request/range.ts'
import type { Routine } from './schema-cache/types.ts'
import { callSql } from './sql/call.ts'
import { MOST_WEIGHT, Params } from './sql/params.ts'
import { countSql, readSql } from './sql/read.ts'
import { type AnswerShape, answerSql } from './sql/statement.ts'
import { neededColumns, writeSql } from './sql/write.ts'

export type Statement = { text: string; values: unknown[] }

/** A request that is ready to run: nothing in it needs the schema cache any more. */
export type PreparedRequest = Statement & {
  kind: 'read' | 'insert' | 'put' | 'update' | 'delete' | 'call'
  readOnly: boolean
  /** Rows of the root that the answer starts at and may hold. */
  range: RowRange
  /** Asks the planner for its guess of the total; with `above` only when more rows than that were counted. */
  estimate?: Statement & { above: number }
  /** An insert that does something with rows that are there already. */
  resolves?: boolean
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
  const size = sizeOf(context, plan, LIMITS.answer)
  const params = new Params(size.weighs)
  const rows = readSql(plan, params)
  const { total, estimate } = counting(context, request, plan, params)
  const shape: AnswerShape = { ...size.shape, rows, media: request.accept, bodiless: request.method === 'HEAD', total }
  return {
    kind: 'read',
    readOnly: true,
    range,
    settings: size.settings,
    text: answerSql(shape),
    values: params.values,
    ...(estimate ? { estimate } : {}),
  }
}

/**
 * How the size of an answer is bounded. What only reads may be ended in the middle; what a write or a function did
 * stands whatever becomes of its answer, so that is measured when it is done.
 */
function sizeOf(context: PlanContext, plan: ReadPlan | undefined, limit: number, readOnly = true) {
  const width = plan ? checkWidth(plan) : 0
  if (context.role === 'service_role') return { weighs: false, shape: {}, settings: {} }
  const weighsRows = readOnly && width > LIMITS.weighedValues
  const weighs = readOnly && plan !== undefined && (weighsRows || plan.embeds.length > 0)
  return {
    weighs,
    shape: { limit, weighsRows },
    settings: weighs ? { [MOST_WEIGHT]: String(LIMITS.weight) } : ({} as Record<string, string>),
  }
}

function capped({ offset, limit }: RowRange, maxRows: number): RowRange {
  return { offset, limit: Math.min(limit ?? maxRows, maxRows) }
}

/** How the total is found, by the count preference (protocol 2.4). */
function counting(
  { role, maxRows }: PlanContext,
  { preferences }: ApiRequest,
  plan: ReadPlan,
  params: Params,
): { total?: string; estimate?: PreparedRequest['estimate'] } {
  const { count } = preferences
  if (count === undefined) return {}
  // The planner's guess counts rows that row level security hides, so whoever is bound by it gets the true number.
  const counted = () => params.countingOnly(() => countSql(plan, params))
  if (count === 'exact' || (role !== 'service_role' && hidesRows(plan))) return { total: counted() }
  const guess = new Params()
  const text = `explain (format json) ${readSql({ ...plan, order: [], range: { offset: 0 } }, guess)}`
  const estimate = { text, values: guess.values, above: count === 'planned' ? -1 : maxRows }
  if (count === 'planned') return { estimate }
  return { estimate, total: `select least((${counted()}), ${maxRows + 1})` }
}

const hidesRows = ({ source, embeds }: ReadPlan): boolean =>
  source.table?.hidesRows === true ||
  embeds.some(
    ({ plan, relationship }) =>
      hidesRows(plan) || (relationship.kind === 'many-to-many' && relationship.junction.hidesRows),
  )

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
    source,
    media: accept,
    ...sizeOf(context, plan, LIMITS.answer, false).shape,
    ...(plan ? { rows: readSql(plan, params) } : {}),
    ...(location ? { location } : {}),
    countsUpdated: write.kind === 'insert' && write.conflict?.resolution === 'merge-duplicates',
  }
  return {
    kind: request.method === 'PUT' ? 'put' : write.kind,
    resolves: write.kind === 'insert' && write.conflict !== undefined,
    readOnly: false,
    range: { offset: 0 },
    settings: {},
    text: answerSql(shape),
    values: params.values,
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
  const readOnly = request.method !== 'POST' || volatility !== 'volatile'
  const range = returns.set ? capped(request.range, context.maxRows) : { offset: 0 }
  const plan =
    returns.kind === 'composite' ? planRead(context, resultOf(name, returns), request.query, range) : undefined
  // The one value of a function is as long as the function made it.
  const size = sizeOf(context, plan, plan ? LIMITS.answer : LIMITS.weight, readOnly)
  const params = new Params(size.weighs)
  const source = callSql(call, body?.kind === 'bytes' ? body.bytes : (body?.text ?? ''), params)
  const common = {
    kind: 'call' as const,
    readOnly,
    range,
    settings: { ...settings, ...size.settings },
  }
  if (request.preferences.handling === 'strict' && request.preferences.maxAffected !== undefined && !returns.set) {
    throw requestErrors.maxAffectedRpc()
  }
  if (!plan) {
    const result = returns.kind === 'void' ? 'void' : returns.set ? 'scalars' : 'scalar'
    const limits = returns.set ? ` limit ${params.add(range.limit)} offset ${params.add(range.offset)}` : ''
    const total = request.preferences.count === undefined ? undefined : 'select count(*) from src'
    const shape: AnswerShape = {
      ...size.shape,
      source,
      rows: `select * from src${limits}`,
      media: request.accept,
      total,
      ...(result === 'void' ? {} : { result }),
    }
    return { ...common, result, text: answerSql(shape), values: params.values }
  }
  const rows = readSql(plan, params)
  const total = request.preferences.count === undefined ? undefined : params.countingOnly(() => countSql(plan, params))
  const result = returns.set ? undefined : 'composite'
  const shape: AnswerShape = {
    ...size.shape,
    source,
    rows,
    media: request.accept,
    total,
    ...(result ? { result } : {}),
  }
  return { ...common, ...(result ? { result } : {}), text: answerSql(shape), values: params.values }
}

const resultOf = (name: string, { columns, table }: Routine['returns']): Source => ({
  kind: 'result',
  name,
  columns,
  ...(table ? { table } : {}),
})
