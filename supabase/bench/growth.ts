/**
 * How reading and saving progress, and the list of students, grow with the academy: fills a temporary database to 10 and
 * 100 thousand students with five rows of progress each, and measures at each size the very requests of the browser, over
 * HTTP, under row level security. `npm run growth`, with `-- --million` to a million students (5 million rows), with
 * `-- 5000 50000` to other sizes, with `-- --lists` the lists alone. Ends with 1 when the dashboard or a list misses its
 * budget or a request grows too fast.
 */
import { loadavg } from 'node:os'
import { quantile } from '../../scripts/lib/figures.mjs'
import { type BenchAcademy, type Cost, openAcademy } from './academy.ts'
import { LISTED, MARKED, measureLists, PERSON_COLUMNS, personValues, TAGS } from './student-list.ts'

const [ASKED, FLAGS] = [process.argv.slice(2).map(Number).filter(Boolean), process.argv.slice(2)]
const USUAL = [10_000, 100_000, ...(FLAGS.includes('--million') ? [1_000_000] : [])]
const SIZES = ASKED.length > 0 ? ASKED : USUAL
const COURSES = 100
const LESSONS = 10
const ROWS_OF_A_STUDENT = 5
/** Students who are measured: they have begun six courses, with their rows scattered over the whole fill. */
const MEASURED = 200
const MEASURED_ROWS = 60
const SLICES = 12
const REQUESTS = 360
/** Requests of each kind that come before those that count: many before the first size, while Node still compiles. */
const WARM_UP = { first: 600, later: 60 }
/** Growth of the p95 and, less shaken by what else the machine does, of the median. */
const BUDGETS = { dashboardMs: 20, growth: 2, medianGrowth: 1.5 }
const PROGRESS = `user_id, lesson_id, course_id, progress_seconds, watched_until, watch_progress, completed, last_watched, watched_ranges, watched_seconds`

type Lesson = { id: string; course_id: string }
type Sample = { name: string; request: (student: string, turn: number) => Promise<Cost> }

const academy = await openAcademy()
let missed = false
try {
  await makeCatalogue(academy)
  const lessons = await academy.sql<Lesson>('select id, course_id from lessons order by course_id, order_index')
  const before = new Map<string, { p50: number; p95: number }>()
  let students = 0
  for (const size of SIZES) {
    const measured = await grow(academy, size - students)
    students = size
    await report(size)
    if (!(await measureLists(academy))) missed = true
    if (FLAGS.includes('--lists')) continue
    const warmUp = before.size === 0 ? WARM_UP.first : WARM_UP.later
    for (const { name, request } of samplesOf(lessons)) {
      await measure(measured, request, warmUp)
      const costs = await measure(measured, request, REQUESTS)
      const [clock, processor] = [costs.map((cost) => cost.clock), costs.map((cost) => cost.processor)]
      const now = { p50: quantile(processor, 0.5), p95: quantile(processor, 0.95) }
      const earlier = before.get(name) ?? now
      before.set(name, now)
      const growth = { p50: now.p50 / earlier.p50, p95: now.p95 / earlier.p95 }
      const isTooSlow = name === 'dashboard' && Math.max(now.p95, quantile(clock, 0.95)) >= BUDGETS.dashboardMs
      const isKept = growth.p95 < BUDGETS.growth && growth.p50 < BUDGETS.medianGrowth && !isTooSlow
      missed ||= !isKept
      console.log(
        `${isKept ? ' ' : '!'} ${name.padEnd(32)} processor ${inMs(processor)}, ${growth.p50.toFixed(2)} and ${growth.p95.toFixed(2)} x before; clock ${inMs(clock)}`,
      )
    }
  }
} finally {
  await academy.close()
}
process.exit(missed ? 1 : 0)

async function makeCatalogue({ fill, sql }: BenchAcademy): Promise<void> {
  await fill([
    `insert into categories (name_he, slug) select 'קטגוריה', 'c' || i from generate_series(1, 6) i`,
    `insert into courses (title_he, is_published, order_index, thumbnail_url, category_id)
     select 'קורס ' || i, true, i, '/t.webp', (select id from categories order by slug offset i % 6 limit 1)
     from generate_series(1, ${COURSES}) i`,
    `insert into lessons (course_id, title_he, is_published, duration_seconds, order_index, created_at)
     select id, 'שיעור ' || i, true, 600, i, now() - interval '1 year' from courses, generate_series(1, ${LESSONS}) i`,
    'create sequence crowd',
    TAGS,
  ])
  await sql('analyze')
}

