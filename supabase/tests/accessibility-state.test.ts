import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { callAs, owner } from './support/outcome.ts'
import { ANONYMOUS } from './support/people.ts'

let database: Database
beforeAll(async () => {
  database = await openAcademyDatabase()
})
afterAll(() => database?.close())

const state = () => callAs<Record<string, number>>(database, ANONYMOUS, 'accessibility_state', [])
const doc = (...content: object[]) => JSON.stringify({ type: 'doc', content })
const heading = (level: number) => ({ type: 'heading', attrs: { level }, content: [{ type: 'text', text: 'כותרת' }] })
const picture = (alt: string) => ({ type: 'picture', attrs: { src: '/p.webp', alt } })

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
     select id, case title_he when 'כתוביות' then '[{"lang": "he"}]' else '[]' end::jsonb,
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
