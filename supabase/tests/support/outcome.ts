import type { Caller, Database } from '../../../embedded-supabase/src/database/index.ts'

/** A statement with its values. */
export type Statement = { sql: string; values?: unknown[] }

/** What a statement came to: rows, no rows, refused by a grant or policy, or another error by its code. */
export type Outcome = 'yes' | 'none' | 'denied' | string

class Rollback extends Error {}

/** Tries a statement as somebody and takes it back. */
export async function outcomeOf(database: Database, caller: Caller, { sql, values }: Statement): Promise<Outcome> {
  let outcome: Outcome = 'none'
  try {
    await database.asCaller(caller, async (tx) => {
      const { rowCount } = await tx.query(sql, values)
      outcome = rowCount > 0 ? 'yes' : 'none'
      throw new Rollback()
    })
  } catch (error) {
    if (error instanceof Rollback) return outcome
    return errorCode(error)
  }
  return outcome
}

/** Our own code of an error raised for people, `denied` for a refused right, else the SQLSTATE. */
export function errorCode(error: unknown): string {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  if (code === '42501') return 'denied'
  return code === 'PGRST' ? (JSON.parse(message) as { code: string }).code : code
}

/** Runs a statement as somebody for good and gives its rows. */
export async function rowsAs<Row>(
  database: Database,
  caller: Caller,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return (await database.queryAsCaller<Row>(caller, sql, values)).rows
}

/** Calls a function as somebody and gives its value. */
export async function callAs<Value>(
  database: Database,
  caller: Caller,
  name: string,
  values: unknown[] = [],
): Promise<Value> {
  const marks = values.map((_, i) => `$${i + 1}`).join(', ')
  const rows = await rowsAs<{ value: Value }>(database, caller, `select public.${name}(${marks}) as value`, values)
  return rows[0]?.value as Value
}

/** Runs a statement as the owner of the schema. */
export async function owner<Row>(database: Database, sql: string, values: unknown[] = []): Promise<Row[]> {
  return database.asOwner(async (tx) => (await tx.query<Row>(sql, values)).rows)
}
