import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import type { ProgressUpdate } from '../../web/app/course/progress/pending-progress.rules.ts'
import { countedSeconds, type LessonProgress } from '../../web/app/course/progress/progress-merge.rules.ts'
import { DURATIONS, histories } from '../../web/app/course/progress/test-histories.ts'
import { isBetween, type Outcome, playHistory } from '../../web/app/course/progress/test-world.ts'
import { parseRanges } from '../../web/app/course/progress/watched-ranges.rules.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { callAs, owner, rowsAs } from './support/outcome.ts'
import { type Person, signUp } from './support/people.ts'

/** `npm run test:all` asks more. */
const HISTORIES = Number(process.env.PROGRESS_HISTORIES ?? 1_000)
const PATIENCE = 280_000
const SIX_HOURS = 6 * 3_600_000
/** Rows that one statement of a student may save. */
const BATCH = 500

type Row = {
  lesson_id: string
  position: number
  until: number
  completed: boolean
  time: number
  ranges: string
  seconds: number
}
/** How many histories get their lessons by one statement. */
const AT_ONCE = 200

type Lesson = { lesson_id: string; course_id: string }

let database: Database
let dana: Person
let played: Outcome[]
/** By history, then by lesson of the history. */
let lessons: Lesson[][]

beforeAll(async () => {
  database = await openAcademyDatabase({ durable: true })
  dana = await signUp(database, 'dana@example.com')
  await owner(database, `update users set created_at = now() - interval '1 year'`)
  const [course] = await owner<{ id: string }>(
    database,
    `insert into courses (title_he, is_published) values ('קורס', true) returning id`,
  )
  const made: Lesson[] = []
  // In parts: each lesson becomes a record of content, and a statement has its time.
  for (let begun = 0; begun < HISTORIES; begun += AT_ONCE) {
    const part = await owner<Lesson>(
      database,
      `insert into lessons (course_id, title_he, duration_seconds, is_published, created_at)
       select $3, 'שיעור', d, true, now() - interval '1 year'
       from generate_series(1, $1::int) h, unnest($2::int[]) with ordinality as durations (d, n) order by h, n
       returning id as lesson_id, course_id`,
      [Math.min(AT_ONCE, HISTORIES - begun), [...DURATIONS], course?.id],
    )
    made.push(...part)
  }
  lessons = Array.from({ length: HISTORIES }, (_, i) => made.slice(i * DURATIONS.length, (i + 1) * DURATIONS.length))
  // What the browsers sent and what should come of it; every time lies in the past of the database.
  played = []
  const sample = fc.sample(histories(90_000), { numRuns: HISTORIES, seed: 2026 })
  for (const history of sample) played.push(await playHistory(history, Date.now() - SIX_HOURS))
}, PATIENCE)
afterAll(() => database?.close())

const placed = (update: ProgressUpdate, history: number) => ({
  ...update,
  ...lessons[history]?.[Number(update.lesson_id)],
  user_id: dana.id,
})

/** The same row twice in one statement is no upsert, so a browser never sends that. */
async function upsert(rows: object[]): Promise<void> {
  const columns =
    'user_id, lesson_id, course_id, progress_seconds, watched_until, watch_progress, completed, last_watched, updated_at, watched_ranges, watched_pieces'
  const set = columns.split(', ').map((name) => `${name} = excluded.${name}`)
  await rowsAs(
    database,
    dana.caller,
    `insert into user_progress (${columns})
     select ${columns} from jsonb_populate_recordset(null::user_progress, $1)
     on conflict (user_id, lesson_id) do update set ${set.join(', ')}`,
    [JSON.stringify(rows)],
  )
}

const save = (rows: object[]) => callAs(database, dana.caller, 'save_progress', [JSON.stringify(rows)])

