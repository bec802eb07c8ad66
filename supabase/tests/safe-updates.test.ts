import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { MIGRATIONS } from './support/project.ts'
import { unconditioned } from './support/unconditioned.ts'

let database: Database
beforeAll(async () => {
  database = await openAcademyDatabase()
})
afterAll(() => database.close())

const inBody = (statements: string) =>
  `create function f(a int) returns setof int language plpgsql as $$
declare
  x private.t;
begin
  x.y := 1;
  ${statements}
end $$;`

test.each([
  ['update t set a = 1', 1],
  ['update t set a = 1 where true', 0],
  ['update t set a = 1 from s', 1],
  ['delete from t using s', 1],
  ['with gone as (delete from t returning *) select * from gone', 1],
  ['with gone as (delete from t returning *) delete from s', 2],
  ['insert into t values (1) on conflict (a) do update set a = 2', 0],
  ['merge into t using s on t.a = s.a when matched then delete', 0],
  ['truncate t', 0],
  ['explain delete from t', 1],
  ['prepare x as delete from t', 1],
  ['create rule r as on insert to t do also delete from s', 1],
  ['do $$ begin delete from t; end $$', 1],
  ['create function f() returns void language sql as $$ delete from t; delete from s where a $$', 1],
  ['create function f() returns void language sql begin atomic delete from t; end', 1],
  ['create function f() returns void language plpython3u as $$ pass $$', 1],
  [inBody('delete from t;'), 1],
  [inBody('for x in delete from t returning a loop perform 1; end loop;'), 1],
  [inBody('return query update t set a = 3 returning a;'), 1],
  [inBody('if a > 1 then begin null; exception when others then delete from t; end; end if;'), 1],
  [inBody(`execute 'delete from t';`), 1],
  [inBody(`execute format('update private.%I as t set a = $1', 't') using a;`), 1],
  [inBody(`for x in execute 'delete from t returning a' loop perform 1; end loop;`), 1],
  [inBody(`return query execute 'update t set a = 1';`), 1],
  [inBody(`execute 'delete from t where a = 1'; execute 'create trigger after update or delete on t';`), 0],
])('updates and deletes without a condition are found: %s', (sql, count) => {
  expect(unconditioned(sql)).toHaveLength(count)
})

test('what the parser does not read is an error and not nothing', () => {
  expect(() => unconditioned('delete form t')).toThrow()
  expect(() => unconditioned(inBody('delete form t;'))).toThrow()
})

test('no function of the database changes rows without a condition: a hosted project refuses it to the REST server', async () => {
  const { rows } = await database.asOwner((tx) =>
    tx.query<{ name: string; definition: string }>(
      `select oid::regprocedure::text as name, pg_get_functiondef(oid) as definition from pg_proc
       where pronamespace::regnamespace::text not in ('pg_catalog', 'information_schema') and prokind <> 'a'
         and prolang <> all (select oid from pg_language where lanname in ('c', 'internal'))`,
    ),
  )
  expect(rows.length).toBeGreaterThan(900)
  expect(rows.flatMap(({ name, definition }) => unconditioned(definition).map((found) => [name, found]))).toEqual([])
})

test('nor does a migration', () => {
  const found = readdirSync(MIGRATIONS).flatMap((name) => {
    const statements = unconditioned(readFileSync(join(MIGRATIONS, name), 'utf8'))
    return statements.map((statement) => [name, statement])
  })
  expect(found).toEqual([])
})
