import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { PRIVATE_CHECKS } from './support/constraints/private.ts'
import { PUBLIC_CHECKS } from './support/constraints/public.ts'
import { sampleRow } from './support/constraints/sample-row.ts'
import { owner } from './support/outcome.ts'

const LINES = Object.entries({ ...PUBLIC_CHECKS, ...PRIVATE_CHECKS }).flatMap(([table, checks]) =>
  Object.entries(checks).map(([name, changes]): [string, string, string[]] => [table, name, [changes].flat()]),
)

let database: Database
/** By table the columns that a row must say, with their types; what a default is made of may be nobody's. */
let columns: Map<string, Record<string, string>>
beforeAll(async () => {
  database = await openAcademyDatabase()
  const tables = await owner<{ name: string; types: Record<string, string> }>(
    database,
    `select attrelid::regclass::text as name, jsonb_object_agg(attname, format_type(atttypid, null)) as types
     from pg_attribute where attnum > 0 and attnotnull and not attisdropped
       and (not atthasdef or attgenerated <> '' or atttypid = 'uuid'::regtype)
     group by attrelid`,
  )
  columns = new Map(tables.map(({ name, types }) => [name, types]))
})
afterAll(() => database?.close())

/**
 * The check constraint that refuses a change of a row, or what else comes of it. Asked of a copy of the table that has
 * its check constraints and nothing else: no trigger, key or generated column refuses or mends the value before them.
 */
async function refusal(table: string, change: string): Promise<string> {
  const row = sampleRow(table, columns.get(table))
  const marks = Object.keys(row).map((_, i) => `$${i + 1}`)
  const undone = await database
    .asOwner(async (tx) => {
      await tx.query(`create temp table copy (like ${table} including constraints including defaults)`)
      await tx.query(
        `insert into copy (${Object.keys(row).join(', ')}) values (${marks.join(', ')})`,
        Object.values(row),
      )
      const outcome = await tx.query(`update copy set ${change}`).then(
        () => 'accepted',
        ({ code, constraint, message }) => (code === '23514' ? constraint : message),
      )
      throw Object.assign(new Error('undo'), { outcome })
    })
    .catch((error: Error & { outcome?: string }) => error)
  if (undone.outcome === undefined) throw undone
  return undone.outcome
}

test.each(LINES)('%s refuses by %s', async (table, name, changes) => {
  for (const change of changes) expect(await refusal(table, change), change).toBe(name)
})

test('every check constraint has a line, and every line a constraint', async () => {
  const found = await owner<{ name: string }>(
    database,
    `select conrelid::regclass || ': ' || conname as name from pg_constraint c join pg_namespace n on n.oid = connamespace
     where contype = 'c' and nspname in ('public', 'private') order by 1`,
  )
  const constraints = found.map(({ name }) => name)
  const lines = LINES.map(([table, name]) => `${table}: ${name}`)
  expect({
    withoutLine: constraints.filter((name) => !lines.includes(name)),
    withoutConstraint: lines.filter((name) => !constraints.includes(name)),
  }).toEqual({ withoutLine: [], withoutConstraint: [] })
})
