import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { callAs, owner, rowsAs } from './support/outcome.ts'
import { signUp } from './support/people.ts'
import {
  course,
  DURATION,
  database,
  lesson,
  stored,
  student,
  type Write,
  withLessons,
  write,
} from './support/watching.ts'

withLessons()

const HISTORIES = 60
const PATIENCE = 120_000
/** The clock of the server in the tests of the merge alone. */
const CLOCK = '2026-01-02T00:00:00Z'

type Piece = {
  position: number
  until: number
  completed: boolean
  minute: number
  ranges: [from: number, to: number][]
}
type Row = {
  id: string
  progress_seconds: number
  watched_until: number
  completed: boolean
  completed_at: string | null
  last_watched: string
  watched_ranges: string
  watched_seconds: number
}
const piece: fc.Arbitrary<Piece> = fc.record({
  position: fc.nat(700),
  until: fc.nat(700),
  completed: fc.constantFrom(false, false, false, true),
  minute: fc.nat(59),
  ranges: fc.array(
    fc
      .tuple(fc.nat(560), fc.integer({ min: 1, max: 80 }))
      .map(([from, length]): [number, number] => [from, from + length]),
    { maxLength: 4 },
  ),
})
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 10, minute)).toISOString()
const multirange = (ranges: Piece['ranges']) => `{${ranges.map(([from, to]) => `[${from},${to})`).join(',')}}`

/** The merge alone: no table is read or written. */
async function merge(kept: Row | null, save: Piece, most: number | null = null): Promise<Row> {
  const sent = {
    id: '00000000-0000-4000-8000-000000000001',
    created_at: CLOCK,
    progress_seconds: save.position,
    watched_until: save.until,
    completed: save.completed,
    last_watched: at(save.minute),
  }
  const [row] = await owner<{ merged: Row }>(
    database,
    `select to_jsonb(private.merge_progress(
       case when $1::jsonb is not null then jsonb_populate_record(null::user_progress, $1) end,
       jsonb_populate_record(null::user_progress, $2), $3, $4, $5, $6)) as merged`,
    [kept && JSON.stringify(kept), JSON.stringify(sent), multirange(save.ranges), DURATION, most, CLOCK],
  )
  if (!row) throw new Error('the merge gave nothing')
  return row.merged
}
async function mergeAll(saves: Piece[]): Promise<Row | null> {
  let row: Row | null = null
  for (const save of saves) row = await merge(row, save)
  return row
}
/** When a lesson was completed is the time of the save that showed it, so the order may show it sooner or later. */
const settled = (row: Row | null) => ({ ...row, completed_at: undefined })
const samples = <Value>(of: fc.Arbitrary<Value>, seed: number) => fc.sample(of, { numRuns: HISTORIES, seed })
const history = fc.array(piece, { minLength: 2, maxLength: 5 })

describe('the merge alone', () => {
  test('is a function of its arguments', async () => {
    expect(
      await owner(
        database,
        `select proname, provolatile from pg_proc
         where proname in ('merge_progress', 'count_progress', 'time_on_server', 'add_to_layers')
           and provolatile <> 'i'`,
      ),
    ).toEqual([])
  })

  test(
    '[4-48] ends in the same row in every order and repetition',
    async () => {
      for (const saves of samples(history, 3)) {
        const row = await mergeAll(saves)
        const last = saves.at(-1)
        if (!row || !last) throw new Error('no history')
        expect(await merge(row, last)).toEqual(row)
        expect(settled(await mergeAll([...saves].reverse()))).toEqual(settled(row))
        expect(settled(await mergeAll([...saves, ...saves.slice(0, 2)]))).toEqual(settled(row))
      }
    },
    PATIENCE,
  )

  test(
    '[3-15] never takes a second, the furthest point or a completion away, and an older save moves no position',
    async () => {
      for (const [saves, next] of samples(fc.tuple(history, piece), 5)) {
        const before = await mergeAll(saves)
        if (!before) throw new Error('no history')
        const after = await merge(before, next)
        const [kept] = await owner<{ all: boolean }>(
          database,
          'select $2::int4multirange @> $1::int4multirange as all',
          [before.watched_ranges, after.watched_ranges],
        )
        expect(kept).toEqual({ all: true })
        expect(after.watched_until).toBeGreaterThanOrEqual(before.watched_until)
        expect(after.watched_seconds).toBeGreaterThanOrEqual(before.watched_seconds)
        expect(after.completed).toBe(before.completed || after.completed)
        expect(after.id).toBe(before.id)
        if (before.completed) expect(after.completed_at).toBe(before.completed_at)
        if (Date.parse(at(next.minute)) < Date.parse(before.last_watched)) {
          expect(after.progress_seconds).toBe(before.progress_seconds)
          expect(after.last_watched).toBe(before.last_watched)
        }
      }
    },
    PATIENCE,
  )

  test(
    '[3-15] [9-39] stays within the lesson and within what can have been watched',
    async () => {
      for (const [first, next, most] of samples(fc.tuple(piece, piece, fc.nat(400)), 7)) {
        const before = await merge(null, { ...first, completed: false })
        const after = await merge(before, { ...next, completed: false }, most)
        expect(after.watched_seconds).toBeLessThanOrEqual(DURATION)
        expect(after.progress_seconds).toBeLessThanOrEqual(DURATION)
        expect(after.watched_until).toBeLessThanOrEqual(DURATION)
        if (!after.completed) expect(after.watched_seconds).toBeLessThanOrEqual(Math.max(most, before.watched_seconds))
      }
    },
    PATIENCE,
  )
})

