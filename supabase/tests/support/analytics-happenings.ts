import fc from 'fast-check'
import type { Database } from '../../../embedded-supabase/src/database/index.ts'
import { DAY } from './analytics-sums.ts'
import { callAs, owner } from './outcome.ts'
import { SERVICE } from './people.ts'

/** The clock goes forward and back in Israel; around each a day has 23 or 25 hours. */
const CLOCK_CHANGES = [Date.UTC(2026, 2, 27), Date.UTC(2026, 9, 25)]
/** Pages that are visited. */
export const PATTERNS = ['/', '/courses', '/register']

const KINDS = [
  'mail',
  'ticket',
  'attempt',
  'visit',
  'visit',
  'watch',
  'watch',
  'complete',
  'complete',
  'complete',
] as const
const CORRECTIONS = [
  'settle',
  'close',
  'score',
  'forget',
  'reset',
  'leave',
  'register',
  'verify',
  'date',
  'count',
  'sum up visits',
] as const
type Happening = { kind: (typeof KINDS | typeof CORRECTIONS)[number]; who: number; lesson: number; at: number }

/** Where things happen, and to whom; who is undefined has not registered or has left. */
export type Story = {
  database: Database
  lessons: { id: string; course_id: string }[]
  quiz: string
  people: (string | undefined)[]
}

/** The job that counts. */
export const countAnalytics = (database: Database) =>
  callAs<{ left: number }>(database, SERVICE, 'sum_up_analytics', [1000])

const moments = fc.oneof(
  fc.integer({ min: -2 * DAY, max: 2 * DAY }).chain((off) => fc.constantFrom(...CLOCK_CHANGES.map((at) => at + off))),
  fc.integer({ min: 0, max: 55 * DAY }).map((ago) => Date.now() - ago),
  // Around midnight, as clocks of other zones would have it on another day.
  fc
    .tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: -4, max: 4 }))
    .map(([days, hours]) => Math.floor(Date.now() / DAY) * DAY - days * DAY + hours * 3_600_000),
)
/** What happens one after the other, as far as it comes to figures. */
export const happenings = fc.array(
  fc.record({
    kind: fc.constantFrom(...KINDS, ...KINDS, ...CORRECTIONS),
    who: fc.nat(3),
    lesson: fc.nat(3),
    at: moments,
  }) as fc.Arbitrary<Happening>,
  { minLength: 15, maxLength: 30 },
)

let serial = 0
/** An account as the sign-in service makes it, unconfirmed. */
async function register(database: Database): Promise<string> {
  const email = `person${++serial}@example.com`
  const [made] = await owner<{ id: string }>(database, 'insert into auth.users (email) values ($1) returning id', [
    email,
  ])
  return made?.id ?? ''
}

/** Lets one thing happen, by whoever has that place; who is not there yet registers first. */
export async function happen(
  { database, lessons, quiz, people }: Story,
  { kind, who, lesson, at }: Happening,
): Promise<void> {
  const ask = (sql: string, values: unknown[]) => owner(database, sql, values)
  const moment = new Date(Math.min(at, Date.now() - 60_000))
  if (kind === 'visit') {
    await ask(`insert into page_views (path_pattern, occurred_at, visitor_key) values ($1, $2, $3)`, [
      PATTERNS[lesson % 3],
      moment,
      who === 0 ? null : `visitor-key-${who}`,
    ])
    return
  }
  if (kind === 'mail') {
    await ask(`insert into email_outbox (kind, recipient, subject, created_at) values ($1, 'a@example.com', 's', $2)`, [
      `own_${who}`,
      moment,
    ])
    return
  }
  if (kind === 'settle') {
    await ask(
      `update email_outbox set status = case when $1 then 'sent' else 'abandoned' end, last_failure = 'permanent' where kind = $2 and status = 'queued'`,
      [lesson > 1, `own_${who}`],
    )
    return
  }
  if (kind === 'close') {
    await ask(
      `update support_tickets set status = 'closed', first_answer_at = $2, first_answer_due_at = $3, is_spam = $4 where subject = $1`,
      [`שאלה ${lesson}`, moment, new Date(moment.getTime() + (who - 1) * 60_000), who === 3],
    )
    return
  }
  if (kind === 'count') return void (await countAnalytics(database))
  if (kind === 'sum up visits') return void (await callAs(database, SERVICE, 'sum_up_visits', [20000]))
  people[who] ??= await register(database)
  const id = people[who]
  const { id: lessonId, course_id } = lessons[lesson] ?? { id: '', course_id: '' }
  if (kind === 'watch' || kind === 'complete') {
    await ask(
      `insert into user_progress (user_id, lesson_id, course_id, progress_seconds, completed, last_watched, created_at)
       values ($1, $2, $3, 30, $4, $5, $5) on conflict (user_id, lesson_id) do update set
         progress_seconds = excluded.progress_seconds, completed = excluded.completed, last_watched = excluded.last_watched`,
      [id, lessonId, course_id, kind === 'complete', moment],
    )
  }
  if (kind === 'ticket') {
    await ask(
      `insert into support_tickets (user_id, name, email, subject, course_id, lesson_id, created_at) values ($1, 'דנה', 'a@example.com', $2, $3, $4, $5)`,
      who === 0 ? [null, `שאלה ${lesson}`, null, null, moment] : [id, `שאלה ${lesson}`, course_id, lessonId, moment],
    )
  }
  if (kind === 'attempt') {
    await ask(
      `insert into private.quiz_attempts (id, user_id, quiz_id, version, created_at, started_at, submitted_at, ended_by, scored_at, points, percent, passed)
       values (gen_random_uuid(), $1, $2, 1, $3, $3, $3, 'student', $3, 1, 100, $4)`,
      [id, quiz, moment, lesson > 1],
    )
  }
  if (kind === 'score') {
    await ask('update private.quiz_attempts set passed = not passed, scored_at = $2 where user_id = $1', [id, moment])
  }
  if (kind === 'forget') await ask('delete from user_progress where user_id = $1 and lesson_id = $2', [id, lessonId])
  if (kind === 'reset') await ask('delete from user_progress where user_id = $1', [id])
  if (kind === 'register') await ask('update users set created_at = $2 where id = $1', [id, moment])
  if (kind === 'verify') await ask('update auth.users set email_confirmed_at = $2 where id = $1', [id, moment])
  if (kind === 'date') {
    await ask('update course_completions set completed_at = $3 where user_id = $1 and course_id = $2', [
      id,
      course_id,
      moment,
    ])
  }
  if (kind === 'leave') {
    await ask('delete from auth.users where id = $1', [id])
    people[who] = undefined
  }
}
