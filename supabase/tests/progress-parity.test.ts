import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import {
  countedSeconds,
  joinStates,
  type LessonUpdate,
  NOTHING_WATCHED,
  stateOfUpdate,
} from '../../web/app/course/progress/progress-merge.rules.ts'
import { formatRanges } from '../../web/app/course/progress/watched-ranges.rules.ts'
import { isValidPhone } from '../../web/app/shared/phone/phone.rules.ts'
import { PHONE_PATTERNS } from '../../web/app/shared/phone/phone-patterns.rules.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { callAs, owner } from './support/outcome.ts'
import { type Person, signUp } from './support/people.ts'

/** Rules that live in the browser and in the database: the same cases run against both. */
let database: Database
let dana: Person
const lessons: { id: string; course_id: string; duration_seconds: number }[] = []
beforeAll(async () => {
  database = await openAcademyDatabase()
  dana = await signUp(database, 'dana@example.com')
  await owner(database, `update users set created_at = now() - interval '1 year'`)
  lessons.push(
    ...(await owner<(typeof lessons)[number]>(
      database,
      `with c as (insert into courses (title_he, is_published) values ('קורס', true) returning id)
       insert into lessons (course_id, title_he, duration_seconds, is_published, created_at)
       select c.id, 'שיעור', d, true, now() - interval '1 year' from c, unnest('{0,1,60,600,3599}'::int[]) d returning id, course_id, duration_seconds`,
    )),
  )
})
afterAll(() => database?.close())

const NOW = Date.UTC(2026, 0, 1)
const update: fc.Arbitrary<LessonUpdate> = fc.record({
  ranges: fc.option(
    fc.array(
      fc.tuple(fc.nat(4000), fc.nat(300)).map(([from, length]) => [from, from + length] as const),
      { maxLength: 5 },
    ),
  ),
  watchedUntil: fc.nat(5000),
  completed: fc.constantFrom(false, false, false, true),
  position: fc.integer({ min: 0, max: 500_000 }).map((hundredths) => hundredths / 100),
  lastWatched: fc.nat(50).map((minute) => NOW + minute * 60_000),
})

test('[4-48] [4-49] [9-38] [9-39] 300 histories end alike in the browser and in the database', async () => {
  const histories = fc.sample(fc.array(update, { minLength: 1, maxLength: 6 }), { numRuns: 300, seed: 3 })
  for (const [index, history] of histories.entries()) {
    const lesson = lessons[index % lessons.length]
    if (!lesson) throw new Error('no lesson')
    await owner(database, 'delete from user_progress')
    for (const one of history) {
      const row = {
        lesson_id: lesson.id,
        course_id: lesson.course_id,
        progress_seconds: one.position,
        watched_until: one.watchedUntil,
        completed: one.completed,
        last_watched: new Date(one.lastWatched).toISOString(),
        watched_ranges: one.ranges && formatRanges(one.ranges),
      }
      await callAs(database, dana.caller, 'save_progress', [JSON.stringify([row])])
    }
    const state = history
      .map((one) => stateOfUpdate(one, lesson.duration_seconds, Date.now()))
      .reduce((a, b) => joinStates(a, b, lesson.duration_seconds), NOTHING_WATCHED)
    const rows = await owner(
      database,
      `select progress_seconds::float as position, watched_until::float as until, completed, watched_ranges as ranges,
       watched_seconds as seconds, extract(epoch from last_watched)::float * 1000 as time from user_progress`,
    )
    expect(rows).toEqual([
      {
        position: state.position,
        until: state.watchedUntil,
        completed: state.completed,
        ranges: formatRanges(state.ranges),
        seconds: countedSeconds(state, lesson.duration_seconds),
        time: state.lastWatched,
      },
    ])
  }
})

test('[5-06] [5-07] [9-15] 6000 phones are judged alike in the browser and in the database', async () => {
  const digits = fc.stringMatching(/^[+]{0,2}[0-9 \-a٠]{0,18}$/)
  const phones = [
    ...fc.sample(digits, { numRuns: 2000, seed: 5 }),
    ...fc
      .sample(fc.tuple(fc.constantFrom(...Object.keys(PHONE_PATTERNS)), fc.stringMatching(/^\d{4,12}$/)), {
        numRuns: 4000,
        seed: 6,
      })
      .map(([code, number]) => `+${code}${number}`),
    '',
  ]
  const rows = await owner<{ phone: string; real: boolean }>(
    database,
    `select phone, private.is_real_phone(private.normalise_phone(phone)) as real from unnest($1::text[]) as phone where phone = trim(phone)`,
    [phones],
  )
  const different = rows.filter(({ phone, real }) => isValidPhone(phone) !== real).map(({ phone }) => phone)
  expect(different).toEqual([])
})
