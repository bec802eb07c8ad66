import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { callAs, errorCode, owner, rowsAs } from './support/outcome.ts'
import {
  course,
  DURATION,
  database,
  draft,
  endless,
  lesson,
  type ProgressRow,
  stored,
  student,
  type Write,
  withLessons,
  write,
} from './support/watching.ts'

const MANY_WRITES_MS = 180_000

withLessons()

/** What must not depend on the order of writes. */
async function state() {
  const { progress_seconds, watched_until, watch_progress, completed, last_watched, watched_ranges, watched_seconds } =
    (await stored()) ?? ({} as ProgressRow)
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
    ['a word for ranges', { progress_seconds: 9, watched_ranges: 'position' }, 'INVALID_PROGRESS'],
    ['a word before ranges', { progress_seconds: 9, watched_ranges: 'said {[0,9)}' }, 'INVALID_PROGRESS'],
    ['ranges turned round', { progress_seconds: 1, watched_ranges: '{[9,3)}' }, 'INVALID_PROGRESS'],
    ['ranges in dates', { progress_seconds: 1, watched_ranges: '{[2026-01-01,2026-01-02)}' }, 'INVALID_PROGRESS'],
    ['an unknown lesson', { lesson_id: '00000000-0000-4000-8000-00000000dead' }, 'LESSON_NOT_FOUND'],
    ['a course that is not the lesson’s', { course_id: '00000000-0000-4000-8000-00000000dead' }, 'LESSON_NOT_FOUND'],
  ])('[5-21] refuses %s and keeps nothing', async (_, changes, code) => {
    await expect(write(changes).catch((error) => errorCode(error))).resolves.toBe(code)
    expect(await stored()).toBeUndefined()
  })

  test.each(['position', 'said {[0,9)}', '[0,9)', '{', ''])(
    '[7-17] refuses "%s" for ranges beside a row as well',
    async (watched_ranges) => {
      await write({ progress_seconds: 5, watched_ranges: '{}' })
      await expect(write({ progress_seconds: 9, watched_ranges }).catch(errorCode)).resolves.toBe('INVALID_PROGRESS')
      const update = rowsAs(database, student.caller, 'update user_progress set watched_ranges = $1', [watched_ranges])
      await expect(update.catch(errorCode)).resolves.toBe('INVALID_PROGRESS')
      expect(await stored()).toMatchObject({ progress_seconds: '5', watched_ranges: '{}' })
    },
  )

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

  test('[4-49] ranges that are known already claim nothing about a position further on', async () => {
    await write({ progress_seconds: 500, watched_ranges: '{[480,500)}', last_watched: at(1) })
    await write({ progress_seconds: 590, watched_ranges: '{[480,500)}', last_watched: at(2) })
    expect(await stored()).toMatchObject({ progress_seconds: '590', watched_ranges: '{[480,500)}', completed: false })
  })

  test('[3-15] [7-17] the same position without ranges claims what lies before it', async () => {
    await write({ progress_seconds: 500, watched_ranges: '{[480,500)}', last_watched: at(1) })
    await write({ progress_seconds: 500, last_watched: at(1), updated_at: new Date().toISOString() })
    expect((await stored())?.watched_ranges).toBe('{[0,500)}')
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
