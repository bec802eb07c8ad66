import { describe, expect, test } from 'vitest'
import { callAs, errorCode, owner, rowsAs } from './support/outcome.ts'
import { course, database, draft, endless, lesson, stored, student, withLessons, write } from './support/watching.ts'

withLessons()

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 10, minute)).toISOString()

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

  test.each(['{}', '"[]"', 'null', null])('[7-19] %j is no batch', async (updates) => {
    expect(await callAs(database, student.caller, 'save_progress', [updates]).catch(errorCode)).toBe('INVALID_BODY')
  })

  test('[7-19] the cost of a row does not grow with the batch', { retry: 3 }, async () => {
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

  test.each([true, false])('[4-50] a draft, or no lesson at all, is not completed: %s', async (completed) => {
    const say = (id: string) => callAs(database, student.caller, 'set_lesson_completed', [id, completed])
    for (const id of [draft, '00000000-0000-4000-8000-00000000dead'])
      expect(await say(id).catch(errorCode)).toBe('LESSON_NOT_FOUND')
    expect(await stored(draft)).toBeUndefined()
  })

  test('[4-51] is recorded once all published lessons are completed, and stays', async () => {
    await complete(lesson)
    expect(await completions()).toEqual([])
    await complete(endless)
    expect(await completions()).toEqual([{ lesson_count: 2 }])
    expect(await callAs(database, student.caller, 'reset_course_progress', [course])).toBe(2)
    expect(await stored()).toBeUndefined()
    expect(await completions()).toEqual([{ lesson_count: 2 }])
  })

  test('[4-51] is recorded for whoever lacked only a lesson that is hidden now', async () => {
    const shown = (is: boolean, id = endless) =>
      owner(database, 'update lessons set is_published = $1 where id = $2', [is, id])
    await complete(lesson)
    await shown(true, draft)
    await shown(false, draft)
    expect(await completions()).toEqual([])
    await shown(false)
    expect(await completions()).toEqual([{ lesson_count: 1 }])
    await shown(true)
    expect(await completions()).toEqual([{ lesson_count: 1 }])
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
