import type { Database } from '../../../embedded-supabase/src/database/index.ts'
import { owner } from './outcome.ts'

export const DAY = 86_400_000

const israel = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Jerusalem' })
export const dayOf = (at: Date | number) => israel.format(at)
const shift = (day: string, by: number) => new Date(Date.parse(day) + by * DAY).toISOString().slice(0, 10)
export const weekOf = (day: string) => shift(day, -new Date(day).getUTCDay())
/** Sums by a name for what they count; zeros are left out. */
export type Sums = Record<string, number>
const adder = () => {
  const sums: Sums = {}
  return { sums, add: (name: string, by = 1) => by > 0 && Object.assign(sums, { [name]: (sums[name] ?? 0) + by }) }
}

/** Counts the raw rows in another language by another calendar. */
export async function recount(database: Database): Promise<Sums> {
  const ask = <Row>(sql: string) => owner<Row>(database, sql)
  const { sums, add } = adder()
  const views = await ask<{ at: Date; pattern: string; key: string | null }>(
    'select occurred_at as at, path_pattern as pattern, visitor_key as key from page_views',
  )
  const seen = new Set<string>()
  for (const { at, pattern, key } of views) {
    for (const page of [pattern, 'all']) {
      const name = `${dayOf(at)} ${page}`
      add(`views ${name}`)
      if (key && !seen.has(`${name} ${key}`)) add(`visitors ${name}`)
      seen.add(`${name} ${key}`)
    }
  }
  const past = await ask<{ day: string; pattern: string; views: number; visitors: number }>(
    'select day::text, path_pattern as pattern, views, visitors from page_view_days',
  )
  for (const { day, pattern, ...counted } of past) {
    add(`views ${day} ${pattern}`, counted.views)
    add(`views ${day} all`, counted.views)
    add(`visitors ${day} ${pattern}`, counted.visitors)
  }
  const users = await ask<{ id: string; at: Date; verified: boolean }>(
    'select id, created_at as at, email_verified as verified from users',
  )
  const progress = await ask<{
    who: string
    lesson: string
    course: string
    begun: Date
    done: Date | null
    completed: boolean
  }>(
    `select user_id as who, lesson_id as lesson, course_id as course, created_at as begun, completed_at as done, completed from user_progress`,
  )
  const finished = await ask<{ who: string; course: string; at: Date }>(
    'select user_id as who, course_id as course, completed_at as at from course_completions',
  )
  for (const { id, at, verified } of users) {
    const day = dayOf(at)
    const own = progress.filter(({ who }) => who === id)
    add(`registered ${day}`)
    if (verified) add(`verified ${day}`)
    if (own.length > 0) add(`began ${day}`)
    if (own.some(({ completed }) => completed)) add(`completed_lesson ${day}`)
    if (finished.some(({ who }) => who === id)) add(`completed_course ${day}`)
  }
  const first = new Map<string, number>()
  for (const { who, lesson, course, begun, done } of progress) {
    add(`lesson began ${dayOf(begun)} ${lesson}`)
    if (done) add(`lesson completed ${dayOf(done)} ${lesson}`)
    first.set(`${course} ${who}`, Math.min(first.get(`${course} ${who}`) ?? Infinity, begun.getTime()))
  }
  for (const [pair, at] of first) add(`course began ${dayOf(at)} ${pair.split(' ')[0]}`)
  for (const { course, at } of finished) add(`course completed ${dayOf(at)} ${course}`)
  const learned = await ask<{ who: string; day: string }>('select user_id as who, day::text from private.learning_days')
  const weeks = new Set(learned.map(({ who, day }) => `${weekOf(day)} ${who}`))
  for (const pair of weeks) {
    const [week = '', who] = pair.split(' ')
    const cohort = weekOf(dayOf(users.find(({ id }) => id === who)?.at ?? 0))
    // Before that nobody knows any more who learned.
    if (week >= shift(dayOf(Date.now()), -60)) add(`week ${week} of ${cohort}`)
  }
  const watched = await ask<{ lesson: string; ranges: string }>(
    'select lesson_id as lesson, watched_ranges as ranges from user_progress',
  )
  for (const { lesson, ranges } of watched) {
    add(`watched ${lesson}`)
    for (const [, from, to] of ranges.matchAll(/\[(\d+),(\d+)\)/g)) {
      for (let second = Number(from); second < Number(to); second += 1) add(`watched ${lesson} ${second}`)
    }
  }
  for (const { at, kind, status } of await ask<{ at: Date; kind: string; status: string }>(
    `select created_at as at, kind, status from email_outbox where kind like 'own%'`,
  )) {
    if (dayOf(at) > shift(dayOf(Date.now()), -30)) add(`mail ${status} ${dayOf(at)} ${kind}`)
  }
  type Ticket = {
    at: Date
    status: string
    lesson: string | null
    who: string | null
    answered: Date | null
    due: Date
  }
  for (const { at, status, lesson, who, answered, due } of await ask<Ticket>(
    `select created_at as at, status, lesson_id as lesson, user_id as who, first_answer_at as answered, first_answer_due_at as due
     from support_tickets where not is_spam`,
  )) {
    if (answered) add(`ticket answered ${dayOf(at)}`)
    if (answered && answered <= due) add(`ticket in_time ${dayOf(at)}`)
    add(`ticket opened ${dayOf(at)}`)
    if (status === 'closed') add(`ticket closed ${dayOf(at)}`)
    if (lesson) add(`ticket of_lessons ${dayOf(at)}`)
    if (!who) add(`ticket of_visitors ${dayOf(at)}`)
  }
  const attempts = await ask<{ at: Date; who: string; passed: boolean }>(
    'select scored_at as at, user_id as who, passed from private.quiz_attempts where scored_at is not null order by created_at, id',
  )
  const tried = new Set<string>()
  for (const { at, who, passed } of attempts) {
    add(`attempts ${dayOf(at)}`)
    if (passed) add(`passed ${dayOf(at)}`)
    if (!tried.has(who)) {
      add('first attempts')
      if (passed) add('first passed')
    }
    tried.add(who)
  }
  return sums
}

