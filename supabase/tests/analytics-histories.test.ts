import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { countAnalytics, happen, happenings, PATTERNS } from './support/analytics-happenings.ts'
import { DAY, dayOf, kept, recount, weekOf } from './support/analytics-sums.ts'
import { callAs, owner } from './support/outcome.ts'
import { SERVICE, signUp } from './support/people.ts'

const HISTORIES = Number(process.env.ANALYTICS_HISTORIES ?? 100)

let database: Database
let lessons: { id: string; course_id: string }[]
let quiz: string
beforeAll(async () => {
  database = await openAcademyDatabase()
  lessons = await owner(
    database,
    `with made as (insert into courses (title_he, is_published) select 'קורס', true from generate_series(1, 2) returning id)
     insert into lessons (course_id, title_he, duration_seconds, is_published)
     select made.id, 'שיעור', 600, true from made, generate_series(1, 2) returning id, course_id`,
  )
  // As a form of its own, past the function that publishes: only attempts count here.
  const [made] = await owner<{ id: string }>(
    database,
    `insert into quizzes (course_id) select course_id from lessons limit 1 returning id`,
  )
  quiz = made?.id ?? ''
  await owner(
    database,
    `insert into quiz_versions (quiz_id, version, title_he, pass_percent, question_count) values ($1, 1, 'מבחן', 60, 1)`,
    [quiz],
  )
})
afterAll(() => database?.close())

/** The job, when every lesson may be counted again. */
async function countAgain() {
  await ask(`update private.lesson_watching set counted_at = counted_at - interval '1 hour'`)
  return count()
}
const count = () => countAnalytics(database)
const ask = (sql: string, values: unknown[] = []) => owner(database, sql, values)

test(
  '[2.12-08] sums are what a recount of the rows says, whatever came late or was corrected',
  async () => {
    for (const history of fc.sample(happenings, { numRuns: HISTORIES, seed: 16 })) {
      await ask('delete from auth.users')
      await ask('delete from page_views')
      await ask('delete from page_view_days')
      await ask(`delete from email_outbox`)
      await ask('delete from private.mail_day_sums')
      await ask('delete from support_tickets')
      const story = { database, lessons, quiz, people: [] }
      for (const event of history) await happen(story, event)
      expect(await countAgain()).toEqual({ left: 0 })
      expect(await kept(database)).toEqual(await recount(database))
    }
  },
  60_000 + HISTORIES * 6_000,
)

test('what changes while the job counts is counted the next time', async () => {
  const dana = await signUp(database, 'slow@example.com')
  const day = dayOf(Date.now() - 20 * DAY)
  const read = async () => (await kept(database))[`registered ${day}`] ?? 0
  const before = await read()
  await database.asOwner(async (tx) => {
    await tx.query(`update public.users set created_at = now() - interval '20 days' where id = $1`, [dana.id])
    await count()
  })
  expect(await read()).toBe(before)
  await count()
  expect(await read()).toBe(before + 1)
})

test('visitors of all pages stand when the single visits are forgotten', async () => {
  await ask('delete from page_views')
  await ask('delete from page_view_days')
  const at = new Date(Date.now() - 40 * DAY)
  for (const pattern of PATTERNS) {
    await ask(
      `insert into page_views (path_pattern, occurred_at, visitor_key) select $1, $2, 'visitor-' || i from generate_series(1, 4) i`,
      [pattern, at],
    )
  }
  const whole = () =>
    ask(`select views, visitors from private.visit_sums where day = $1 and path_pattern = ''`, [dayOf(at)])
  await count()
  expect(await whole()).toEqual([{ views: 12, visitors: 4 }])
  await callAs(database, SERVICE, 'sum_up_visits', [20000])
  await count()
  expect(await ask('select from page_views')).toEqual([])
  expect(await whole()).toEqual([{ views: 12, visitors: 4 }])
})

test('who learned is forgotten after 60 days, and the weeks stand', async () => {
  const week = weekOf(dayOf(Date.now() - 75 * DAY))
  await ask('insert into private.week_sums (week, cohort, students) values ($1, $1, 12)', [week])
  await ask(`insert into private.analytics_marks (figure, key) values ('week', $1)`, [week])
  await count()
  expect(await ask('select students from private.week_sums where week = $1', [week])).toEqual([{ students: 12 }])
})
