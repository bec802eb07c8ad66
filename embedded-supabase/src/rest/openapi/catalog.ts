import { z } from 'zod'
import type { Transaction } from '../../database/index.ts'

const columnRow = z.object({
  name: z.string(),
  type: z.string(),
  nullable: z.boolean(),
  description: z.string().nullable(),
  default: z.string().nullable(),
  length: z.number().nullable(),
  labels: z.array(z.string()),
})
const tableRow = z.object({
  name: z.string(),
  description: z.string().nullable(),
  columns: z.array(columnRow),
})
const commentRow = z.object({ name: z.string(), description: z.string() })

export type DescribedColumn = z.infer<typeof columnRow>
export type DescribedTable = z.infer<typeof tableRow>

/** What the catalogue says of a schema beyond what requests need. */
export type Catalog = {
  description: string | null
  tables: DescribedTable[]
  /** Comments of functions by their name; of several the one with the most parameters. */
  functions: Map<string, string>
}

const TABLES = `
with recursive layers (oid, base, modifier, required) as (
  select oid, typbasetype, typtypmod, typnotnull from pg_type where typtype = 'd'
  union
  select l.oid, t.typbasetype, greatest(l.modifier, t.typtypmod), l.required or t.typnotnull
    from layers l join pg_type t on t.oid = l.base and t.typtype = 'd'),
bases as (select l.* from layers l join pg_type t on t.oid = l.base and t.typtype <> 'd')
select c.relname as name, obj_description(c.oid, 'pg_class') as description,
  coalesce((select json_agg(json_build_object('name', a.attname, 'type', format_type(coalesce(b.base, a.atttypid), null),
      'nullable', not (a.attnotnull or coalesce(b.required, false)), 'description', col_description(c.oid, a.attnum),
      'default', case when a.attgenerated = '' then coalesce(pg_get_expr(d.adbin, d.adrelid), pg_get_expr(t.typdefaultbin, 0)) end,
      'length', case when coalesce(b.base, a.atttypid) in ('varchar'::regtype, 'bpchar'::regtype)
        then nullif(greatest(a.atttypmod, b.modifier, 3), 3) - 4 end,
      'labels', coalesce((select json_agg(e.enumlabel order by e.enumsortorder) from pg_enum e
        where e.enumtypid = coalesce(b.base, a.atttypid)), '[]')) order by a.attnum)
    from pg_attribute a join pg_type t on t.oid = a.atttypid left join bases b on b.oid = a.atttypid
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped), '[]') as columns
from pg_class c
where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
order by c.relname`

const FUNCTIONS = `
select p.proname as name, obj_description(p.oid, 'pg_proc') as description from pg_proc p
where p.pronamespace = $1::regnamespace and obj_description(p.oid, 'pg_proc') is not null order by p.pronargs`

/** Reads types, comments, defaults and lengths of a schema, in a transaction of the owner. */
export async function readCatalog(tx: Transaction, schema: string): Promise<Catalog> {
  await tx.query(`select set_config('search_path', '', true)`)
  const name = [`"${schema.replaceAll('"', '""')}"`]
  const { rows } = await tx.query<{ description: string | null }>(
    `select obj_description($1::regnamespace, 'pg_namespace') as description`,
    name,
  )
  const tables = z.array(tableRow).parse((await tx.query(TABLES, name)).rows)
  const comments = z.array(commentRow).parse((await tx.query(FUNCTIONS, name)).rows)
  return {
    description: rows[0]?.description ?? null,
    tables,
    functions: new Map(comments.map((row) => [row.name, row.description])),
  }
}