/** What the tables of sums say. Of days whose single visits are gone, the visitors of all pages have a test of their own. */
export async function kept(database: Database): Promise<Sums> {
  const ask = <Row>(sql: string) => owner<Row>(database, sql)
  const { sums, add } = adder()
  const single = new Set(
    (await ask<{ at: Date }>('select occurred_at as at from page_views')).map(({ at }) => dayOf(at)),
  )
  for (const { day, pattern, ...counted } of await ask<{
    day: string
    pattern: string
    views: number
    visitors: number
  }>('select day::text, path_pattern as pattern, views, visitors from private.visit_sums')) {
    add(`views ${day} ${pattern || 'all'}`, counted.views)
    if (pattern || single.has(day)) add(`visitors ${day} ${pattern || 'all'}`, counted.visitors)
  }
  for (const { day, ...stages } of (await ask<{ day: string } & Sums>(
    'select day::text, registered, verified, began, completed_lesson, completed_course from private.cohort_sums',
  )) as { day: string }[]) {
    for (const [stage, students] of Object.entries(stages)) add(`${stage} ${day}`, Number(students))
  }
  for (const { week, cohort, students } of await ask<{ week: string; cohort: string; students: number }>(
    'select week::text, cohort::text, students from private.week_sums',
  ))
    add(`week ${week} of ${cohort}`, students)
  for (const of of ['lesson', 'course']) {
    for (const { day, id, began, completed } of await ask<{
      day: string
      id: string
      began: number
      completed: number
    }>(`select day::text, ${of}_id as id, began, completed from private.${of}_day_sums`)) {
      add(`${of} began ${day} ${id}`, began)
      add(`${of} completed ${day} ${id}`, completed)
    }
  }
  for (const { lesson, students, watched } of await ask<{ lesson: string; students: number; watched: number[] }>(
    'select lesson_id as lesson, students, watched from private.lesson_watching',
  )) {
    add(`watched ${lesson}`, students)
    for (const [second, by] of watched.entries()) add(`watched ${lesson} ${second}`, by)
  }
  for (const { day, kind, ...states } of (await ask(
    `select day::text, kind, sent, waiting as queued, failed as abandoned from private.mail_day_sums where kind like 'own%' and day > private.day_of(now()) - 30`,
  )) as { day: string; kind: string }[]) {
    for (const [state, mails] of Object.entries(states)) add(`mail ${state} ${day} ${kind}`, Number(mails))
  }
  for (const { day, ...figures } of (await ask(
    'select day::text, opened, closed, of_lessons, of_visitors, answered, in_time from private.ticket_day_sums',
  )) as {
    day: string
  }[]) {
    for (const [figure, tickets] of Object.entries(figures)) add(`ticket ${figure} ${day}`, Number(tickets))
  }
  for (const { day, attempts, passed } of await ask<{ day: string; attempts: number; passed: number }>(
    'select day::text, attempts, passed from private.quiz_day_sums',
  )) {
    add(`attempts ${day}`, attempts)
    add(`passed ${day}`, passed)
  }
  for (const { students, passed } of await ask<{ students: number; passed: number }>(
    'select students, passed from private.quiz_sums',
  )) {
    add('first attempts', students)
    add('first passed', passed)
  }
  return sums
}
