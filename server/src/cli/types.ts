import type { Backend } from '../backend.ts'

type Column = { name: string; type: string; nullable: boolean; optional: boolean; generated: boolean }
type ForeignKey = { name: string; columns: string[]; one: boolean; to: string; toColumns: string[] }
type Relation = { name: string; kind: 'r' | 'v'; columns: Column[]; keys: ForeignKey[] }
type Argument = { name: string; type: string; optional: boolean }
/** `columns` are those of a function that returns a table. */
type Routine = { name: string; arguments: Argument[]; columns: Argument[]; returns: string; set: boolean }

/** Where the types lie, from the repository's root. */
export const TYPES_FILE = 'web/app/shared/client/database.types.ts'

const HEADER = `// Made by \`npm run types\` from the running schema.
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]
`

const RELATIONS = `select c.relname as name, case when c.relkind in ('v', 'm') then 'v' else 'r' end as kind,
  (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null), 'nullable', not a.attnotnull,
      'optional', not a.attnotnull or a.atthasdef or a.attidentity <> '', 'generated', a.attgenerated <> '') order by a.attname)
    from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
  coalesce((select json_agg(json_build_object('name', k.conname, 'to', k.confrelid::regclass::text,
      'columns', (select json_agg(a.attname order by i.n) from unnest(k.conkey) with ordinality i (num, n)
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = i.num),
      'toColumns', (select json_agg(a.attname order by i.n) from unnest(k.confkey) with ordinality i (num, n)
        join pg_attribute a on a.attrelid = k.confrelid and a.attnum = i.num),
      'one', exists (select from pg_index x where x.indrelid = c.oid and x.indisunique and x.indpred is null
        and x.indnkeyatts = cardinality(k.conkey) and x.indkey::smallint[] @> k.conkey)) order by k.conname)
    from pg_constraint k join pg_class t on t.oid = k.confrelid
    where k.conrelid = c.oid and k.contype = 'f' and t.relnamespace = c.relnamespace), '[]') as keys
from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
  and (has_table_privilege('anon', c.oid, 'select') or has_any_column_privilege('authenticated', c.oid, 'select, insert, update'))
order by 1`

const ROUTINES = `select p.proname as name, format_type(p.prorettype, null) as returns, p.proretset as set,
  coalesce((select json_agg(json_build_object('name', p.proargnames[n], 'type', format_type(t, null),
      'optional', n > p.pronargs - p.pronargdefaults) order by n)
    from unnest(p.proargtypes::oid[]) with ordinality a (t, n)), '[]') as arguments,
  coalesce((select json_agg(json_build_object('name', p.proargnames[n], 'type', format_type(t, null)) order by n)
    from unnest(p.proallargtypes) with ordinality a (t, n) where p.proargmodes[n] = 't'), '[]') as columns
from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype
  and (has_function_privilege('anon', p.oid, 'execute') or has_function_privilege('authenticated', p.oid, 'execute'))
order by 1`

const TYPES: Record<string, string> = {
  smallint: 'number',
  integer: 'number',
  bigint: 'number',
  real: 'number',
  'double precision': 'number',
  numeric: 'number',
  boolean: 'boolean',
  json: 'Json',
  jsonb: 'Json',
  void: 'undefined',
}

function typeOf(sql: string): string {
  return sql.endsWith('[]') ? `${typeOf(sql.slice(0, -2))}[]` : (TYPES[sql] ?? 'string')
}

/** The text of `database.types.ts`, in the shape that Supabase's clients take, of what a visitor or a person may touch. */
export async function databaseTypes({ embedded }: Backend): Promise<string> {
  if (!embedded) throw new Error('SUPABASE_URL is set: the types come from the embedded database')
  const [relations, routines] = await embedded.database.asOwner(async (tx) => [
    (await tx.query<Relation>(RELATIONS)).rows,
    (await tx.query<Routine>(ROUTINES)).rows,
  ])
  const tables = relations.filter(({ kind }) => kind === 'r').map(tableText)
  const views = relations.filter(({ kind }) => kind === 'v').map(tableText)
  return `${HEADER}
export type Database = {
  public: {
    Tables: {${tables.join('')}
    }
    Views: {${views.join('')}${views.length > 0 ? '\n    ' : ''}}
    Functions: {${routines.map(routineText).join('')}
    }
  }
}
`
}

function tableText({ name, columns, keys }: Relation): string {
  const written = columns.filter(({ generated }) => !generated)
  const value = ({ type, nullable }: Column) => `${typeOf(type)}${nullable ? ' | null' : ''}`
  const block = (title: string, lines: string[]) =>
    `\n        ${title}: {${lines.map((line) => `\n          ${line}`).join('')}\n        }`
  return `
      ${name}: {${block(
        'Row',
        columns.map((column) => `${column.name}: ${value(column)}`),
      )}${block(
        'Insert',
        written.map((column) => `${column.name}${column.optional ? '?' : ''}: ${value(column)}`),
      )}${block(
        'Update',
        written.map((column) => `${column.name}?: ${value(column)}`),
      )}
        Relationships: [${keys.map(keyText).join('')}${keys.length > 0 ? '\n        ' : ''}]
      }`
}

function keyText({ name, columns, one, to, toColumns }: ForeignKey): string {
  const list = (names: string[]) => `[${names.map((item) => `'${item}'`).join(', ')}]`
  return `
          {
            foreignKeyName: '${name}'
            columns: ${list(columns)}
            isOneToOne: ${one}
            referencedRelation: '${to}'
            referencedColumns: ${list(toColumns)}
          },`
}

function routineText({ name, arguments: given, columns, returns, set }: Routine): string {
  const fields = (all: Argument[]) =>
    `{ ${all.map((one) => `${one.name}${one.optional ? '?' : ''}: ${typeOf(one.type)}`).join('; ')} }`
  const row = columns.length > 0 ? fields(columns) : typeOf(returns)
  return `
      ${name}: { Args: ${given.length > 0 ? fields(given) : 'Record<PropertyKey, never>'}; Returns: ${row}${set ? '[]' : ''} }`
}
