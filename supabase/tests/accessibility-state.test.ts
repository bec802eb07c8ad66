import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { editorOf } from './support/content.ts'
import { callAs, owner } from './support/outcome.ts'
import { ANONYMOUS, signUpStaff } from './support/people.ts'

let database: Database
beforeAll(async () => {
  database = await openAcademyDatabase()
})
afterAll(() => database?.close())

const state = () => callAs<Record<string, number>>(database, ANONYMOUS, 'accessibility_state', [])
const doc = (...content: object[]) => JSON.stringify({ type: 'doc', content })
const heading = (level: number) => ({ type: 'heading', attrs: { level }, content: [{ type: 'text', text: 'כותרת' }] })
const ID = '1ae5b175-973f-5852-bc46-15adb68d83e4'
const picture = (alt: string) => ({
  type: 'picture',
  attrs: {
    ...{ media: ID, src: `/storage/v1/object/public/images/library/${ID}/${ID}/`, alt },
    ...{ widths: [320], width: 320, height: 180 },
  },
})

test('[2.1-17] the statement counts what visitors are shown, as the gate would, and nothing of a draft', async () => {
  expect(await state()).toMatchObject({ lessons: 0, articles: 0 })
  await owner(
    database,
    `with courses as (
       insert into courses (title_he, is_published) values ('גלוי', true), ('טיוטה', false) returning id, is_published
     ), made as (
       insert into lessons (course_id, title_he, duration_seconds, is_published)
       select id, names.name, 60, names.name <> 'מוסתר' from courses, unnest(array['כתוביות', 'תמליל', 'בלי', 'בלי תוכן', 'מוסתר']) as names (name)
       returning id, title_he
     )
     insert into lesson_contents (lesson_id, captions, transcript)
     select id, case title_he when 'כתוביות' then '[{"lang": "he", "label": "עברית", "vtt": "WEBVTT"}]' else '[]' end::jsonb,
       case title_he when 'תמליל' then '[{"start": 0, "end": 1, "text": "שלום"}]' else '[]' end::jsonb
     from made where title_he <> 'בלי תוכן'`,
  )
  expect(await state()).toMatchObject({ lessons: 4, captioned: 1, transcribed: 1, silent: 2 })
  const articles: [string, string, boolean][] = [
    ['whole', doc(heading(2), heading(3), picture('גרף')), true],
    ['low', doc(heading(3)), true],
    ['wordless', doc(picture('')), true],
    ['draft', doc(heading(3), picture('')), false],
  ]
  for (const [slug, body, shown] of articles) {
    await owner(
      database,
      `insert into articles (kind, slug, title_he, excerpt_he, body, is_published, published_at) values ('news', $1, 'כתבה', 'תקציר', $2, $3, now())`,
      [slug, body, shown],
    )
  }
  expect(await state()).toMatchObject({ articles: 3, pictures_without_words: 1, headings_out_of_order: 1 })
})

test('[2.1-17] it counts what stands by a reason, for as long as it does, and says no word of the reason', async () => {
  const editor = editorOf(database, (await signUpStaff(database, 'editor@academy.example', 'admin')).caller)
  const before = await state()
  const none = { silent_waived: 0, pictures_waived: 0, headings_waived: 0 }
  expect(before).toMatchObject(none)
  const words = { type: 'paragraph', content: [{ type: 'text', text: 'מילים' }] }
  const id = '5f0c8f3e-0000-4000-8000-000000000001'
  const src = `/storage/v1/object/public/images/library/${id}/${id}/`
  const wordless = { type: 'picture', attrs: { media: id, src, widths: [320], width: 320, height: 180, alt: '' } }
  const body = { type: 'doc', content: [heading(3), words, wordless] }
  const fields = { slug: 'waived', title_he: 'כתבה', excerpt_he: 'תקציר', checked_on: '2026-11-01', body }
  const made = await editor.make('news', fields)
  const waived = await editor.publish('news', made, 'סוד של הצוות')
  const [course] = await owner<{ id: string }>(database, `select id from courses where is_published`)
  const lesson = await editor.make('lesson', { title_he: 'שקט', course_id: course?.id })
  expect(await state()).toMatchObject({ silent: before.silent, silent_waived: 0 })
  const silent = await editor.publish('lesson', lesson, 'סוד אחר')
  const told = await state()
  expect(told).toMatchObject({
    silent: (before.silent ?? 0) + 1,
    silent_waived: 1,
    pictures_waived: 1,
    headings_waived: 1,
  })
  expect(Object.values(told).every((count) => typeof count === 'number')).toBe(true)
  const transcript = [{ start: 0, end: 1, text: 'שלום' }]
  await editor.publish('lesson', await editor.save('lesson', silent, { transcript }), 'בלי תיאור')
  await editor.publish('news', await editor.save('news', waived, { body: { type: 'doc', content: [words] } }))
  expect(await state()).toMatchObject({ ...none, silent: before.silent })
})

test('it reads no text of an article and no caption, however many there are', async () => {
  await owner(
    database,
    `with words as (select n, (select string_agg(md5(n || '-' || part), ' ') from generate_series(1, 200) as part) as text from generate_series(1, 300) as n),
       courses as (insert into courses (title_he, is_published) values ('גדול', true) returning id),
       lessons as (insert into lessons (course_id, title_he, duration_seconds, is_published)
         select id, 'שיעור ' || n, 60, true from courses, generate_series(1, 300) as n returning id),
       contents as (insert into lesson_contents (lesson_id, captions, transcript)
         select lessons.id, jsonb_build_array(jsonb_build_object('lang', 'he', 'label', 'עברית', 'vtt', 'WEBVTT ' || words.text)), '[]'
         from (select id, row_number() over () as n from lessons) as lessons join words on words.n = lessons.n)
     insert into articles (kind, slug, title_he, body, is_published, published_at)
     select 'essay', 'long-' || n, 'מאמר', jsonb_build_object('type', 'doc', 'content', jsonb_build_array(
       jsonb_build_object('type', 'paragraph', 'content', jsonb_build_array(jsonb_build_object('type', 'text', 'text', text))))), true, now()
     from words`,
  )
  const read = await database.asCaller(ANONYMOUS, async (tx) => {
    const { rows } = await tx.query<{ told: { captioned: number; articles: number } }>(
      'select accessibility_state() as told',
    )
    expect(rows[0]?.told.captioned).toBeGreaterThanOrEqual(300)
    const textsRead = async () => {
      const texts = await tx.query<{ count: number }>(
        `select coalesce(sum(idx_tup_fetch), 0)::integer as count from pg_stat_xact_all_tables
         where relid in (select reltoastrelid from pg_class where relname in ('articles', 'lesson_contents') and relkind = 'r')`,
      )
      return texts.rows[0]?.count
    }
    const byCounting = await textsRead()
    await tx.query('select sum(length(body::text)) from articles')
    return { byCounting, byReading: await textsRead() }
  })
  expect(read.byCounting).toBe(0)
  // As many as there are parts, so that the count above is one.
  expect(read.byReading).toBeGreaterThan(300)
})
