import { isDatabaseError } from '../errors.ts'
import { hostedExtensionsIn, withoutExtensions } from './hosted-extensions.ts'
import type { Transaction } from './types.ts'

/** Where the owner's bare names are looked for, as on a Supabase project: seeds call `gen_salt` and the like. */
export const OWNER_PATH = `set search_path = "$user", public, extensions`

/**
 * Runs the statements of a file without a time limit. Settings that the file makes end with it: a dump empties the search
 * path for the whole connection, which the next file would find. Extensions that only hosted projects have are left out.
 * @param warn gets a line for each extension that was left out
 * @throws with name and line when a statement fails
 */
export async function runFile(tx: Transaction, title: string, sql: string, warn?: (message: string) => void) {
  await tx.query('set local statement_timeout = 0')
  const { sql: present, skipped } = withoutExtensions(sql, await missingOf(tx, hostedExtensionsIn(sql)))
  for (const { name, line } of skipped)
    warn?.(`${title} makes the extension ${name} at line ${line}, which this PostgreSQL has not: it was left out`)
  await tx.query(present).catch((error: Error) => {
    throw new Error(`${title} failed${lineOf(error, sql)}: ${error.message}`, { cause: error })
  })
  await tx.query(`reset all; ${OWNER_PATH}`)
}

async function missingOf(tx: Transaction, names: string[]): Promise<string[]> {
  if (names.length === 0) return []
  const { rows } = await tx.query<{ name: string }>(
    'select name from unnest($1::text[]) name where name not in (select name from pg_available_extensions)',
    [names],
  )
  return rows.map(({ name }) => name)
}

/** PostgreSQL tells the character of a failing text, from 1; not of what failed while it ran. */
function lineOf(error: Error, sql: string): string {
  const position = isDatabaseError(error) && 'position' in error ? Number(error.position) : 0
  return position > 0 ? ` at line ${sql.slice(0, position - 1).split('\n').length}` : ''
}
