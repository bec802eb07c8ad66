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

/** So many statements are tried in one, which has its time like any other. */
const TRIED_AT_ONCE = 100
/** Tries statements one after the other and takes each back; what wrote a row is told. */
const TRY_ALL = `do $$
declare
  statement text;
  count bigint;
  written text[] := '{}';
begin
  for statement in select jsonb_array_elements_text(current_setting('tests.statements')::jsonb) loop
    begin
      execute statement;
      get diagnostics count = row_count;
      raise exception using errcode = 'UNDO0', message = count;
    exception when others then
      if sqlstate = 'UNDO0' and sqlerrm <> '0' then written := written || statement; end if;
    end;
  end loop;
  perform set_config('tests.written', to_jsonb(written)::text, true);
end $$`

/** Which of many statements write a row as somebody; all of them are taken back. */
export async function writesOf(database: Database, caller: Caller, statements: string[]): Promise<string[]> {
  const written: string[] = []
  for (let at = 0; at < statements.length; at += TRIED_AT_ONCE) {
    const part = JSON.stringify(statements.slice(at, at + TRIED_AT_ONCE))
    await database.asCaller(caller, async (tx) => {
      await tx.query(`select set_config('tests.statements', $1, true)`, [part])
      await tx.query(TRY_ALL)
      const { rows } = await tx.query<{ some: string[] }>(`select current_setting('tests.written')::jsonb as some`)
      written.push(...(rows[0]?.some ?? []))
    })
  }
  return written
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
