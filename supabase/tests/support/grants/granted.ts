import type { Database } from '../../../../embedded-supabase/src/database/index.ts'
import { owner } from '../outcome.ts'

/** One privilege that visitors or whoever is signed in hold, directly or as everybody. */
export type Grant = { schema: string; object: string; column: string; verb: string; role: 'anon' | 'authenticated' }

const TABLES = `
  select nspname as schema, relname as object, '' as column, lower(privilege_type) as verb, grantee
  from pg_class join pg_namespace as n on n.oid = relnamespace,
    aclexplode(coalesce(relacl, acldefault(case relkind when 'S' then 'S' else 'r' end::"char", relowner)))
  where nspname in ('public', 'private') and relkind in ('r', 'p', 'v', 'm', 'f', 'S')
  union all
  select nspname, relname, attname, lower(privilege_type), grantee
  from pg_attribute join pg_class on pg_class.oid = attrelid join pg_namespace as n on n.oid = relnamespace,
    aclexplode(attacl)
  where nspname in ('public', 'private')`
const FUNCTIONS = `
  select nspname, proname, '', 'execute', grantee
  from pg_proc join pg_namespace as n on n.oid = pronamespace, aclexplode(coalesce(proacl, acldefault('f', proowner)))
  where nspname in ('public', 'private') and prorettype <> 'trigger'::regtype`

/** Every privilege on tables, views, sequences, columns and functions of our schemas. */
export const grantsOf = (database: Database): Promise<Grant[]> =>
  owner<Grant>(
    database,
    `with held (schema, object, "column", verb, grantee) as (${TABLES} union all ${FUNCTIONS})
     select distinct held.schema, object, "column", verb, rolname as role from held
     join pg_roles on rolname in ('anon', 'authenticated') and grantee in (0, pg_roles.oid)
     order by schema, object, "column", verb, role`,
  )

/** Columns that rows of one table are joined by to those of another, as `table within: columns`. */
export const joinsOf = async (database: Database): Promise<Record<string, string[]>> => {
  const rows = await owner<{ here: string; there: string; columns: string[] }>(
    database,
    `with keys as (select conrelid, confrelid, conkey, confkey from pg_constraint where contype = 'f'),
       ways as (select conrelid as here, confrelid as there, conkey as held from keys
         union all select confrelid, conrelid, confkey from keys)
     select here::regclass::text as here, there::regclass::text as there, array_agg(distinct attname::text) as columns
     from ways join pg_attribute on attrelid = here and attnum = any (held) group by here, there`,
  )
  return Object.fromEntries(rows.map(({ here, there, columns }) => [`${here} ${there}`, columns]))
}

/** Names of functions in `private` that callers meet by themselves: in a policy, a constraint, or a function that runs as they. */
export const namedForCallers = async (database: Database): Promise<Set<string>> => {
  const rows = await owner<{ words: string }>(
    database,
    `select concat_ws(' ', qual, with_check) as words from pg_policies
     union all select pg_get_constraintdef(oid) from pg_constraint where contype = 'c'
     union all select pg_get_expr(adbin, adrelid) from pg_attrdef
     union all select pg_get_functiondef(p.oid) from pg_proc as p join pg_namespace as n on n.oid = pronamespace
       where nspname in ('public', 'private') and prokind = 'f' and not prosecdef`,
  )
  return new Set(
    rows.flatMap(({ words }) => [...words.matchAll(/\b(?:private\.)?(\w+)\(/g)].map(([, name = '']) => name)),
  )
}
