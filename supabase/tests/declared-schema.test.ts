import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Databases, startDatabases } from '../declared/databases.ts'
import { renderMigration } from '../declared/render.ts'

let databases: Databases
beforeAll(async () => {
  databases = await startDatabases()
})
afterAll(() => databases?.close())

/** One change of each kind that the schema is made of. */
const CHANGES = `
  alter table public.courses add column is_new boolean;
  alter table public.bookmarks add constraint bookmarks_day_check check (created_at > '2000-01-01');
  create table public.badges (id bigint generated always as identity primary key, word text not null);
  comment on table public.badges is 'Words on cards.';
  create index badges_word_idx on public.badges (word);
  grant select (word) on public.badges to anon;
  alter table public.badges enable row level security;
  create policy badges_select_all on public.badges for select to anon using (true);
  create table private.closed (id int primary key);
  create view private.words with (security_invoker = true) as select word from public.badges;
  create function private.word_of(badge bigint) returns text language sql stable security definer set search_path = '' as
    'select word from public.badges where id = badge';
  grant execute on function private.word_of(bigint) to authenticated;
  create function public.word_of(badge bigint) returns text language sql stable set search_path = ''
    begin atomic select private.word_of(badge); end;
  create trigger badges_update_touch before update on public.badges for each row execute function private.set_updated_at();
  drop policy courses_select_published on public.courses;
  revoke select on public.articles from anon;
  drop function public.my_courses();
  alter default privileges in schema public grant select on tables to anon;`

test('a change of every kind becomes a migration that any owner can run, and that leaves no difference', async () => {
  await databases.copyWith('declared', 'changed', CHANGES)
  const sql = renderMigration(await databases.difference('migrated', 'changed'))
  expect(sql).not.toMatch(/owner to|maintain|for role/i)
  await databases.copyWith('migrated', 'proof', sql)
  expect((await databases.difference('proof', 'changed')).actions.map((action) => action.sql)).toEqual([])
})

test('where nothing differs nothing is written', async () => {
  expect(renderMigration(await databases.difference('migrated', 'declared'))).toBe('')
})
