import type { Database } from '../../../embedded-supabase/src/database/index.ts'
import { owner } from './outcome.ts'

/** Every table of the API, of the server's own schema and of storage, with its columns. */
export const tablesToWrite = (database: Database) =>
  owner<{ name: string; columns: string[] }>(
    database,
    `select format('%I.%I', n.nspname, c.relname) as name,
       array(select quote_ident(attname) from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped
         and attgenerated = '' order by attnum) as columns
     from pg_class c join pg_namespace n on n.oid = relnamespace
     where relkind = 'r' and (nspname in ('public', 'private') or (nspname = 'storage' and relname in ('objects', 'buckets')))`,
  )

/** Every function of the API that somebody who is signed in may call, with the names and types of what it takes. */
export const functionsToCall = (database: Database) =>
  owner<{ name: string; names: string[] | null; types: string[] }>(
    database,
    `select proname as name, proargnames as names, array(select format_type(t, null) from unnest(proargtypes) as t) as types
     from pg_proc p join pg_namespace n on n.oid = pronamespace
     where nspname = 'public' and has_function_privilege('authenticated', p.oid, 'execute')
       and prorettype <> 'trigger'::regtype`,
  )

/** Everything that our tables hold but counts of calls, as a hash by table. */
export async function contentsOf(database: Database): Promise<Record<string, string>> {
  const names = await owner<{ name: string }>(
    database,
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = relnamespace
     where relkind = 'r' and nspname in ('public', 'private') and relname not in ('attempts', 'caller_counts')`,
  )
  const hashes = names.map(
    ({ name }) =>
      `select '${name}' as name, md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as hash from ${name} as t`,
  )
  const rows = await owner<{ name: string; hash: string }>(database, hashes.join(' union all '))
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
}
