import type { Caller, CallerOptions, Database } from '../database/index.ts'
import { requestErrors } from './errors.ts'
import type { PreparedRequest } from './prepare.ts'
import type { ApiRequest } from './request/parse-request.ts'
import { checkResult, needsCheck, type Outcome } from './response/answer.ts'
import type { AnswerRow } from './sql/statement.ts'

/** Carries the outcome out of a transaction that must not commit (`tx=rollback`). */
class RolledBack {
  constructor(readonly row: AnswerRow) {}
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
  try {
    return await database.asCaller(
      caller,
      async (tx) => {
        const row = onlyRow(await tx.query<AnswerRow>(prepared.text, prepared.values))
        checkResult(request, prepared, row)
        if (request.rollsBack) throw new RolledBack(row)
        return row
      },
      options,
    )
  } catch (error) {
    if (error instanceof RolledBack) return error.row
    throw error
  }
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
