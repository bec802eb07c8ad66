import { expect, test } from 'vitest'
import { hostedExtensionsIn, withoutExtensions } from './hosted-extensions.ts'

const MISSING = ['pg_net', 'vector']

test('a statement about an extension that is missing is blanked, in its place', () => {
  const sql = `-- first
CREATE EXTENSION IF NOT EXISTS "pg_net" WITH SCHEMA "extensions";

create table a (
  b int);  create   extension
  vector; comment on extension "vector" is 'x; y';
select 1`
  const { sql: kept, skipped } = withoutExtensions(sql, MISSING)
  expect(skipped).toEqual([
    { name: 'pg_net', line: 2 },
    { name: 'vector', line: 5 },
  ])
  expect(kept.length).toBe(sql.length)
  expect(kept.split('\n').map((line) => line.trim())).toEqual([
    ...['-- first', '', '', 'create table a (', 'b int);', '', 'select 1'],
  ])
})

test('nothing else is touched', () => {
  for (const sql of [
    `create extension pgcrypto; create extension "pg_net2";`,
    `select 'a;create extension pg_net;'; select E'\\';create extension pg_net;'`,
    'create function f() returns void language plpgsql as $$ begin\n;create extension pg_net; end $$;',
    'do $do$ begin; create extension vector; $$ ; $$ end $do$;',
    '/* ; create extension pg_net; */ -- ;create extension pg_net;\nselect ";create extension vector;"',
    'select 1 create extension pg_net',
  ]) {
    expect(withoutExtensions(sql, MISSING)).toEqual({ sql, skipped: [] })
  }
})

test('long files are read in one pass', () => {
  const sql = `${"insert into a values ('é''x', 1 - 2 / 3);\n".repeat(20_000)}create extension vector`
  expect(withoutExtensions(sql, MISSING).skipped).toEqual([{ name: 'vector', line: 20_001 }])
})

test('the extensions that a file may mean are known by name', () => {
  expect(hostedExtensionsIn('create extension "pg_cron"; create extension citext')).toEqual(['pg_cron'])
})
