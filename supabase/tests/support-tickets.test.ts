import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Caller, Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { errorCode, owner } from './support/outcome.ts'
import { ANONYMOUS, type Person, registration, signUp } from './support/people.ts'

const TICKET = {
  subject: 'הסרטון נעצר',
  body: 'הסרטון נעצר באמצע השיעור.',
  name: 'יעל',
  email: 'Yael@Example.com ',
}
let database: Database
let dana: Person
beforeAll(async () => {
  database = await openAcademyDatabase()
  dana = await signUp(database, 'dana@example.com', {
    metadata: registration({ first_name: 'דנה', last_name: 'לוי' }),
  })
})
afterAll(() => database?.close())
beforeEach(async () => {
  await owner(database, 'delete from private.attempts')
  await owner(database, 'delete from support_tickets')
})

/** Opens a ticket from an address; gives its id, or the code of the refusal. */
async function open(caller: Caller, changes: Record<string, unknown> = {}, address = '198.51.100.1'): Promise<string> {
  const values = { ...TICKET, ...changes }
  const named = Object.keys(values).map((key, i) => `${key} => $${i + 1}`)
  const settings = { 'request.headers': JSON.stringify({ 'x-forwarded-for': `6.6.6.6, ${address}` }) }
  return database
    .queryAsCaller<{ id: string }>(
      caller,
      `select open_support_ticket(${named.join(', ')}) as id`,
      Object.values(values),
      { settings },
    )
    .then(({ rows }) => rows[0]?.id ?? '', errorCode)
}

const tickets = () =>
  owner<Record<string, unknown>>(
    database,
    `select t.*, m.body, m.from_staff from support_tickets t join support_messages m on m.ticket_id = t.id`,
  )

test('[2.1-16] a visitor opens a ticket with the name and email that they typed', async () => {
  const id = await open(ANONYMOUS)
  expect(await tickets()).toMatchObject([
    { id, user_id: null, name: 'יעל', email: 'yael@example.com', status: 'open', body: TICKET.body, from_staff: false },
  ])
})

test('[2.1-16] the name and email of a student are those on file', async () => {
  await open(dana.caller, { email: 'victim@example.com' })
  expect(await tickets()).toMatchObject([{ user_id: dana.id, name: 'דנה לוי', email: 'dana@example.com' }])
})

test('the token of a session that has ended speaks for nobody', async () => {
  const noam = await signUp(database, 'noam@example.com')
  await owner(database, 'delete from auth.sessions where user_id = $1', [noam.id])
  await open(noam.caller, { email: 'typed@example.com' })
  expect(await tickets()).toMatchObject([{ user_id: null, name: 'יעל', email: 'typed@example.com' }])
})

test('nothing in a name or a subject turns around what follows', async () => {
  const odd = 'א\u202eב\u2066ג\u061cד\u200fה'
  await open(ANONYMOUS, { name: odd, subject: odd })
  expect(await tickets()).toMatchObject([{ name: 'אבגדה', subject: 'אבגדה' }])
})

test('a student with the longest name can ask too', async () => {
  const longest = registration({ first_name: 'א'.repeat(100), last_name: 'ב'.repeat(100) })
  const person = await signUp(database, 'long@example.com', { metadata: longest })
  expect(await open(person.caller, { name: null, email: null })).toMatch(/^[0-9a-f-]{36}$/)
})

test('five an hour for an address, and five for a student wherever they are; a refused one counts for nothing', async () => {
  expect(await open(ANONYMOUS, { body: 'קצר' })).toBe('INVALID_TICKET')
  for (let i = 0; i < 5; i++) {
    const another = { subject: `שאלה ${i}` }
    expect(await open(ANONYMOUS, another)).toMatch(/^[0-9a-f-]{36}$/)
    expect(await open(dana.caller, another, `198.51.100.${i + 10}`)).toMatch(/^[0-9a-f-]{36}$/)
  }
  expect(await open(ANONYMOUS)).toBe('TOO_MANY_REQUESTS')
  expect(await open(dana.caller, {}, '198.51.100.99')).toBe('TOO_MANY_REQUESTS')
  expect(await open(ANONYMOUS, {}, '198.51.100.2')).toMatch(/^[0-9a-f-]{36}$/)
  expect(await tickets()).toHaveLength(11)
})

test('the same sent again, also at the same moment, is one ticket; ten minutes later it is another', async () => {
  for (const caller of [ANONYMOUS, dana.caller]) {
    const ids = await Promise.all(Array.from({ length: 8 }, (_, i) => open(caller, {}, `198.51.100.${i}`)))
    expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(new Set(ids).size).toBe(1)
    await owner(database, `update support_tickets set created_at = now() - interval '11 minutes'`)
    expect(await open(caller)).not.toBe(ids[0])
  }
  expect(await tickets()).toHaveLength(4)
})

test("another person who says the same has a ticket of their own, and does not learn of the first's", async () => {
  const first = await open(dana.caller)
  expect(await open(ANONYMOUS, { email: 'dana@example.com' })).not.toBe(first)
  expect(await open(ANONYMOUS, { email: 'other@example.com' })).not.toBe(first)
  expect(await tickets()).toHaveLength(3)
})

test.each([
  [{ name: '  ' }],
  [{ name: null }],
  [{ name: 'א'.repeat(202) }],
  [{ name: 'יעל\r\nBcc: all@example.com' }],
  [{ subject: 'x\nBcc: all@example.com' }],
  [{ subject: 'א'.repeat(121) }],
  [{ email: 'nobody' }],
  [{ email: 'a@example.com,b@example.com' }],
  [{ email: '"a"@example.com' }],
  [{ body: ` ${'\n'.repeat(20)}` }],
  [{ body: 'א'.repeat(4001) }],
  [{ body: null }],
  [{ course_id: '00000000-0000-4000-8000-000000000000' }],
  [{ lesson_id: '00000000-0000-4000-8000-000000000000' }],
  [{ position_seconds: -1 }],
])('refuses %j', async (changes) => {
  expect(await open(ANONYMOUS, changes)).toBe('INVALID_TICKET')
  expect(await tickets()).toEqual([])
})

test('names the place in a lesson that the question is about, never one that is not published', async () => {
  const [course] = await owner<{ id: string }>(
    database,
    `insert into courses (title_he, is_published) values ('קורס', true) returning id`,
  )
  const lessons = await owner<{ id: string }>(
    database,
    `insert into lessons (course_id, title_he, duration_seconds, is_published) values ($1, 'א', 100, true), ($1, 'ב', 100, false) returning id`,
    [course?.id],
  )
  const about = { course_id: course?.id, lesson_id: lessons[0]?.id, position_seconds: 42 }
  await open(dana.caller, about)
  expect(await tickets()).toMatchObject([about])
  expect(await open(dana.caller, { ...about, lesson_id: lessons[1]?.id })).toBe('INVALID_TICKET')
})
