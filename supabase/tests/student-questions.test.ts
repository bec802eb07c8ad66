import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { assemble, type Cast } from './support/cast.ts'
import { callAs, owner } from './support/outcome.ts'

/** Any question that a list of students can be asked, against a plain filter over all of them. */

type Student = {
  id: string
  email: string
  name: string
  phone_number: string
  state: string
  created_at: string
  last_login_at: string | null
  days_away: number | null
  phone_owed: boolean
  marketing_consent: boolean
  tags: string[]
  day: string
  learned: string[]
  stages: string[]
}
type Question = {
  search?: string
  states?: string[]
  phone_owed?: boolean
  marketing?: boolean
  absent_days?: number
  tag?: string
  registered_from?: string
  registered_to?: string
  learned_from?: string
  learned_to?: string
  stage?: string
  sort: 'name' | 'created_at' | 'last_login_at'
  direction: 'asc' | 'desc'
}
type Answer = { rows: { id: string; sort_value: string }[]; size: number; total: number }

const QUESTIONS = 80
const WORDS = [
  'דנה',
  'כהן',
  'דנ',
  'ד',
  'בן-',
  'שם 1',
  'לוי דנה',
  'ALEX',
  'x',
  'איןכזה',
  '%',
  'crowd3@example.com',
  '054-0000003',
]

let database: Database
let cast: Cast
let students: Student[]
beforeAll(async () => {
  database = await openAcademyDatabase()
  cast = await assemble(database)
  await owner(
    database,
    `with crowd as (insert into auth.users (id, email, email_confirmed_at)
       select gen_random_uuid(), 'crowd' || i || '@example.com', case when i % 7 <> 0 then now() end from generate_series(1, 160) as i returning id, email)
     insert into users (id, email, first_name, last_name, phone_number, created_at, last_login_at, marketing_consent)
     select id, email, (array['דנה', 'דן', 'נועה', 'Alex', 'עידן'])[1 + n % 5], (array['כהן', 'לוי', 'בן-דוד', 'שם ' || n, ''])[1 + n % 4],
       case when n % 6 <> 0 then '+97254' || lpad(n::text, 7, '0') else '+972000000000' end, '2026-01-01'::timestamptz + (n % 30) * interval '1 day',
       case when n % 3 > 0 then now() - (n % 50) * interval '1 day' - interval '1 hour' end, n % 2 = 0
     from (select id, email, substring(email from '[0-9]+')::integer as n from crowd) as people`,
  )
  await owner(
    database,
    `update users set is_active = substring(email from '[0-9]+')::integer % 10 > 0, deletion_due_at = case when substring(email from '[0-9]+')::integer % 11 = 0 then now() + interval '3 days' end,
       first_name = case when substring(email from '[0-9]+')::integer % 13 = 0 then 'שונה' else first_name end,
       last_name = case when substring(email from '[0-9]+')::integer % 23 = 0 then 'דנון' else last_name end where email like 'crowd%'`,
  )
  await owner(database, `delete from auth.users where email in ('crowd20@example.com', 'crowd21@example.com')`)
  await owner(
    database,
    `with tags as (insert into private.student_tags (name) values ('Pilot'), ('נדירה') returning id, name)
     insert into private.tagged_students (student_id, tag_id) select users.id, tags.id from users, tags
       where email like 'crowd%' and substring(email from '[0-9]+')::integer % (case tags.name when 'Pilot' then 2 else 29 end) = 0`,
  )
  await owner(
    database,
    `delete from private.tagged_students where student_id in (select id from users where email in ('crowd2@example.com', 'crowd58@example.com'))`,
  )
  await owner(
    database,
    `with course as (insert into courses (title_he, is_published) values ('קורס', true) returning id),
       lesson as (insert into lessons (course_id, title_he, duration_seconds, is_published) select id, 'שיעור', 100, true from course returning id, course_id),
       people as (select id, substring(email from '[0-9]+')::integer as n from users where email like 'crowd%'),
       watched as (insert into user_progress (user_id, lesson_id, course_id, completed, last_watched)
         select people.id, lesson.id, course_id, n % 4 = 0, now() - n % 9 * interval '1 day' from people, lesson where n % 2 = 0),
       earlier as (insert into private.learning_days (day, user_id) select private.day_of(now()) - ago, id from people, unnest(array[4, 6, 70]) as ago where (n + ago) % 6 = 0)
     insert into course_completions (user_id, course_id, lesson_ids, lesson_count) select people.id, course_id, array[lesson.id], 1 from people, lesson where n % 8 = 0`,
  )
  students = await owner<Student>(
    database,
    `select array(select day::text from private.learning_days where user_id = users.id) as learned,
       array_remove(array[case when email_verified then 'verified' end,
         case when exists (select from user_progress where user_id = users.id) then 'began' end,
         case when exists (select from user_progress where user_id = users.id and completed) then 'completed_lesson' end,
         case when exists (select from course_completions where user_id = users.id) then 'completed_course' end], null) as stages,
       private.tags_of(id) as tags, (created_at at time zone 'Asia/Jerusalem')::date::text as day, id, email, lower(first_name || ' ' || last_name) as name, phone_number, private.student_state(users) as state, phone_owed, marketing_consent,
       created_at::text, last_login_at::text, extract(epoch from now() - last_login_at)::float / 86400 as days_away from users`,
  )
})
afterAll(() => database?.close())

const daysAgo = (days: number) =>
  new Intl.DateTimeFormat('sv', { timeZone: 'Asia/Jerusalem' }).format(Date.now() - days * 86_400_000)

