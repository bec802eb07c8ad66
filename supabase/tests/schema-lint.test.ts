import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { owner } from './support/outcome.ts'

let database: Database
beforeAll(async () => {
  database = await openAcademyDatabase()
})
afterAll(() => database?.close())

/** Definer functions that a visitor may reach, through the thin function of the same name in `public`. */
const REACHABLE_BY_VISITORS = [
  'accept_admin_invitation',
  'check_admin_sign_in',
  'describe_not_me',
  'describe_unsubscribe_link',
  'mail_delivery',
  'mailed_link_account',
  'open_support_ticket',
  'report_not_me',
  'track_page_view',
  'undo_unsubscribe',
  'unsubscribe',
  'verify_recovery_token',
]

/** Each query names what is wrong; nothing may be. In the spirit of Supabase's own linter. */
const RULES: [string, string][] = [
  [
    'every table of public and private has row level security',
    `select relname from pg_class join pg_namespace n on n.oid = relnamespace
     where nspname in ('public', 'private') and relkind in ('r', 'p') and not relrowsecurity`,
  ],
  [
    'every table has a policy or no right of an API role',
    `select relname from pg_class c join pg_namespace n on n.oid = relnamespace
     where nspname = 'public' and relkind = 'r'
       and not exists (select from pg_policy where polrelid = c.oid)
       and (has_any_column_privilege('anon', c.oid, 'select, insert, update')
         or has_any_column_privilege('authenticated', c.oid, 'select, insert, update'))`,
  ],
  [
    'every policy names its roles',
    `select tablename || '.' || policyname as relname from pg_policies
     where schemaname in ('public', 'storage') and 'public' = any (roles)`,
  ],
  ['no policy is for all operations', `select policyname as relname from pg_policies where cmd = 'ALL'`],
  [
    'no role meets two policies for one operation',
    `select tablename || ' ' || cmd || ' ' || role as relname from pg_policies, unnest(roles) as role
     where schemaname in ('public', 'storage') group by tablename, cmd, role having count(*) > 1`,
  ],
  [
    'policies ask for the caller once per statement, not once per row',
    `select policyname as relname from pg_policies, lateral (values (qual), (with_check)) as said (condition)
     where schemaname in ('public', 'storage') and condition ~ '(auth|private)\\.[a-z_]+\\('
       and regexp_replace(condition, 'SELECT (auth|private)\\.[a-z_]+\\(', '', 'g') ~ '(auth|private)\\.[a-z_]+\\('`,
  ],
  [
    'no policy or function reads what a person writes about themselves',
    `select policyname as relname from pg_policies where concat(qual, with_check) like '%user_metadata%'
     union all select p.proname from pg_proc p join pg_namespace n on n.oid = pronamespace
     where nspname in ('public', 'private') and p.prosrc ~ 'jwt\\(\\)[^;]*user_metadata'`,
  ],
  [
    'no definer function in an exposed schema',
    `select proname as relname from pg_proc join pg_namespace n on n.oid = pronamespace where nspname = 'public' and prosecdef`,
  ],
  [
    'every function has a fixed search_path',
    `select proname as relname from pg_proc join pg_namespace n on n.oid = pronamespace
     where nspname in ('public', 'private') and not coalesce(proconfig::text like '%search_path=%', false)`,
  ],
  [
    'no function is executable by everyone',
    `select proname as relname from pg_proc p join pg_namespace n on n.oid = pronamespace
     where nspname in ('public', 'private')
       and (proacl is null or exists (select from aclexplode(proacl) where grantee = 0))`,
  ],
  [
    'visitors reach no definer function but the listed ones',
    `select proname as relname from pg_proc p join pg_namespace n on n.oid = pronamespace
     where nspname in ('public', 'private') and prosecdef and has_function_privilege('anon', p.oid, 'execute')
       and proname <> all ('{${REACHABLE_BY_VISITORS.join(',')}}')`,
  ],
  [
    'no API role can use the schema private',
    `select role as relname from unnest('{anon,authenticated,service_role}'::text[]) as role
     where has_schema_privilege(role, 'private', 'usage')`,
  ],
  [
    'every foreign key has an index that begins with it',
    `select conrelid::regclass || ' ' || conname as relname from pg_constraint c join pg_namespace n on n.oid = connamespace
     where contype = 'f' and nspname in ('public', 'private') and not exists (
       select from pg_index where indrelid = conrelid and indpred is null and indkey[0] = conkey[1])`,
  ],
  [
    'every table has a primary key',
    `select relname from pg_class c join pg_namespace n on n.oid = relnamespace
     where nspname in ('public', 'private') and relkind = 'r'
       and not exists (select from pg_constraint where conrelid = c.oid and contype = 'p')`,
  ],
  [
    'no two indexes do the same',
    `select max(indexrelid::regclass::text) as relname from pg_index i join pg_class c on c.oid = i.indrelid
     join pg_namespace n on n.oid = relnamespace where nspname in ('public', 'private')
     group by indrelid, indkey::text, coalesce(pg_get_expr(indpred, indrelid), ''), indoption::text having count(*) > 1`,
  ],
  [
    'every table is described',
    `select relname from pg_class c join pg_namespace n on n.oid = relnamespace
     where nspname in ('public', 'private') and relkind = 'r' and obj_description(c.oid, 'pg_class') is null`,
  ],
  [
    'every view runs as its caller, and nothing is materialised',
    `select relname from pg_class join pg_namespace n on n.oid = relnamespace
     where nspname in ('public', 'private') and (relkind = 'm'
       or (relkind = 'v' and not coalesce(reloptions::text like '%security_invoker=%', false)))`,
  ],
  [
    'no extension lives in public',
    `select extname as relname from pg_extension join pg_namespace n on n.oid = extnamespace where nspname = 'public'`,
  ],
  [
    'truncate, references and trigger belong to no API role',
    `select table_name || ' ' || privilege_type || ' ' || grantee as relname from information_schema.table_privileges
     where table_schema = 'public' and grantee in ('anon', 'authenticated')
       and privilege_type in ('TRUNCATE', 'REFERENCES', 'TRIGGER')`,
  ],
]

test.each(RULES)('%s', async (_, query) => {
  const found = await owner<{ relname: string }>(database, query)
  expect(found.map(({ relname }) => relname)).toEqual([])
})

test.each([
  ['a table without row level security', 'create table public.loose (id int primary key)', 0],
  ['a policy for everyone', 'create policy loose on public.users for select using (true)', 2],
  [
    'a definer function in public',
    `create function public.loose() returns int language sql security definer as 'select 1'`,
    7,
  ],
  ['a foreign key without an index', 'alter table public.courses add column x uuid references public.users', 12],
])('the linter finds %s', async (_, harm, index) => {
  const query = RULES[index]?.[1] ?? ''
  const found = await database
    .asOwner(async (tx) => {
      await tx.query(harm)
      const { rows } = await tx.query(query)
      throw Object.assign(new Error('undo'), { rows })
    })
    .catch((error: Error & { rows?: unknown[] }) => error.rows ?? error)
  expect(found).toHaveLength(1)
})