describe('two doors', () => {
  const DAY = 86_400_000
  const NAMES = ['progress_seconds', 'watched_until', 'completed', 'last_watched', 'watched_ranges', 'watched_seconds']

  /** A save as a browser sends it: with the times of its pieces, with ranges alone, or as [7-17] has it. */
  const asSent = (save: Piece, form: number, begun: number): Write => {
    const time = begun + save.minute * 60_000
    const row = {
      progress_seconds: save.position,
      watched_until: save.until,
      completed: save.completed,
      last_watched: new Date(time).toISOString(),
      updated_at: new Date().toISOString(),
    }
    if (form === 0) return row
    const watched_ranges = multirange(save.ranges)
    if (form === 1) return { ...row, watched_ranges }
    return {
      ...row,
      watched_ranges,
      watched_pieces: JSON.stringify(save.ranges.map(([from, to]) => [from, to, time - from * 1000])),
    }
  }

  test(
    '[7-17] [7-19] the upsert and the batch end in the same rows, days and flags',
    async () => {
      const twin = await signUp(database, 'twin@example.com')
      await owner(database, `update users set created_at = now() - interval '1 year'`)
      const kept = (id: string) =>
        owner(
          database,
          `select (select jsonb_build_array(${NAMES.map((name) => `rows.${name}`).join()}) from user_progress as rows where rows.user_id = $1) as row,
             (select jsonb_agg(days.day order by days.day) from private.learning_days as days where days.user_id = $1) as days,
             (select jsonb_agg(jsonb_build_array(resets.layers, resets.since, resets.claimed)) from private.progress_resets as resets
               where resets.user_id = $1) as marks`,
          [id],
        )
      const sample = fc.tuple(
        fc.array(fc.tuple(piece, fc.nat(2), fc.constantFrom(0, 2, 9)), { minLength: 2, maxLength: 6 }),
        fc.nat(6),
      )
      for (const [saves, takenBackAt] of samples(sample, 9)) {
        await owner(
          database,
          'with a as (delete from user_progress), b as (delete from private.learning_days) delete from private.progress_resets',
        )
        const rows = saves.map(([save, form, days]) => asSent(save, form, Date.now() - 7_200_000 - days * DAY))
        const takeBack = async () => {
          for (const person of [student, twin])
            await callAs(database, person.caller, 'set_lesson_completed', [lesson, false])
          // The moment of the first of the two, for both.
          await owner(
            database,
            `update private.progress_resets set taken_back_at = (select min(taken_back_at) from private.progress_resets) where true`,
          )
        }
        for (const part of [rows.slice(0, takenBackAt), rows.slice(takenBackAt)]) {
          for (const row of part) await write(row)
          const updates = part.map(({ watched_pieces, ...row }) => ({
            ...row,
            ...{ lesson_id: lesson, course_id: course },
            ...(watched_pieces ? { watched_pieces: JSON.parse(String(watched_pieces)) } : {}),
          }))
          await callAs(database, twin.caller, 'save_progress', [JSON.stringify(updates)])
          if (part.length > 0) await takeBack()
        }
        expect(await kept(twin.id)).toEqual(await kept(student.id))
      }
    },
    PATIENCE,
  )

  test('[7-19] a batch names each lesson once, whatever it brings of it', async () => {
    const row = { lesson_id: lesson, course_id: course, last_watched: new Date().toISOString() }
    const updates = [0, 10, 20].map((from) => ({
      ...row,
      progress_seconds: from + 5,
      watched_ranges: `{[${from},${from + 5})}`,
    }))
    const answer = await callAs(database, student.caller, 'save_progress', [JSON.stringify(updates)])
    expect(answer).toEqual({ accepted: [lesson], rejected: [], saved: 1 })
    expect(await stored()).toMatchObject({ watched_ranges: '{[0,5),[10,15),[20,25)}', progress_seconds: '25' })
  })
})

test('[7-17] of two first saves at once the slower claims its ranges, and not what lies before its position', async () => {
  const columns = 'user_id, lesson_id, course_id, progress_seconds, last_watched, updated_at, watched_ranges'
  const upsert = `insert into user_progress (${columns}) values ($1, $2, $3, $4, now(), now() - interval '1 second', '{[480,500)}')
    on conflict (user_id, lesson_id) do update set progress_seconds = excluded.progress_seconds,
      last_watched = excluded.last_watched, updated_at = excluded.updated_at, watched_ranges = excluded.watched_ranges`
  let slower: Promise<unknown> = Promise.resolve()
  await database.asCaller(student.caller, async (tx) => {
    await tx.query(upsert, [student.id, lesson, course, 500])
    slower = rowsAs(database, student.caller, upsert, [student.id, lesson, course, 590])
    for (;;) {
      const [waiting] = await owner<{ count: number }>(
        database,
        `select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and query like 'insert into user_progress%'`,
      )
      if (waiting?.count) break
    }
  })
  await slower
  expect(await stored()).toMatchObject({ progress_seconds: '590', watched_ranges: '{[480,500)}', completed: false })
})

test.each([
  [
    'user_progress',
    ['user_progress_deleted', 'user_progress_inserted', 'user_progress_updated', 'user_progress_write'],
  ],
  ['users', ['users_change_audit', 'users_follow', 'users_viewing_guard', 'users_write', 'users_write_directly']],
])('%s has these triggers, and none depends on the order of names', async (table, names) => {
  const rows = await owner<{ name: string }>(
    database,
    `select tgname as name from pg_trigger where tgrelid = ('public.' || $1)::regclass and not tgisinternal order by 1`,
    [table],
  )
  expect(rows.map(({ name }) => name)).toEqual(names)
})
