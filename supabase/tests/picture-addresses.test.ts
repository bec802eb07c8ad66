import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { errorCode, owner } from './support/outcome.ts'

let database: Database
beforeAll(async () => {
  database = await openAcademyDatabase()
})
afterAll(() => database?.close())

const store = (address: string | null) =>
  owner(database, 'insert into courses (title_he, thumbnail_url) values ($1, $2)', ['קורס', address]).then(
    () => 'stored',
    errorCode,
  )

test.each([null, '', '/storage/v1/object/public/images/a.webp', 'https://cdn.example/a.webp', 'HTTPS://cdn.example/א'])(
  'a picture may lie at %j',
  async (address) => expect(await store(address)).toBe('stored'),
)

test.each([
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'vbscript:x',
  '//evil.example/a.webp',
  '/\\evil.example',
  '/',
  'a.webp',
  'https:///a',
  'https://x" onload="alert(1)',
  'https://x/a b',
  '/a\nb',
  `https://x/${'a'.repeat(2000)}`,
])('no picture lies at %j', async (address) => expect(await store(address)).toBe('23514'))

test('every column of a picture is checked', async () => {
  const unchecked = await owner<{ name: string }>(
    database,
    `select format('%s.%s', columns.table_name, columns.column_name) as name from information_schema.columns
     join information_schema.tables using (table_schema, table_name)
     where columns.table_schema = 'public' and tables.table_type = 'BASE TABLE' and columns.column_name like '%\\_url'
       and not exists (select from pg_constraint where conrelid = format('public.%I', columns.table_name)::regclass
         and conname = format('%s_%s_check', columns.table_name, columns.column_name))`,
  )
  expect(unchecked).toEqual([])
})
