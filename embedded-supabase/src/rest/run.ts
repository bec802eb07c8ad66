import type { Caller, CallerOptions, Database, Transaction } from '../database/index.ts'
import { requestErrors } from './errors.ts'
import type { PreparedRequest } from './prepare.ts'
import type { PlanType } from './request/media-type.ts'
import type { ApiRequest } from './request/parse-request.ts'
import { checkResult, needsCheck, type Outcome } from './response/answer.ts'
import type { AnswerRow } from './sql/statement.ts'

/** Carries what came of a transaction out of it when it must not commit (`tx=rollback`). */
class RolledBack<Result> {
  constructor(readonly result: Result) {}
}

/**
 * Runs a prepared request as the caller: in one round trip, unless its result decides whether it may be kept.
 * @throws RestError, what the database raised, DatabaseUnavailable
 */
export async function run(
  database: Database,
  caller: Caller,
  request: ApiRequest,
  prepared: PreparedRequest,
  options: CallerOptions,
): Promise<Outcome> {
  const row = needsCheck(request, prepared)
    ? await runChecked(database, caller, request, prepared, options)
    : onlyRow(await database.queryAsCaller<AnswerRow>(caller, prepared.text, prepared.values, options))
  checkResult(request, prepared, row)
  // Only now: what was done stands, however long the answer is.
  if (row.too_large) throw requestErrors.answerTooLarge()
  return { row, total: await totalOf(database, caller, prepared, row, options) }
}

async function runChecked(
  database: Database,
  caller: Caller,
  request: ApiRequest,
  prepared: PreparedRequest,
  options: CallerOptions,
): Promise<AnswerRow> {
  const work = async (tx: Transaction) => {
    const row = onlyRow(await tx.query<AnswerRow>(prepared.text, prepared.values))
    checkResult(request, prepared, row)
    return row
  }
  return request.rollsBack ? takeBack(database, caller, work, options) : database.asCaller(caller, work, options)
}

/** Does something as the caller, takes it back and gives what came of it. */
async function takeBack<Result>(
  database: Database,
  caller: Caller,
  work: (tx: Transaction) => Promise<Result>,
  options: CallerOptions,
): Promise<Result> {
  // The type holds: nothing else throws one of these inside.
  return database
    .asCaller(
      caller,
      async (tx): Promise<Result> => {
        throw new RolledBack(await work(tx))
      },
      options,
    )
    .catch((error: unknown) => {
      if (error instanceof RolledBack) return error.result as Result
      throw error
    })
}

/**
 * Gives the plan of a prepared request as the caller; with `analyze` it is carried out, and kept as the request would be.
 * @returns JSON or text
 */
export async function explain(
  database: Database,
  caller: Caller,
  { format, options: extra }: PlanType,
  { rollsBack }: ApiRequest,
  { text, values }: PreparedRequest,
  options: CallerOptions,
): Promise<string> {
  const statement = `explain (${[`format ${format}`, ...extra].join(', ')}) ${text}`
  const work = async (tx: Transaction) => (await tx.query<{ 'QUERY PLAN': unknown }>(statement, values)).rows
  const rows = await (rollsBack ? takeBack(database, caller, work, options) : database.asCaller(caller, work, options))
  const lines = rows.map(({ 'QUERY PLAN': line }) => (typeof line === 'string' ? line : JSON.stringify(line, null, 2)))
  return lines.map((line) => `${line}\n`).join('')
}

function onlyRow({ rows: [row] }: { rows: AnswerRow[] }): AnswerRow {
  if (!row) throw new Error('The statement gave no row')
  return row
}

async function totalOf(
  database: Database,
  caller: Caller,
  { estimate }: PreparedRequest,
  row: AnswerRow,
  options: CallerOptions,
): Promise<number | undefined> {
  const counted = row.total === null ? undefined : Number(row.total)
  if (!estimate || (counted !== undefined && counted <= estimate.above)) return counted
  const { rows } = await database.queryAsCaller<{ 'QUERY PLAN': unknown }>(
    caller,
    estimate.text,
    estimate.values,
    options,
  )
  return Math.max(counted ?? 0, planRows(rows[0]?.['QUERY PLAN']))
}

function planRows(plan: unknown): number {
  const [top] = (Array.isArray(plan) ? plan : []) as { Plan?: { 'Plan Rows'?: number } }[]
  return top?.Plan?.['Plan Rows'] ?? 0
}
