import type pg from 'pg'
import { FILES_LOCK } from '../database/index.ts'
import type { AppliedFile } from '../database/migrations.ts'
import { copyOut } from './copy.ts'
import type { Manifest, Table } from './manifest.ts'
import type { SecretsOf } from './secrets.ts'

/** All that is ours: neither PostgreSQL's own schemas nor what an extension made. */
const OURS = `n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\\_%'
  and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`
const FROM_CLASSES = 'from pg_class c join pg_namespace n on n.oid = c.relnamespace'
const ENTRY_BYTES = 1024 * 1024

/** An identifier as SQL wants it. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
export const nameOf = ({ schema, name }: { schema: string; name: string }): string =>
  `${quoted(schema)}.${quoted(name)}`
export const columnsOf = ({ columns }: Table): string => columns.map(({ name }) => quoted(name)).join(', ')

/**
 * Takes the picture of the database in which everything is read until the transaction ends. As long as the connection
 * stands, the files that rows of the picture name stay.
 */
export async function beginReading(client: pg.Client): Promise<void> {
  await client.query('set statement_timeout = 0')
  // Before the picture is taken, so that no file goes of a row that is still in it.
  await client.query(`select pg_advisory_lock_shared(${FILES_LOCK})`)
  await client.query('begin isolation level repeatable read, read only')
}

/**
 * What the database has, of this moment.
 * @throws when it has large objects, which no table of a Supabase project uses
 */
export async function readManifest(client: pg.Client): Promise<Omit<Manifest, 'format'>> {
  const many = async <Row>(text: string) => (await client.query<Row & pg.QueryResultRow>(text)).rows
  const [large] = await many<{ count: number }>('select count(*)::int as count from pg_largeobject_metadata')
  if (large?.count) throw new Error('The database has large objects, which a backup does not hold: remove them first.')
  return {
    made_at: new Date().toISOString(),
    migrations: await many<AppliedFile>(
      'select set_name as set, name, checksum from supabase_migrations.applied_files order by set_name, name',
    ),
    tables: await tablesOf(client),
    sequences: await many(
      `select n.nspname::text as schema, c.relname::text as name, s.last_value::text as value ${FROM_CLASSES}
       join pg_sequences s on s.schemaname = n.nspname and s.sequencename = c.relname
       where s.last_value is not null and ${OURS} order by 1, 2`,
    ),
  }
}

/** The tables that hold rows, in the order of their names. */
export async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname::text as schema, c.relname::text as name,
       (select coalesce(json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
           order by a.attnum), '[]') from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
     ${FROM_CLASSES} where c.relkind = 'r' and ${OURS} order by 1, 2`,
  )
  return rows
}

/** What the rows take in their tables, without the indexes. */
export async function bytesOfTables(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    `select coalesce(sum(pg_table_size(c.oid)), 0)::bigint as bytes ${FROM_CLASSES} where c.relkind = 'r' and ${OURS}`,
  )
  return Number(rows[0]?.bytes ?? 0)
}

/**
 * The rows of a table, in pieces of about a mebibyte.
 * @param secrets what of them is left out or put differently
 */
export async function* rowsOf(client: pg.Client, table: Table, secrets: SecretsOf = {}): AsyncGenerator<Buffer> {
  const secret = secrets[`${table.schema}.${table.name}`]
  if (secret === 'rows') return
  const values = table.columns.map(({ name, type }) => (secret?.[name] ? `(${secret[name]})::${type}` : quoted(name)))
  const copied = secret
    ? `(select ${values.join(', ')} from ${nameOf(table)})`
    : `${nameOf(table)} (${columnsOf(table)})`
  let held: Buffer[] = []
  let bytes = 0
  for await (const chunk of copyOut(client, `copy ${copied} to stdout`)) {
    held.push(chunk)
    bytes += chunk.length
    if (bytes < ENTRY_BYTES) continue
    yield Buffer.concat(held)
    held = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(held)
}