async function inBatches(rows: object[], send: (batch: object[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH) await send(rows.slice(start, start + BATCH))
}

/** Lets the arrivals of all histories arrive in their order, the nth of each in one go, each by its own way. */
async function replay(between: (step: number) => Promise<void> = async () => undefined): Promise<number> {
  const longest = Math.max(...played.map(({ arrivals }) => arrivals.length))
  let updates = 0
  for (let step = 0; step < longest; step += 1) {
    const arrived = (byBeacon: boolean) =>
      played.flatMap(({ arrivals }, history) => {
        const arrival = arrivals[step]
        return arrival?.byBeacon === byBeacon ? arrival.updates.map((update) => placed(update, history)) : []
      })
    const [saves, beacons] = [arrived(false), arrived(true)]
    updates += saves.length + beacons.length
    await inBatches(saves, upsert)
    await inBatches(beacons, save)
    await between(step)
  }
  return updates
}

/** The histories that did not end in the row of the ideal viewer; without triggers nothing computes seconds. */
async function wrong(areSecondsComputed = true): Promise<number[]> {
  const rows = await owner<Row>(
    database,
    `select lesson_id, progress_seconds::float as position, watched_until::float as until, completed,
       extract(epoch from last_watched)::float * 1000 as time, watched_ranges as ranges, watched_seconds as seconds
     from user_progress`,
  )
  const stored = new Map(rows.map((row) => [row.lesson_id, row]))
  return played.flatMap(({ kept, watched }, history) => {
    const isRight = DURATIONS.every((duration, lesson) => {
      const [lower, upper] = [kept[lesson], watched[lesson]]
      const row = stored.get(lessons[history]?.[lesson]?.lesson_id ?? '')
      if (!lower || !upper) return false
      if (!row) return lower.lastWatched === Number.NEGATIVE_INFINITY
      const state: LessonProgress = {
        ranges: parseRanges(row.ranges),
        watchedUntil: row.until,
        completed: row.completed,
        position: row.position,
        lastWatched: Math.round(row.time),
      }
      return (
        isBetween(lower, state, upper, duration) &&
        (!areSecondsComputed || row.seconds === countedSeconds(state, duration))
      )
    })
    return isRight ? [] : [history]
  })
}

/** Kills the database as a power cut would, and waits until its supervisor has started it again. */
async function restartDatabase(): Promise<void> {
  const [folder] = await owner<{ data_directory: string }>(database, 'show data_directory')
  const [pid] = readFileSync(join(folder?.data_directory ?? '', 'postmaster.pid'), 'utf8').split('\n')
  process.kill(Number(pid), 'SIGKILL')
  for (let tries = 0; tries < 600; tries += 1) {
    await sleep(50)
    if (await owner(database, 'select 1').catch(() => undefined)) return
  }
  throw new Error('the database did not come back')
}

test(
  `[4-48] [7-17] [7-19] the updates of ${HISTORIES} histories, with a killed database between, end in the rows of the ideal viewer`,
  async () => {
    const updates = await replay((step) => (step === 3 ? restartDatabase() : Promise.resolve()))
    process.stdout.write(`${HISTORIES} histories, ${updates} updates reached the database\n`)
    expect(await wrong()).toEqual([])
  },
  PATIENCE,
)

test(
  '[7-17] all of them once more, the last ones first, change nothing',
  async () => {
    for (const { arrivals } of played) arrivals.reverse()
    await replay()
    expect(await wrong()).toEqual([])
  },
  PATIENCE,
)

test(
  'the check can fail: without the merge the last write wins, and histories end wrong',
  async () => {
    for (const { arrivals } of played) arrivals.reverse()
    await owner(database, 'truncate user_progress')
    await owner(database, 'alter table user_progress disable trigger user')
    try {
      await replay()
      const found = await wrong(false)
      process.stdout.write(`last write wins: ${found.length} of ${HISTORIES} histories end wrong\n`)
      expect(found.length).toBeGreaterThan(HISTORIES / 4)
    } finally {
      await owner(database, 'alter table user_progress enable trigger user')
    }
  },
  PATIENCE,
)
