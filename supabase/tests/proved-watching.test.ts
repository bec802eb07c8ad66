import { describe, expect, test } from 'vitest'
import { migrationText } from '../releases/released.ts'
import { callAs, errorCode, outcomeOf, owner, rowsAs } from './support/outcome.ts'
import {
  course,
  dana,
  issue,
  LENGTH,
  lessons,
  mark,
  newLesson,
  pass,
  proved,
  save,
  standing,
  total,
  update,
  watch,
  whole,
  withCourse,
} from './support/paced-course.ts'
import { ANONYMOUS, SERVICE } from './support/people.ts'

import { as, database } from './support/staff.ts'

withCourse()

/** What a first save can prove: 40 seconds before it, at twice the speed. */
const FIRST = 80

/** Runs something, and gives how many seconds of film fit into the time that it took. */
async function filmDuring(what: () => Promise<unknown>): Promise<number> {
  const begun = Date.now()
  await what()
  return Math.ceil((Date.now() - begun) / 1000) * 2
}

describe('what is watched is proved', () => {
  test('at the speed of life, and at the fastest of the player', async () => {
    await watch()
    expect(await proved()).toEqual([LENGTH, LENGTH, LENGTH])
    await owner(database, 'delete from private.proved_watching where user_id = $1', [dana.id])
    await owner(database, 'delete from user_progress where user_id = $1', [dana.id])
    await watch(lessons, { rate: 2 })
    expect(await proved()).toEqual([LENGTH, LENGTH, LENGTH])
  })

  test('also where it arrives late in one save: an hour without a connection, and no more', async () => {
    await save(update(lessons[0] ?? '', '{[0,30)}'))
    await pass(570)
    await save(whole(lessons[0] ?? ''))
    expect((await proved())[0]).toBe(LENGTH)
    const long = await newLesson('ארוך', 'film.mp4', 20_000)
    await save(update(long, '{[0,30)}'))
    await pass(50_000)
    await save(update(long, '{[0,20000)}'))
    expect(await proved([long])).toEqual([30 + 7_200])
    await pass(3_600)
    await save(update(long, '{[0,1)}'))
    expect(await proved([long])).toEqual([30 + 14_400])
  })

  test('once for two devices that save the same time, and again where both have watched apart', async () => {
    const [one = '', two = ''] = lessons
    await save(update(one, '{[0,30)}'), update(two, '{[0,30)}'))
    await pass(100)
    const meanwhile = await filmDuring(async () => {
      await save(update(one, '{[0,200)}'))
      await save(update(two, '{[0,200)}'))
    })
    expect(await total()).toBeLessThanOrEqual(FIRST + 200 + meanwhile)
    await pass(300)
    await save(update(two, '{[0,1)}'))
    expect(await proved()).toEqual([200, 200, 0])
  })

  test('and stays when the course is begun anew and when the lesson becomes longer', async () => {
    await watch()
    await callAs(database, dana.caller, 'reset_course_progress', [course])
    expect(await proved()).toEqual([LENGTH, LENGTH, LENGTH])
    await owner(database, 'update lessons set duration_seconds = 900 where course_id = $1', [course])
    expect((await standing()).unwatched).toMatchObject(lessons.map(() => ({ percent: 66 })))
  })
})

