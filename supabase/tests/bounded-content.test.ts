import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { BODIES } from './support/damaged-content.ts'
import { owner } from './support/outcome.ts'
import { MIGRATIONS } from './support/project.ts'

const CONSTRAINTS = [
  ...['articles_bounds_check', 'articles_rich_text_check', 'authors_bounds_check', 'categories_bounds_check'],
  ...['courses_bounds_check', 'lessons_bounds_check', 'lesson_contents_bounds_check', 'legal_documents_bounds_check'],
  'legal_document_versions_rich_text_check',
]
/** What the migration does with rows that are there, and its constraints. */
const sql = readFileSync(join(MIGRATIONS, '20261220001630_bounded_content.sql'), 'utf8')
const repair = sql.slice(sql.indexOf('-- Rows that were written'), sql.indexOf('-- These asked for less'))

let database: Database
beforeAll(async () => {
  database = await openAcademyDatabase()
  for (const name of CONSTRAINTS)
    await owner(database, `alter table ${name.replace(/_(bounds|rich_text)_check$/, '')} drop constraint ${name}`)
})
afterAll(() => database?.close())

const LONG = `repeat('א', 200000)`

test('rows that were written past the editors are cut to fit, and their versions keep what was said', async () => {
  const bodies = Object.entries(BODIES).filter(([name]) => name !== 'content that is no list')
  for (const [at, [, body]] of bodies.entries()) {
    const insert = `insert into articles (kind, slug, title_he, body) values ('news', $1, 'כתבה', $2)`
    await owner(database, insert, [`damaged-${at}`, JSON.stringify(body)])
  }
  await owner(
    database,
    `insert into articles (kind, slug, title_he, excerpt_he) values
       ('news', repeat('a', 2000), ${LONG}, ${LONG}), ('essay', repeat('a', 2001), 'קצר', null)`,
  )
  await owner(
    database,
    `insert into authors (name_he, slug, bio_he, expertise_areas) values (${LONG}, 'x', ${LONG}, array[${LONG}, null])`,
  )
  await owner(
    database,
    `insert into categories (name_he, slug, description_he) values (${LONG}, repeat('b', 100), ${LONG})`,
  )
  await owner(
    database,
    `with course as (insert into courses (title_he, description_he, duration_minutes, author_expertise_areas)
         values (${LONG}, ${LONG}, 2147483647, '{{a},{b}}') returning id),
       lesson as (insert into lessons (course_id, title_he, description_he) select id, ${LONG}, ${LONG} from course returning id)
     insert into lesson_contents (lesson_id, summary_he, video_ref, captions, transcript)
     select id, ${LONG}, repeat('x', 3000), '[{}]', '[5]' from lesson`,
  )
  await database.asOwner((tx) => tx.query(repair))
  const bad = `select conname from pg_constraint where conname = any ($1) and not convalidated`
  expect(await owner(database, bad, [CONSTRAINTS])).toEqual([])
  const kept = `select count(*)::integer as count from private.content_versions where char_length(data ->> $1) = 200000`
  for (const field of ['title_he', 'name_he', 'description_he', 'bio_he', 'excerpt_he'])
    expect([field, (await owner<{ count: number }>(database, kept, [field]))[0]?.count]).not.toEqual([field, 0])
  const words = await owner<{ body: object }>(database, `select body from articles where slug = $1`, [
    `damaged-${bodies.findIndex(([name]) => name === 'a kind of node that nobody knows')}`,
  ])
  expect(JSON.stringify(words)).toContain('מה שנשאר')
})

test('a legal text of another form stays as it was agreed to, and no other comes', async () => {
  await owner(database, 'alter table legal_document_versions drop constraint legal_document_versions_rich_text_check')
  const document = `insert into legal_documents (slug, title_he) values ('terms', 'תנאים') returning id`
  const [text] = await owner<{ id: string }>(database, document)
  const insert =
    'insert into legal_document_versions (document_id, version, body, is_published) values ($1, $2, $3, true)'
  await owner(database, insert, [text?.id, 1, '{"type": "doc", "content": [{"type": "old"}]}'])
  const part = repair.slice(repair.indexOf('-- What was in force'))
  await database.asOwner((tx) => tx.query(part))
  const second = owner(database, insert, [text?.id, 2, '{"type": "doc", "content": [{"type": "old"}]}'])
  await expect(second).rejects.toMatchObject({ code: '23514' })
})
