import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { ACTORS, type Actor, assemble, type Cast } from './support/cast.ts'
import { type Outcome, outcomeOf, owner } from './support/outcome.ts'

let database: Database
let cast: Cast
beforeAll(async () => {
  database = await openAcademyDatabase()
  cast = await assemble(database)
})
afterAll(() => database?.close())

const LEARNERS: Actor[] = ['student', 'otherStudent']
const update = () => JSON.stringify([{ lesson_id: cast.id.lesson, course_id: cast.id.course, progress_seconds: 9 }])

/** Who gets `yes`; visitors and the service key may not even call; everyone else gets the last word. */
test.each([
  ['7-19', 'save_progress', () => [update()], LEARNERS, 'FORBIDDEN'],
  ['4-50', 'set_lesson_completed', () => [cast.id.lesson, true], LEARNERS, 'FORBIDDEN'],
  ['4-51', 'reset_course_progress', () => [cast.id.course], [...LEARNERS, 'unverified'], 'FORBIDDEN'],
  ['7-16', 'my_courses', () => [], [...LEARNERS, 'unverified'], 'none'],
] as const)('[%s] %s is for the student who calls it', async (_, name, values, yes, otherwise) => {
  const given = [...values()]
  const marks = given.map((_value, i) => `$${i + 1}`).join(', ')
  const outcomes: Record<string, Outcome> = {}
  const expected: Record<string, Outcome> = {}
  for (const actor of ACTORS) {
    if (actor === 'service_role') continue
    const statement = { sql: `select * from public.${name}(${marks})`, values: given }
    outcomes[actor] = await outcomeOf(database, cast.caller(actor), statement)
    expected[actor] = actor === 'anonymous' ? 'denied' : (yes as readonly Actor[]).includes(actor) ? 'yes' : otherwise
  }
  expect(outcomes).toEqual(expected)
})

test('[4-51] [6-04] starting a course anew takes their own rows only, and nobody’s record of completion', async () => {
  const count = async (table: string) =>
    Number((await owner<{ count: string }>(database, `select count(*) from ${table}`))[0]?.count)
  const [rows, completions] = [await count('user_progress'), await count('course_completions')]
  const { rows: removed } = await database.queryAsCaller<{ reset_course_progress: number }>(
    cast.caller('student'),
    'select reset_course_progress($1)',
    [cast.id.course],
  )
  expect(await count('user_progress')).toBe(rows - (removed[0]?.reset_course_progress ?? 0))
  expect(removed[0]?.reset_course_progress).toBe(1)
  expect(await count('course_completions')).toBe(completions)
})
