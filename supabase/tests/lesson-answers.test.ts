import { beforeAll, beforeEach, expect, test } from 'vitest'
import { callAs, owner, rowsAs } from './support/outcome.ts'
import { ANONYMOUS, type Person, registration, signUp } from './support/people.ts'
import { as, database, withStaff } from './support/staff.ts'
import { answerAs, ask, lastMessage, newId, readAs, tryAs } from './support/tickets.ts'

withStaff()

let dana: Person
let noam: Person
let place: { course_id: string; lesson_id: string }
let ticket: string
let answer: string
beforeAll(async () => {
  dana = await signUp(database, 'dana@example.com', {
    metadata: registration({ first_name: 'דנה', last_name: 'בן-ארי' }),
  })
  noam = await signUp(database, 'noam@example.com')
  const [made] = await owner<typeof place>(
    database,
    `with course as (insert into courses (title_he, is_published) values ('קורס', true) returning id),
     lesson as (insert into lessons (course_id, title_he, duration_seconds, is_published)
       select id, 'ריבית', 600, true from course returning id, course_id)
     select course_id, id as lesson_id from lesson`,
  )
  place = made ?? { course_id: '', lesson_id: '' }
  await owner(database, 'insert into lesson_contents (lesson_id) values ($1) on conflict do nothing', [place.lesson_id])
})
beforeEach(async () => {
  await owner(database, 'delete from support_tickets')
  await owner(database, 'delete from lesson_answers')
  ticket = await ask(database, dana.caller, { ...place, position_seconds: 252, body: 'אני דנה, ולא הבנתי את זה.' })
  await answerAs(database, as('admin'), ticket, { body: 'שלום דנה, כי היא מחושבת על הקרן.' })
  answer = (await lastMessage(database, ticket)) ?? ''
})

const publish = (body = 'כי היא מחושבת על הקרן.', more: { second?: number; question?: string; id?: string } = {}) =>
  tryAs(database, as('admin'), 'publish_answer', [more.id ?? answer, more.second ?? 252, more.question ?? null, body])
const seen = (person: Person) =>
  rowsAs(database, person.caller, 'select position_seconds, question, body from lesson_answers')

test('[2.12-06] an answer becomes a note of the academy at its second, is changed, and is taken out again', async () => {
  expect(await publish(undefined, { question: 'למה דווקא הקרן?' })).toBe('done')
  const shown = { position_seconds: 252, question: 'למה דווקא הקרן?', body: 'כי היא מחושבת על הקרן.' }
  expect(await seen(noam)).toEqual([shown])
  expect(await publish('כי כך קבענו.', { second: 260 })).toBe('done')
  expect(await seen(noam)).toEqual([{ position_seconds: 260, question: null, body: 'כי כך קבענו.' }])
  const read = await readAs(database, as('admin'), ticket)
  expect(read.messages.at(-1)).toMatchObject({ published: { second: 260, question: null, body: 'כי כך קבענו.' } })
  expect(await tryAs(database, as('admin'), 'withdraw_answer', [answer])).toBe(true)
  expect(await tryAs(database, as('admin'), 'withdraw_answer', [answer])).toBe(false)
  expect(await seen(noam)).toEqual([])
  const { events } = await readAs(database, as('admin'), ticket)
  expect(events.map(({ kind }) => kind).filter((kind) => ['published', 'withdrawn'].includes(kind))).toEqual([
    'published',
    'published',
    'withdrawn',
  ])
  const lines = await owner<{ action: string; after: object }>(
    database,
    `select action, after from audit_log where entity_id = $1 and action like 'answer %' order by id`,
    [ticket],
  )
  expect(lines.map(({ action }) => action)).toEqual(['answer published', 'answer published', 'answer withdrawn'])
  expect(lines[0]?.after).toEqual({ lesson_id: place.lesson_id, position_seconds: 252 })
})

test.each(['שלום דנה, כי כך.', 'כפי שאמרנו לדנה: כי כך.', 'בן-ארי צודקת.', 'כתבו אל help@example.com.'])(
  'what names who asked, or holds an address, is not published: %j',
  async (body) => {
    expect(await publish(body)).toBe('NAMES_PERSON')
    expect(await publish(undefined, { question: body })).toBe('NAMES_PERSON')
    expect(await seen(noam)).toEqual([])
  },
)

test('a word that only begins like the name is no name', async () => {
  expect(await publish('הדנאוס הוא מושג מהמשפט הרומי.')).toBe('done')
})

test('only what the staff said, about a lesson that is there, within it', async () => {
  const [question] = await owner<{ id: string }>(
    database,
    'select id from support_messages where ticket_id = $1 and not from_staff',
    [ticket],
  )
  expect(await publish('כך.', { id: question?.id ?? '' })).toBe('TICKET_NOT_FOUND')
  expect(await publish('כך.', { id: newId() })).toBe('TICKET_NOT_FOUND')
  expect(await publish('')).toBe('INVALID_ANSWER')
  expect(await publish('כך.', { second: 601 })).toBe('INVALID_ANSWER')
  expect(await publish('כך.', { question: 'א'.repeat(501) })).toBe('INVALID_ANSWER')
  const other = await ask(database, dana.caller)
  await answerAs(database, as('admin'), other)
  expect(await publish('כך.', { id: (await lastMessage(database, other)) ?? '' })).toBe('NO_LESSON')
})

test('[6-05] who may not see the lesson sees nothing of it, and nobody who asked or who answered', async () => {
  await publish()
  await expect(rowsAs(database, ANONYMOUS, 'select id from lesson_answers')).rejects.toMatchObject({ code: '42501' })
  for (const column of ['message_id', 'published_by', 'published_at'])
    await expect(rowsAs(database, noam.caller, `select ${column} from lesson_answers`)).rejects.toMatchObject({
      code: '42501',
    })
  await owner(database, 'update lessons set is_published = false where id = $1', [place.lesson_id])
  expect(await seen(noam)).toEqual([])
  await owner(database, 'update lessons set is_published = true where id = $1', [place.lesson_id])
  expect(await tryAs(database, dana.caller, 'publish_answer', [answer, 1, null, 'כך'])).toBe('FORBIDDEN')
  expect(await tryAs(database, dana.caller, 'withdraw_answer', [answer])).toBe('FORBIDDEN')
})

test('a note stays when the ticket goes, and thirty at once make one', async () => {
  const ends = await Promise.all(Array.from({ length: 30 }, (_, second) => publish('כך.', { second })))
  expect(new Set(ends)).toEqual(new Set(['done']))
  expect(await seen(noam)).toHaveLength(1)
  await owner(database, 'delete from support_tickets where id = $1', [ticket])
  expect(await seen(noam)).toHaveLength(1)
  expect(await callAs(database, as('admin'), 'list_tickets', ['{}'])).toMatchObject({ rows: [] })
})