/** Adds students with progress, and those who are measured; gives the ids of the latter. */
async function grow({ fill, sql }: BenchAcademy, more: number): Promise<string[]> {
  const began = performance.now()
  await fill([
    `create table measured as select gen_random_uuid() as id, nextval('crowd') as n from generate_series(1, ${MEASURED})`,
    `create table numbered as select id, course_id, row_number() over (order by course_id, order_index) - 1 as n from lessons`,
    'alter table numbered add primary key (n)',
    account('measured'),
    'insert into auth.sessions (id, user_id) select id, id from measured',
    `insert into auth.mfa_amr_claims (session_id, authentication_method) select id, 'otp' from measured`,
  ])
  for (let slice = 0; slice < SLICES; slice += 1) {
    await fill([
      `create temporary table newcomers on commit drop as
       select gen_random_uuid() as id, nextval('crowd') as n from generate_series(1, ${Math.ceil(more / SLICES)})`,
      account('newcomers', PERSON_COLUMNS, personValues('made.email')),
      LISTED,
      progress('newcomers', ROWS_OF_A_STUDENT, 0),
      ...MARKED,
      progress('measured', MEASURED_ROWS / SLICES, (slice * MEASURED_ROWS) / SLICES),
    ])
  }
  const measured = await sql<{ id: string }>('select id from measured')
  await fill(['drop table measured, numbered'])
  await sql('analyze')
  console.log(`filled in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  return measured.map(({ id }) => id)
}

function account(from: string, columns = '', values = ''): string {
  return `with made as (
    insert into auth.users (id, email, email_confirmed_at) select id, 's' || n || '@example.com', now() from ${from} returning id, email)
  insert into users (id, email, phone_number, email_verified, created_at${columns})
  select made.id, made.email, '+9725' || lpad(substr(made.email, 2, position('@' in made.email) - 2), 9, '0'), true, now() - random() * interval '1 year'${values} from made`
}

/** Rows from the nth lesson on; every student begins at a lesson of their own. */
function progress(from: string, rows: number, nth: number): string {
  return `
  insert into user_progress (${PROGRESS})
  select s.id, l.id, l.course_id, 300, 300, 50, i % 3 = 0, now() - random() * interval '90 days', '{[0,300)}',
    case when i % 3 = 0 then 600 else 300 end
  from ${from} s, generate_series(${nth}, ${nth + rows - 1}) i
  join numbered l on true where l.n = (s.n * 7 + i) % ${COURSES * LESSONS}`
}

/** The requests of the browser. */
function samplesOf(lessons: readonly Lesson[]): Sample[] {
  const own = (student: string) => `user_id=eq.${student}`
  const row = (student: string, lesson: Lesson | undefined, second: number) => ({
    user_id: student,
    lesson_id: lesson?.id,
    course_id: lesson?.course_id,
    progress_seconds: second,
    watched_until: second,
    watch_progress: 1,
    completed: false,
    last_watched: new Date().toISOString(),
    updated_at: new Date().toISOString(),
    watched_ranges: `{[0,${second})}`,
  })
  const some = (turn: number) => lessons[(turn * 31) % lessons.length]
  return [
    {
      name: 'the shortest request there is',
      request: (student) => academy.time(student, '/rest/v1/app_settings?select=key&limit=1'),
    },
    { name: 'dashboard', request: (student) => academy.time(student, '/rest/v1/rpc/my_courses') },
    {
      name: 'bookmarks of the dashboard',
      request: (student) =>
        academy.time(student, `/rest/v1/bookmarks?select=*,course:courses(*,category:categories(*))&${own(student)}`),
    },
    {
      name: 'progress of a lesson',
      request: (student, turn) =>
        academy.time(student, `/rest/v1/user_progress?select=*&${own(student)}&lesson_id=eq.${some(turn)?.id}`),
    },
    {
      name: 'progress of a course',
      request: (student, turn) =>
        academy.time(student, `/rest/v1/user_progress?select=*&${own(student)}&course_id=eq.${some(turn)?.course_id}`),
    },
    {
      name: 'saving one row',
      request: (student, turn) =>
        academy.time(student, '/rest/v1/user_progress?on_conflict=user_id,lesson_id', [
          row(student, some(turn), turn % 600),
        ]),
    },
    {
      name: 'saving 50 rows in one statement',
      request: (student, turn) => {
        const first = (turn * 50) % lessons.length
        const updates = lessons.slice(first, first + 50).map((lesson) => row(student, lesson, turn % 600))
        return academy.time(student, '/rest/v1/rpc/save_progress', { updates })
      },
    },
  ]
}

function inMs(times: readonly number[]): string {
  return `p50 ${quantile(times, 0.5).toFixed(1)} p95 ${quantile(times, 0.95).toFixed(1)} ms`
}

async function measure(students: readonly string[], request: Sample['request'], requests: number): Promise<Cost[]> {
  const costs: Cost[] = []
  for (let turn = 0; turn < requests; turn += 1) {
    costs.push(await request(students[turn % students.length] ?? '', turn))
  }
  return costs
}

async function report(size: number): Promise<void> {
  const [kept] = await academy.sql<{ rows: string; heap: string; indexes: string; width: string }>(
    `select count(*) as rows, pg_size_pretty(pg_relation_size('user_progress')) as heap,
       pg_size_pretty(pg_indexes_size('user_progress')) as indexes,
       (pg_relation_size('user_progress') / count(*)) || ' + ' || (pg_indexes_size('user_progress') / count(*)) as width
     from user_progress`,
  )
  console.log(
    `\n${size} students, ${kept?.rows} rows of progress: heap ${kept?.heap}, indexes ${kept?.indexes}, ${kept?.width} bytes a row; load of the machine ${loadavg()[0]?.toFixed(1)}`,
  )
}
