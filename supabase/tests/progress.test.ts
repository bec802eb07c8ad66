import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { callAs, errorCode, owner, rowsAs } from './support/outcome.ts'
import { type Person, signUp } from './support/people.ts'

type Row = {
  progress_seconds: string
  watched_until: string
  watch_progress: string | null
  completed: boolean
  last_watched: Date
  watched_ranges: string
  watched_seconds: number
}
type Write = Record<string, unknown>

const DURATION = 600
const MANY_WRITES_MS = 180_000
let database: Database
let student: Person
let course: string
let lesson: string
let endless: string
let draft: string

beforeAll(async () => {
  database = await openAcademyDatabase()
  student = await signUp(database, 'dana@example.com')
  await owner(database, `update users set created_at = now() - interval '1 year'`)
  const add = async (sql: string, values: unknown[]) => {
    const rows = await owner<{ id: string }>(database, `${sql} returning id`, values)
    return rows[0]?.id ?? ''
  }
  course = await add(`insert into courses (title_he, is_published) values ('קורס', true)`, [])
  const sql = `insert into lessons (course_id, title_he, duration_seconds, is_published, created_at)
    values ($1, 'שיעור', $2, $3, now() - interval '1 year')`
  lesson = await add(sql, [course, DURATION, true])
  endless = await add(sql, [course, 0, true])
  draft = await add(sql, [course, DURATION, false])
})
afterAll(() => database?.close())
beforeEach(() =>
  owner(
    database,
    `with a as (delete from user_progress), b as (delete from course_completions), c as (delete from progress_flags)
     delete from private.progress_resets`,
  ),
)

