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
  'accessibility_state',
  'begin_registration',
  'check_admin_sign_in',
  'content_redirect',
  'describe_answer_rating',
  'describe_not_me',
  'describe_unsubscribe_link',
  'mail_delivery',
  'mailed_link_account',
  'open_support_ticket',
  'page_version',
  'rate_answer',
  'read_admin_invitation',
  'read_content_preview',
  'record_cookie_choice',
  'redeem_mail_code',
  'registration_of_link',
  'report_not_me',
  'request_access',
  'track_page_view',
  'undo_unsubscribe',
  'unsubscribe',
  'verify_certificate',
  'verify_recovery_token',
]

/**
 * Functions that may go by the account of the token alone: the questions themselves, one that gives nothing away, and
 * one that looks for the session by itself, because a session that owes the code of its app may ask for help.
 */
const BY_ACCOUNT_ALONE = ['session_is_valid', 'second_step_done', 'own_email', 'open_support_ticket']
const ASKS_FOR_SESSION =
  'private\\.(session_is_valid|session_lives|mailed_session|second_step_done|second_step_given|require_session|require_fresh_sign_in|permit_fresh|' +
  'is_active_student|is_verified_student|is_staff|signed_in_staff|current_staff|has_permission|has_role|require_staff_manager|' +
  'staff_to_change|student_to_change|require_content_manager|own_content_item|ask_media_right|manages_media|require_legal_editor|require_support|require_operator|own_ticket)\\('

/** What makes a limit or a trace. */
const BOOKKEEPING = 'private\\.(take_attempt|take_call|count_for_good|record_view)'

/** They answer before they count, with nothing but what the caller has just sent or has begun, or that the limit is used up. */
const ANSWERS_OF_ONES_OWN = [
  'begin_quiz_attempt',
  'begin_registration',
  'begin_review_turn',
  'create_content',
  'open_support_ticket',
  'reply_to_ticket',
  'save_profile',
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
    'no function that can be called goes by the account of the token alone',
    `select proname as relname from pg_proc p join pg_namespace n on n.oid = pronamespace
     where nspname = 'private' and prosecdef and prosrc ~ 'auth\\.(uid|jwt)\\(\\)' and prosrc !~ '${ASKS_FOR_SESSION}'
       and (has_function_privilege('anon', p.oid, 'execute') or has_function_privilege('authenticated', p.oid, 'execute'))
       and proname <> all ('{${BY_ACCOUNT_ALONE.join(',')}}')`,
  ],
  [
    'no policy goes by the account of the token alone',
    `select tablename || '.' || policyname as relname from pg_policies
     where schemaname in ('public', 'storage') and concat(qual, with_check) ~ 'auth\\.uid\\(\\)'
       and concat(qual, with_check) !~ 'private\\.(session_is_valid|may_see|is_active_student|is_verified_student|is_staff|has_permission)'`,
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
     group by indrelid, indkey::text, coalesce(pg_get_expr(indpred, indrelid), ''),
       coalesce(pg_get_expr(indexprs, indrelid), ''), indoption::text having count(*) > 1`,
  ],
  [
    'visitors write no table: what they may do is a function with limits',
    `select relname from pg_class c join pg_namespace n on n.oid = relnamespace
     where nspname = 'public' and relkind in ('r', 'v', 'p')
       and (has_any_column_privilege('anon', c.oid, 'insert, update') or has_table_privilege('anon', c.oid, 'insert, update, delete'))`,
  ],
  [
    'what counts, logs or redeems gives one value: nothing that a client asks of rows can end the statement after it',
    `select proname as relname from pg_proc join pg_type t on t.oid = prorettype
     where pronamespace = 'public'::regnamespace and provolatile = 'v' and (proretset or t.typtype = 'c')
       and (has_function_privilege('anon', pg_proc.oid, 'execute') or has_function_privilege('authenticated', pg_proc.oid, 'execute'))`,
  ],
  [
    'what only reads counts nothing',
    `select p.proname as relname from pg_proc p where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
       and provolatile <> 'v' and prosrc ~ '${BOOKKEEPING}'`,
  ],
  [
    'nothing is answered before it is counted or noted',
    `select p.proname as relname from pg_proc p
     where pronamespace = 'private'::regnamespace and prosrc ~ '${BOOKKEEPING}'
       and (has_function_privilege('anon', p.oid, 'execute') or has_function_privilege('authenticated', p.oid, 'execute'))
       and substring(prosrc from '^(.*?)${BOOKKEEPING}') ~ '\\mreturn\\M'
       and proname <> all ('{${ANSWERS_OF_ONES_OWN.join(',')}}')`,
  ],
  [
    'what notes a look at somebody answers nothing: the content is read in a transaction of its own',
    `select p.proname as relname from pg_proc p where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
       and prosrc ~ 'private\\.record_view\\(' and prorettype <> 'void'::regtype`,
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
  [
    'rows of a person go with the person, or let go of the name',
    `select conrelid::regclass || ' ' || conname as relname from pg_constraint
     where contype = 'f' and confrelid in ('public.users'::regclass, 'auth.users'::regclass) and confdeltype not in ('c', 'n')
     union all
     select attrelid::regclass || '.' || attname from pg_attribute join pg_class c on c.oid = attrelid
     join pg_namespace n on n.oid = relnamespace
     where nspname in ('public', 'private') and relkind in ('r', 'p') and attnum > 0 and attname ~ '(user|student)_id$'
       and not exists (select from pg_constraint where contype = 'f' and conrelid = attrelid and attnum = any (conkey))`,
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
  [
    'a function that trusts the token',
    `create function private.loose() returns uuid language sql security definer as 'select auth.uid()';
     grant execute on function private.loose() to authenticated`,
    12,
  ],
  [
    'a policy that trusts the token',
    'create policy loose on public.users for delete to authenticated using (id = (select auth.uid()))',
    13,
  ],
  ['a foreign key without an index', 'alter table public.courses add column x uuid references public.users', 14],
  ['rows that keep their person', 'create table public.loose (user_id uuid primary key references public.users)', -1],
  ['rows of a person whom nothing names', 'create table public.loose (student_id uuid primary key)', -1],
])('the linter finds %s', async (_, harm, index) => {
  const query = RULES.at(index)?.[1] ?? ''
  const found = await database
    .asOwner(async (tx) => {
      await tx.query(harm)
      const { rows } = await tx.query(query)
      throw Object.assign(new Error('undo'), { rows })
    })
    .catch((error: Error & { rows?: unknown[] }) => error.rows ?? error)
  expect(found).toHaveLength(1)
})
