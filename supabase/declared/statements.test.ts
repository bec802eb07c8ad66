import { expect, test } from 'vitest'
import { readDeclared } from './load.ts'
import { statementsOf } from './statements.ts'

test('statements are split at semicolons, and what holds one of its own stays whole', () => {
  const statements = [
    "-- A comment; with a semicolon\ncreate table a (x text default 'it''s; so');",
    'create function f() returns text language plpgsql as $$ begin return $q$;$q$; end $$;',
    'create function g(x int) returns int language sql begin atomic select case x when 1 then 2 end; select 3; end;',
    'comment on column a."odd;name" is \'/* no comment; */\';',
    '/* one; two */ select 1',
  ]
  expect(statementsOf(statements.join('\n\n'))).toEqual(statements)
})

test('what is only blank or a comment is no statement', () => {
  expect(statementsOf(' \n-- nothing; here\n')).toEqual([])
  expect(statementsOf('select 1;\n-- the end')).toEqual(['select 1;'])
})

test('the declared schema declares: no statement changes or removes what another one made, or writes rows', () => {
  const others = readDeclared().filter(({ sql }) => !DECLARES.test(sql.replaceAll(/^\s*--[^\n]*\n/gm, '')))
  expect(others).toEqual([])
})
const DECLARES =
  /^(create (?!or replace)|comment on |grant |revoke |alter default privileges |alter table \S+ (enable row level security|add constraint)|alter function \S+\([^)]*\)\s+set |do \$\$)/i