const questions = fc
  .record(
    {
      search: fc.constantFrom(...WORDS),
      states: fc.subarray(['active', 'closed', 'leaving', 'unverified', 'nonsense'], { minLength: 1 }),
      phone_owed: fc.boolean(),
      marketing: fc.boolean(),
      absent_days: fc.constantFrom(0, 5, 30, 3650),
      tag: fc.constantFrom('pilot', 'נדירה', 'אין כזאת'),
      registered_from: fc.constantFrom('2026-01-01', '2026-01-05', '2026-01-20', '2026-02-30'),
      learned_from: fc.constantFrom(daysAgo(65), daysAgo(20), daysAgo(7), daysAgo(4), '2099-02-30'),
      stage: fc.constantFrom('verified', 'began', 'completed_lesson', 'completed_course', 'nonsense'),
      sort: fc.constantFrom('name', 'created_at', 'last_login_at'),
      direction: fc.constantFrom('asc', 'desc'),
    },
    { requiredKeys: ['sort', 'direction'] },
  )
  .map((question) => ({
    ...question,
    ...(question.registered_from !== undefined && { registered_to: '2026-01-20' }),
    ...(question.learned_from !== undefined && { learned_to: daysAgo(3) }),
  })) as fc.Arbitrary<Question>

/** Whom a search means: one whole address or phone, or every word, a short one at the beginning of a name. */
function isMeant({ name, email, phone_number }: Student, search: string): boolean {
  const words = search.toLowerCase().trim()
  if (words.includes('@')) return email === words
  const digits = search.replaceAll(/\D/g, '')
  if (digits.length >= 7) return [`+${digits}`, `+972${digits.replace(/^0+/, '')}`].includes(phone_number)
  return words.split(/\s+/).every((word) => (word.length > 2 ? name.includes(word) : ` ${name}`.includes(` ${word}`)))
}

function matches(
  student: Student,
  { search, states, phone_owed, marketing, absent_days, tag, registered_from, registered_to, ...further }: Question,
): boolean {
  return (
    (search === undefined || isMeant(student, search)) &&
    (states === undefined || states.includes(student.state)) &&
    (phone_owed === undefined || student.phone_owed === phone_owed) &&
    (marketing === undefined || student.marketing_consent === marketing) &&
    (tag === undefined || student.tags.some((name) => name.toLowerCase() === tag)) &&
    (registered_from === undefined || (student.day >= registered_from && student.day <= (registered_to ?? ''))) &&
    learnedAs(student, further) &&
    (absent_days === undefined || (student.days_away ?? Number.POSITIVE_INFINITY) > absent_days)
  )
}

function learnedAs({ learned, stages }: Student, { learned_from, learned_to = '', stage }: Partial<Question>): boolean {
  return (
    (learned_from === undefined || learned.some((day) => day >= learned_from && day <= learned_to)) &&
    (stage === undefined || stages.includes(stage))
  )
}

/** In the order of bytes, as the database has names; nobody who never came is before whoever did. */
function inOrder(found: Student[], { sort, direction }: Question): string[] {
  const keyOf = ({ name, created_at, last_login_at }: Student) =>
    Buffer.from(sort === 'name' ? name : sort === 'created_at' ? created_at : (last_login_at ?? ''))
  const sorted = found.sort((a, b) => Buffer.compare(keyOf(a), keyOf(b)) || (a.id < b.id ? -1 : 1))
  return (direction === 'asc' ? sorted : sorted.reverse()).map(({ id }) => id)
}

async function walk(question: Question): Promise<{ ids: string[]; total: number }> {
  const ids: string[] = []
  let after: { value: string; id: string } | undefined
  let total = 0
  for (;;) {
    const query = { ...question, ...(after ? { after } : { count: true }) }
    const answer = await callAs<Answer>(database, cast.caller('admin'), 'list_students', [JSON.stringify(query)])
    if (!after) total = answer.total
    const page = answer.rows.slice(0, answer.size)
    ids.push(...page.map(({ id }) => id))
    const last = page.at(-1)
    if (answer.rows.length <= answer.size || !last) return { ids, total }
    after = { value: last.sort_value, id: last.id }
  }
}

/** One or two letters by name have a way of their own. */
const SHORT_WORDS = ['ד', 'דנ', 'כ', 'ש', '%', '_', '\\', "'"].flatMap((search) =>
  (['asc', 'desc'] as const).map((direction): [Question] => [{ search, sort: 'name', direction }]),
)

const asked = () =>
  fc.assert(
    fc.asyncProperty(questions, async (question) => {
      const expected = inOrder(
        students.filter((student) => matches(student, question)),
        question,
      )
      expect(await walk(question)).toEqual({ ids: expected, total: expected.length })
    }),
    { numRuns: QUESTIONS, seed: 13, examples: SHORT_WORDS },
  )

test('[2.12-05] any search, filter and sort gives whom a plain filter gives, in its order, page by page', asked)

test.each([3, 30])('[2.12-05] the same where more than %i match, so that the order is walked', async (few) => {
  const [made] = await owner<{ text: string }>(
    database,
    `select pg_get_functiondef('private.find_students(jsonb, integer)'::regprocedure) as text`,
  )
  const walking = made?.text
    .replace(/few constant integer := \d+;/, `few constant integer := ${few};`)
    .replace(/near constant integer := \d+;/, 'near constant integer := 20;')
  expect(walking).toMatch(/few constant integer := \d{1,2};[\s\S]*near constant integer := 20;/)
  await owner(database, walking ?? '')
  await asked()
})
