import { z } from 'zod'
import type { Transaction } from '../../database/index.ts'
import { TRANSACTION_ENDS } from '../request/preferences.ts'
import * as queries from './queries.ts'
import { findRelationships } from './relationships.ts'
import { readRoutines, routineRow } from './routines.ts'
import type { Column, SchemaCache, Table } from './types.ts'
import { assignPrimaryKeys, foreignKeysOf, readPassages } from './views.ts'

const role = z.enum(['anon', 'authenticated', 'service_role'])
const column = z.object({
  name: z.string(),
  number: z.number(),
  type: z.string(),
  typeOid: z.string(),
  baseType: z.string(),
  default: z.string().nullish(),
})
const tableRow = z.object({
  schema: z.string(),
  name: z.string(),
  oid: z.string(),
  row_type: z.string(),
  visible_to: z.array(role),
  columns: z.array(column),
  primary_key: z.array(z.string()),
  is_view: z.boolean(),
  writes: z.number(),
  hides_rows: z.boolean(),
})
const foreignKeyRow = z.object({
  name: z.string(),
  origin: z.string(),
  target: z.string(),
  columns: z.array(z.object({ from: z.number(), to: z.number() })),
  is_unique: z.boolean(),
})
const primaryKeyRow = z.object({ table: z.string(), columns: z.array(z.number()) })
const viewRow = z.object({ view: z.string(), action: z.string() })
const representationRow = z.object({
  source: z.string(),
  target: z.string(),
  function: z.string(),
  reads: z.boolean(),
  is_json: z.boolean(),
})
const settingRow = z.object({ name: z.string(), value: z.string() })
const typeRow = z.object({ name: z.string(), sql: z.string() })

const OFF = new Set(['off', 'false', 'no', '0'])

/** Names of the SQL standard that the catalog does not list. */
const TYPE_ALIASES: Record<string, string> = {
  int: 'int4',
  integer: 'int4',
  bigint: 'int8',
  smallint: 'int2',
  real: 'float4',
  float: 'float8',
  'double precision': 'float8',
  decimal: 'numeric',
  boolean: 'bool',
  'character varying': 'varchar',
  character: 'bpchar',
  'timestamp with time zone': 'timestamptz',
  'timestamp without time zone': 'timestamp',
}

/**
 * Reads all that requests may name, in one transaction of the owner.
 * @param schemas the exposed schemas; `extra` is searched for types and computed columns too.
 */
export async function loadSchema(
  tx: Transaction,
  schemas: string[],
  extra: string[],
  version: number,
): Promise<SchemaCache> {
  // Without a search path every name comes qualified.
  await tx.query(`select set_config('search_path', '', true)`)
  const read = async <T>(row: z.ZodType<T>, sql: string, values: unknown[]) =>
    z.array(row).parse((await tx.query(sql, values)).rows)
  const tableRows = await read(tableRow, queries.TABLES, [schemas])
  const shapes = representationsOf(await read(representationRow, queries.REPRESENTATIONS, []))
  const byOid = new Map(
    tableRows.map((row) => {
      const columns = new Map(row.columns.map(({ number, name }) => [number, name]))
      return [row.oid, { table: asTable(row, shapes), columns }]
    }),
  )
  const keyRows = await read(foreignKeyRow, queries.FOREIGN_KEYS, [])
  const viewRows = await read(viewRow, queries.VIEWS, [])
  const passages = new Map(viewRows.map(({ view, action }) => [view, readPassages(action)]))
  const primaryKeys = await read(primaryKeyRow, queries.PRIMARY_KEYS, [])
  assignPrimaryKeys(primaryKeys, passages, byOid)
  const keys = keyRows.map(({ is_unique: unique, ...key }) => ({ ...key, unique }))
  const foreignKeys = foreignKeysOf(keys, passages, byOid)
  const byRowType = new Map(tableRows.map((row) => [row.row_type, byOid.get(row.oid)?.table]))
  const routineRows = await read(routineRow, queries.ROUTINES, [schemas, extra])
  const { routines, relationships: computed } = readRoutines(routineRows, byRowType)
  const settings = await read(settingRow, queries.LOGIN_SETTINGS, [])
  const settingOf = (setting: string) => settings.find(({ name }) => name === setting)?.value
  const types = new Map(
    (await read(typeRow, queries.TYPES, [[...schemas, ...extra]])).map((row) => [row.name, row.sql]),
  )
  for (const [alias, name] of Object.entries(TYPE_ALIASES)) types.set(alias, `pg_catalog.${name}`)
  const tables = [...byOid.values()].map(({ table }) => table)
  return {
    version,
    tables: groupTables(tables),
    relationships: findRelationships(foreignKeys, computed),
    routines,
    aggregatesEnabled: settingOf('pgrst.db_aggregates_enabled') === 'true',
    plansEnabled: settingOf('pgrst.db_plan_enabled') === 'true',
    transactionEnd: TRANSACTION_ENDS.find((end) => end === settingOf('pgrst.db_tx_end')) ?? 'commit',
    safeUpdate: !OFF.has(settingOf('safeupdate.enabled') ?? ''),
    types,
  }
}

type Representation = Pick<Column, 'asJson' | 'fromJson' | 'fromText'>

/** The representations of domains by their oid. */
function representationsOf(rows: z.infer<typeof representationRow>[]): Map<string, Representation> {
  const found = new Map<string, Representation>()
  for (const { source, target, function: name, reads, is_json: isJson } of rows) {
    const domain = reads ? target : source
    const known = found.get(domain) ?? {}
    if (reads) found.set(domain, { ...known, [isJson ? 'fromJson' : 'fromText']: name })
    else if (isJson) found.set(domain, { ...known, asJson: name })
  }
  return found
}

function asTable(row: z.infer<typeof tableRow>, shapes: Map<string, Representation>): Table {
  return {
    schema: row.schema,
    name: row.name,
    columns: new Map(row.columns.map((entry) => [entry.name, { ...asColumn(entry), ...shapes.get(entry.typeOid) }])),
    computed: new Map(),
    primaryKey: row.primary_key,
    isView: row.is_view,
    writes: writesOf(row.writes),
    hidesRows: row.hides_rows,
    visibleTo: row.visible_to,
  }
}

/** The bits of `pg_relation_is_updatable`, whose places are PostgreSQL's numbers of the commands. */
const writesOf = (bits: number) => ({
  insert: (bits & (1 << 3)) !== 0,
  update: (bits & (1 << 2)) !== 0,
  delete: (bits & (1 << 4)) !== 0,
})

function asColumn({ name, type, baseType, default: expression }: z.infer<typeof column>): Column {
  return { name, type, baseType, ...(expression ? { default: expression } : {}) }
}

function groupTables(tables: Table[]): Map<string, Map<string, Table>> {
  const grouped = new Map<string, Map<string, Table>>()
  for (const table of tables) {
    const inSchema = grouped.get(table.schema) ?? new Map<string, Table>()
    grouped.set(table.schema, inSchema.set(table.name, table))
  }
  return grouped
}