/** Writes as the client does: an upsert on user and lesson, with the columns of the payload only. */
async function write(changes: Write): Promise<void> {
  const row: Write = { user_id: student.id, lesson_id: lesson, course_id: course, ...changes }
  const columns = Object.keys(row)
  await rowsAs(
    database,
    student.caller,
    `insert into user_progress (${columns.join(', ')}) values (${columns.map((_, i) => `$${i + 1}`).join(', ')})
     on conflict (user_id, lesson_id) do update set ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    Object.values(row),
  )
}

async function stored(of = lesson): Promise<Row | undefined> {
  const rows = await rowsAs<Row>(database, student.caller, 'select * from user_progress where lesson_id = $1', [of])
  return rows[0]
}

/** What must not depend on the order of writes. */
async function state() {
  const { progress_seconds, watched_until, watch_progress, completed, last_watched, watched_ranges, watched_seconds } =
    (await stored()) ?? ({} as Row)
  return { progress_seconds, watched_until, watch_progress, completed, last_watched, watched_ranges, watched_seconds }
}

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 10, minute)).toISOString()

describe('one write', () => {
  test('[3-15] [3-16] without ranges credits what lies before the position', async () => {
    await write({ progress_seconds: 90 })
    expect(await stored()).toMatchObject({
      progress_seconds: '90',
      watched_until: '90',
      watch_progress: '15',
      completed: false,
      watched_ranges: '{[0,90)}',
      watched_seconds: 90,
    })
  })

  test('[9-39] with ranges credits exactly these', async () => {
    await write({ progress_seconds: 500, watched_until: 500, watched_ranges: '{[0,30),[480,500)}' })
    expect(await stored()).toMatchObject({ watched_seconds: 50, watched_until: '500', completed: false })
  })

  test('[7-17] a computed percent from the client counts for nothing', async () => {
    await write({ progress_seconds: 30, watch_progress: 99 })
    expect((await stored())?.watch_progress).toBe('5')
  })

  test.each([
    [587, false],
    [588, true],
    [600, true],
  ])('[4-49] [9-38] %i of 600 seconds completes the lesson: %s', async (seconds, completed) => {
    await write({ progress_seconds: seconds, watched_ranges: `{[0,${seconds})}` })
    expect((await stored())?.completed).toBe(completed)
  })

  test('[4-49] reaching the end without watching does not complete it, saying so does', async () => {
    await write({ progress_seconds: 600, watched_ranges: '{[590,600)}' })
    expect((await stored())?.completed).toBe(false)
    await write({ progress_seconds: 600, watched_ranges: '{[590,600)}', completed: true })
    expect(await stored()).toMatchObject({ completed: true, watch_progress: '100', watched_seconds: DURATION })
  })

  test('[9-38] a lesson of unknown length is never completed by watching, and has no percent', async () => {
    await write({ lesson_id: endless, progress_seconds: 5000 })
    expect(await stored(endless)).toMatchObject({ completed: false, watch_progress: null, watched_seconds: 5000 })
  })

  test('[3-15] is clamped to the length of the lesson', async () => {
    await write({ progress_seconds: 9000, watched_until: 9000, watched_ranges: '{[0,10),[590,9000)}' })
    expect(await stored()).toMatchObject({ progress_seconds: '600', watched_until: '600', watched_seconds: 20 })
  })

  test.each([
    ['NaN seconds', { progress_seconds: 'NaN' }, 'INVALID_PROGRESS'],
    ['infinite seconds', { progress_seconds: 'Infinity' }, 'INVALID_PROGRESS'],
    ['1e309 seconds', { progress_seconds: '1e309' }, 'INVALID_PROGRESS'],
    ['negative seconds', { progress_seconds: -1 }, 'INVALID_PROGRESS'],
    ['a negative furthest point', { progress_seconds: 1, watched_until: -1 }, 'INVALID_PROGRESS'],
    ['ranges that are none', { progress_seconds: 1, watched_ranges: 'x' }, 'INVALID_PROGRESS'],
    ['ranges turned round', { progress_seconds: 1, watched_ranges: '{[9,3)}' }, 'INVALID_PROGRESS'],
    ['ranges in dates', { progress_seconds: 1, watched_ranges: '{[2026-01-01,2026-01-02)}' }, 'INVALID_PROGRESS'],
    ['an unknown lesson', { lesson_id: '00000000-0000-4000-8000-00000000dead' }, 'LESSON_NOT_FOUND'],
    ['a course that is not the lesson’s', { course_id: '00000000-0000-4000-8000-00000000dead' }, 'LESSON_NOT_FOUND'],
  ])('[5-21] refuses %s and keeps nothing', async (_, changes, code) => {
    await expect(write(changes).catch((error) => errorCode(error))).resolves.toBe(code)
    expect(await stored()).toBeUndefined()
  })

  test('[6-04] refuses an unpublished lesson', async () => {
    await expect(write({ lesson_id: draft }).catch((error) => errorCode(error))).resolves.toBe('LESSON_NOT_FOUND')
  })

  test('a time of the year 3000 is clamped and later writes still move the position', async () => {
    await write({ progress_seconds: 10, last_watched: '3000-01-01T00:00:00Z' })
    expect(Number((await stored())?.last_watched)).toBeLessThanOrEqual(Date.now() + 125_000)
    await write({ progress_seconds: 20, last_watched: '3000-01-01T00:00:00Z' })
    expect((await stored())?.progress_seconds).toBe('20')
  })
})

describe('many writes', () => {
  test('[4-48] position follows the newest time, the furthest point never falls, completion stays', async () => {
    await write({
      progress_seconds: 500,
      watched_until: 500,
      last_watched: at(5),
      completed: true,
      watched_ranges: '{}',
    })
    await write({
      progress_seconds: 40,
      watched_until: 40,
      last_watched: at(9),
      completed: false,
      watched_ranges: '{}',
    })
    await write({
      progress_seconds: 300,
      watched_until: 300,
      last_watched: at(7),
      completed: false,
      watched_ranges: '{}',
    })
    expect(await state()).toMatchObject({ progress_seconds: '40', watched_until: '500', completed: true })
  })

  test('a change of one column claims nothing about the others', async () => {
    await write({ progress_seconds: 500, watched_ranges: '{[490,500)}' })
    await rowsAs(database, student.caller, 'update user_progress set last_watched = now()')
    expect((await stored())?.watched_ranges).toBe('{[490,500)}')
    await rowsAs(
      database,
      student.caller,
      "update user_progress set progress_seconds = 20, last_watched = now() + interval '1 second'",
    )
    expect((await stored())?.watched_ranges).toBe('{[0,20),[490,500)}')
  })

  const someWrite = fc.record(
    {
      progress_seconds: fc.integer({ min: 0, max: 700 }),
      watched_until: fc.integer({ min: 0, max: 700 }),
      completed: fc.constantFrom(false, false, false, true),
      last_watched: fc.integer({ min: 0, max: 59 }).map(at),
      watched_ranges: fc
        .array(fc.tuple(fc.integer({ min: 0, max: 620 }), fc.integer({ min: 1, max: 60 })), { maxLength: 4 })
        .map((parts) => `{${parts.map(([from, length]) => `[${from},${from + length})`).join(',')}}`),
    },
    { requiredKeys: ['progress_seconds', 'last_watched'] },
  )
  const history = fc.array(someWrite, { minLength: 2, maxLength: 6 })

  /** Runs histories and their shuffled, repeated twins; counts those that end differently. */
  async function differences(run: (writes: Write[]) => Promise<unknown>, rounds: number): Promise<number> {
    const cases = fc.sample(
      history.chain((writes) =>
        fc.tuple(fc.constant(writes), fc.shuffledSubarray([...writes, ...writes], { minLength: writes.length * 2 })),
      ),
      { numRuns: rounds, seed: 7 },
    )
    let different = 0
    for (const [writes, shuffled] of cases) {
      if (JSON.stringify(await run(writes)) !== JSON.stringify(await run(shuffled))) different++
    }
    return different
  }

  async function replay(writes: Write[]) {
    await owner(database, 'delete from user_progress')
    for (const one of writes) await write(one)
    return state()
  }

  test(
    '[4-48] 100 histories end in the same row in every order and repetition',
    async () => {
      expect(await differences(replay, 100)).toBe(0)
    },
    MANY_WRITES_MS,
  )

  test(
    '[7-19] batches of a history end as its single writes do',
    async () => {
      const histories = fc.sample(history, { numRuns: 50, seed: 11 })
      for (const writes of histories) {
        const single = await replay(writes)
        await owner(database, 'delete from user_progress')
        const rows = writes.map((one) => ({ lesson_id: lesson, course_id: course, ...one }))
        await callAs(database, student.caller, 'save_progress', [JSON.stringify(rows)])
        expect(await state()).toEqual(single)
      }
    },
    MANY_WRITES_MS,
  )

  test(
    'the check can fail: without the merge the last write wins, and the order decides',
    async () => {
      await owner(database, 'alter table user_progress disable trigger user')
      try {
        expect(await differences(replay, 50)).toBeGreaterThan(25)
      } finally {
        await owner(database, 'alter table user_progress enable trigger user')
      }
    },
    MANY_WRITES_MS,
  )

  test('[7-17] 30 writers at once lose nothing', async () => {
    const writers = Array.from({ length: 30 }, (_, i) =>
      write({ progress_seconds: i, last_watched: at(i), watched_ranges: `{[${i * 20},${i * 20 + 20})}` }),
    )
    await Promise.all(writers)
    expect(await stored()).toMatchObject({ watched_ranges: '{[0,600)}', completed: true, progress_seconds: '29' })
  })
})

describe('batches', () => {
  async function manyLessons(count: number): Promise<{ lesson_id: string; course_id: string }[]> {
    return owner(
      database,
      `with c as (insert into courses (title_he, is_published) values ('גדול', true) returning id)
       insert into lessons (course_id, title_he, duration_seconds, is_published)
       select c.id, 'שיעור', 600, true from c, generate_series(1, $1::int) returning id as lesson_id, course_id`,
      [count],
    )
  }

  test('[7-19] names what it saved and what it could not', async () => {
    const unknown = '00000000-0000-4000-8000-00000000dead'
    const rows = [
      { lesson_id: lesson, course_id: course, progress_seconds: 50 },
      { lesson_id: unknown, course_id: course, progress_seconds: 50 },
      { lesson_id: draft, course_id: course, progress_seconds: 50 },
    ]
    const answer = await callAs<{ accepted: string[]; rejected: unknown[] }>(
      database,
      student.caller,
      'save_progress',
      [JSON.stringify(rows)],
    )
    expect(answer.accepted).toEqual([lesson])
    expect(answer.rejected).toHaveLength(2)
    expect((await stored())?.progress_seconds).toBe('50')
  })

  test('[7-19] the cost of a row does not grow with the batch', async () => {
    const lessons = await manyLessons(500)
    const rows = lessons.map((one) => ({ ...one, progress_seconds: 30, watched_ranges: '{[0,30)}' }))
    const time = async (count: number) => {
      const started = performance.now()
      await callAs(database, student.caller, 'save_progress', [JSON.stringify(rows.slice(0, count))])
      return (performance.now() - started) / count
    }
    await time(500)
    const small = Math.min(await time(100), await time(100), await time(100))
    const large = Math.min(await time(500), await time(500), await time(500))
    expect(large).toBeLessThan(small * 4)
  })
})

describe('completion of courses', () => {
  const complete = (id: string) => callAs(database, student.caller, 'set_lesson_completed', [id, true])
  const completions = () =>
    rowsAs<{ lesson_count: number }>(
      database,
      student.caller,
      'select lesson_count from course_completions where course_id = $1',
      [course],
    )

  test('[4-51] is recorded once all published lessons are completed, and stays', async () => {
    await complete(lesson)
    expect(await completions()).toEqual([])
    await complete(endless)
    expect(await completions()).toEqual([{ lesson_count: 2 }])
    expect(await callAs(database, student.caller, 'reset_course_progress', [course])).toBe(2)
    expect(await stored()).toBeUndefined()
    expect(await completions()).toEqual([{ lesson_count: 2 }])
  })

  test('[4-51] is not missed when the last two lessons are completed at once', async () => {
    for (let round = 0; round < 20; round++) {
      await owner(database, 'with a as (delete from user_progress) delete from course_completions')
      await Promise.all([complete(lesson), complete(endless)])
      expect(await completions()).toEqual([{ lesson_count: 2 }])
    }
  })

  test('[4-50] a completion taken back stays taken back when older writes arrive late', async () => {
    await write({ progress_seconds: 600, watched_ranges: '{[0,600)}', last_watched: at(1) })
    await callAs(database, student.caller, 'set_lesson_completed', [lesson, false])
    expect(await stored()).toMatchObject({ completed: false, watched_seconds: 0, progress_seconds: '600' })
    await write({ progress_seconds: 600, watched_ranges: '{[0,600)}', completed: true, last_watched: at(2) })
    expect((await stored())?.completed).toBe(false)
    await write({
      progress_seconds: 10,
      watched_ranges: '{[0,10)}',
      last_watched: new Date(Date.now() + 1000).toISOString(),
    })
    expect(await stored()).toMatchObject({ progress_seconds: '10', watched_seconds: 10 })
  })

  test('[4-51] a reset course is not revived by writes from before', async () => {
    await write({ progress_seconds: 100, last_watched: at(1) })
    await callAs(database, student.caller, 'reset_course_progress', [course])
    await write({ progress_seconds: 200, last_watched: at(2) })
    expect(await stored()).toBeUndefined()
  })
})
