import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { owner } from './support/outcome.ts'

let database: Database
beforeAll(async () => {
  database = await openAcademyDatabase()
})
afterAll(() => database?.close())

/** Fields that the specification gives to each entity; a table may have more. */
const ENTITIES: [numbers: string, table: string, fields: string][] = [
  [
    '[3-01]',
    'users',
    'id email first_name last_name phone_number marketing_consent privacy_consent terms_consent consent_given_at updated_at email_verified email_verified_at is_active last_login_at',
  ],
  [
    '[3-02]',
    'admin_users',
    'id supabase_auth_id email first_name last_name role_id invited_by is_active email_verified email_verified_at last_login_at',
  ],
  ['[3-03]', 'roles', 'id name level'],
  ['[3-03]', 'role_permissions', 'role_id permission_id'],
  ['[3-04]', 'invitation_history', 'id email role_id invited_by expires_at invitation_token status accepted_at'],
  ['[3-08]', 'categories', 'id name_he description_he slug order_index is_active is_featured created_at'],
  [
    '[3-09] [3-10]',
    'courses',
    'id title_he description_he category_id duration_minutes thumbnail_url author_id order_index is_published status vimeo_folder_id created_at author_name author_image_url author_expertise_areas',
  ],
  ['[3-12]', 'authors', 'id name_he image_url expertise_areas'],
  ['[3-13]', 'lessons', 'id course_id title_he duration_seconds order_index is_published'],
  [
    '[3-14] [3-15] [3-16]',
    'user_progress',
    'id user_id lesson_id course_id progress_seconds watched_until watch_progress completed last_watched created_at updated_at',
  ],
  ['[3-17]', 'bookmarks', 'id user_id course_id created_at'],
]

test.each(ENTITIES)('%s %s has the fields of the specification', async (_, table, fields) => {
  const rows = await owner<{ name: string }>(
    database,
    `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1`,
    [table],
  )
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(fields.split(' ')))
})

/** What belongs together: the columns of a foreign key and where it leads. */
const REFERENCES: [string, string, string, string][] = [
  ['[3-02]', 'admin_users', 'role_id', 'roles'],
  ['[3-02]', 'admin_users', 'invited_by', 'admin_users'],
  ['[3-03]', 'role_permissions', 'permission_id', 'permissions'],
  ['[3-04]', 'invitation_history', 'role_id', 'roles'],
  ['[3-11]', 'courses', 'category_id', 'categories'],
  ['[3-11]', 'courses', 'author_id', 'authors'],
  ['[3-13]', 'lessons', 'course_id', 'courses'],
  ['[3-17]', 'bookmarks', 'course_id', 'courses'],
]

test.each(REFERENCES)('%s %s.%s can be joined to %s', async (_, table, column, target) => {
  const rows = await owner(
    database,
    `select from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
     where contype = 'f' and conrelid = to_regclass('public.' || $1) and attname = $2
       and confrelid = to_regclass('public.' || $3)`,
    [table, column, target],
  )
  expect(rows).toHaveLength(1)
})

test.each([
  ['[3-14]', 'user_progress', 'user_id,lesson_id'],
  ['[3-17]', 'bookmarks', 'user_id,course_id'],
  ['[3-08]', 'categories', 'slug'],
])('%s %s has one row for %s', async (_, table, columns) => {
  const rows = await owner<{ columns: string }>(
    database,
    `select (select string_agg(attname, ',' order by array_position(indkey::int2[], attnum)) from pg_attribute
       where attrelid = indrelid and attnum = any (indkey)) as columns
     from pg_index where indrelid = to_regclass('public.' || $1) and indisunique and indpred is null`,
    [table],
  )
  expect(rows.map((row) => row.columns)).toContain(columns)
})

test('[3-09] a course is a draft until it is said otherwise', async () => {
  const rows = await owner<{ status: string; is_published: boolean }>(
    database,
    `insert into courses (title_he) values ('קורס') returning status, is_published`,
  )
  expect(rows).toEqual([{ status: 'draft', is_published: false }])
})