describe('time that did not go by proves nothing', () => {
  const all = () => lessons.map((lesson) => whole(lesson))

  test('a year-old account that claims everything at once gets what one save can hold', async () => {
    await save(...all())
    expect(await total()).toBe(FIRST)
    const { completed_at, unwatched } = await standing()
    expect(completed_at).not.toBeNull()
    expect(unwatched).toMatchObject([
      { title: 'ראשון', percent: expect.any(Number) },
      { title: 'שני' },
      { title: 'שלישי' },
    ])
    expect(await issue()).toBe('COURSE_NOT_COMPLETED')
  })

  test.each<[string, () => Promise<unknown>]>([
    ['repeated', async () => repeat(20, () => save(...all()))],
    ['at once', () => Promise.all(Array.from({ length: 8 }, () => save(...all())))],
    ['lesson by lesson at once', () => Promise.all(lessons.map((lesson) => save(whole(lesson))))],
    ['with times of the future', () => save(...lessons.map((one) => whole(one, soon())))],
    ['with times of the past', () => save(...lessons.map((one) => whole(one, long())))],
    ['in pieces with times', () => save(...lessons.map((one) => pieces(one)))],
    [
      'in many small ones',
      () => repeat(60, (n) => save(...lessons.map((one) => update(one, range(n * 10, n * 10 + 10))))),
    ],
    ['beyond the length', () => save(...lessons.map((one) => update(one, '{[0,9999999)}')))],
    [
      'as a position',
      () => save(...lessons.map((one) => ({ ...update(one, '{}'), watched_ranges: null, progress_seconds: LENGTH }))),
    ],
    ['by REST', () => byTable()],
    [
      'marked, unmarked and marked',
      async () => {
        await mark(true)
        await mark(false)
        await mark(true)
      },
    ],
    [
      'and the course begun anew between',
      async () =>
        repeat(5, async () => {
          await save(...all())
          await callAs(database, dana.caller, 'reset_course_progress', [course])
        }),
    ],
    [
      'and the new beginning undone',
      async () =>
        repeat(3, async () => {
          await save(...all())
          await callAs(database, dana.caller, 'reset_course_progress', [course])
          await callAs(database, dana.caller, 'undo_course_reset', [course])
        }),
    ],
  ])('%s', async (_, attack) => {
    const meanwhile = await filmDuring(attack)
    expect(await total()).toBeLessThanOrEqual(FIRST + meanwhile)
    await mark(true)
    expect(await issue()).toBe('COURSE_NOT_COMPLETED')
  })

  test('whatever is refused leaves nothing', async () => {
    for (const ranges of ['{[-5,600)}', '{[600,0)}', '{[0,60', '{[0,99999999)}'])
      expect(await save(update(lessons[0] ?? '', ranges)).catch(errorCode)).toBe('INVALID_PROGRESS')
    expect(await total()).toBe(0)
  })

  test('the time of one lesson is not the time of another: what was begun long ago shares one clock', async () => {
    await save(...lessons.map((lesson) => update(lesson, '{[0,5)}')))
    await pass(300)
    const meanwhile = await filmDuring(() => save(...all()))
    expect(await total()).toBeLessThanOrEqual(FIRST + 600 + meanwhile)
    expect(await total()).toBeGreaterThanOrEqual(600)
    expect(await issue()).toBe('COURSE_NOT_COMPLETED')
  })

  test('a lesson never begun before gets nothing of the time before it', async () => {
    await save(update(lessons[0] ?? '', '{[0,5)}'))
    await pass(86_400)
    await save(whole(lessons[1] ?? ''), whole(lessons[2] ?? ''))
    expect(await total()).toBe(5 + FIRST)
  })

  test('the service key, the owner and staff prove nothing in the name of a student', async () => {
    for (const caller of [SERVICE, as('super_admin')])
      await database
        .queryAsCaller(
          caller,
          'insert into user_progress (user_id, lesson_id, course_id, progress_seconds) values ($1, $2, $3, 600)',
          [dana.id, lessons[0], course],
        )
        .catch(() => undefined)
    expect(await owner(database, 'select from private.proved_watching where user_id = $1', [dana.id])).toEqual([])
    for (const caller of [dana.caller, as('super_admin'), SERVICE, ANONYMOUS])
      for (const sql of [
        'select * from private.proved_watching',
        `update private.proved_watching set seconds = '{[0,600)}' where true`,
        `insert into private.proved_watching (user_id, lesson_id, begun_at) values ('${dana.id}', '${lessons[0]}', now())`,
      ])
        expect(await outcomeOf(database, caller, { sql })).toBe('denied')
  })
})

const soon = () => ({ last_watched: new Date(Date.now() + 9e8), updated_at: new Date(Date.now() + 9e8) })
const long = () => ({ last_watched: '2025-01-01Z', updated_at: '2025-01-01Z' })
const range = (from: number, to: number) => `{[${from},${to})}`
const pieces = (lesson: string) => ({
  ...update(lesson, '{}'),
  watched_pieces: Array.from({ length: 60 }, (_, n) => [n * 10, n * 10 + 10, Date.now() - 1e7 + n * 1e4]),
})
async function repeat(times: number, what: (n: number) => Promise<unknown>): Promise<void> {
  for (let n = 0; n < times; n++) await what(n)
}
async function byTable(): Promise<void> {
  for (const lesson of lessons) {
    const values = [dana.id, lesson, course]
    const insert = `insert into user_progress (user_id, lesson_id, course_id, progress_seconds, watched_ranges, completed, last_watched)
      values ($1, $2, $3, 600, '{[0,600)}', true, '2025-01-01Z')`
    await rowsAs(database, dana.caller, insert, values)
    for (const set of [
      `watched_ranges = '{[0,600)}'`,
      'progress_seconds = 600',
      'completed = true',
      `updated_at = '2025-01-01Z'`,
    ])
      await rowsAs(
        database,
        dana.caller,
        `update user_progress set ${set} where user_id = $1 and lesson_id = $2`,
        values.slice(0, 2),
      )
  }
}

test('what was saved before the rule counts as far as there was time between the first and the last save', async () => {
  const [slow = '', fast = '', marked = ''] = lessons
  const file = migrationText('supabase/migrations/20261220001820_proved_watching.sql')
  const backfill = file
    .slice(file.lastIndexOf('insert into private.proved_watching'))
    .replace(/;\s*$/, ' and user_id = $1')
  await database.asOwner(async (tx) => {
    await tx.query('alter table user_progress disable trigger user')
    for (const [lesson, ranges, seconds] of [
      [slow, '{[0,600)}', 300],
      [fast, '{[0,600)}', 0],
      [marked, '{}', 9_999],
    ] as const)
      await tx.query(
        `insert into user_progress (user_id, lesson_id, course_id, completed, watched_ranges, created_at, updated_at)
         values ($1, $2, $3, true, $4, now() - $5 * interval '1 second', now())`,
        [dana.id, lesson, course, ranges, seconds],
      )
    await tx.query('alter table user_progress enable trigger user')
    await tx.query(backfill, [dana.id])
  })
  expect(await proved()).toEqual([600, FIRST, 0])
})

test('what is proved is in the copy of the data, and goes with the account', async () => {
  await save(update(lessons[0] ?? '', '{[0,30)}'))
  const { data } = await callAs<{ data: { proved_watching: unknown[] } }>(database, dana.caller, 'export_my_data')
  expect(data.proved_watching).toMatchObject([{ lesson: 'ראשון', proved_seconds: 30 }])
  await owner(database, 'delete from auth.users where id = $1', [dana.id])
  expect(await owner(database, 'select from private.proved_watching where user_id = $1', [dana.id])).toEqual([])
})
