import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { agreed, paragraphText, turn } from './support/campaigns.ts'
import { callAs, errorCode, owner } from './support/outcome.ts'
import { ANONYMOUS, type Person, SERVICE, signUpStaff } from './support/people.ts'

type Written = { id: string; version: number; values: object }
type Notification = { id: string; occasion: string | null; values: Record<string, string>; read_at: string | null }

let database: Database
let writer: Person
let dana: Person
let place: { course: string; lesson: string }
let counter = 0
beforeAll(async () => {
  database = await openAcademyDatabase()
  writer = await signUpStaff(database, 'writer@academy.example', 'marketing')
  const [made] = await owner<typeof place>(
    database,
    `with c as (insert into courses (title_he, is_published) values ('ריבית', true) returning id)
     insert into lessons (course_id, title_he, duration_seconds, is_published) select id, 'ריבית דריבית', 100, true from c
     returning course_id as course, id as lesson`,
  )
  if (made) place = made
})
afterAll(() => database?.close())
beforeEach(async () => {
  await owner(
    database,
    `update private.campaigns set state = 'draft', started_at = null, quiet_from = null, quiet_to = null`,
  )
  await owner(database, 'delete from private.campaign_recipients')
  await owner(database, `delete from auth.users where email like '%@students.example'`)
  counter += 1
  dana = await agreed(database, `dana${counter}@students.example`)
})

const steer = (id: string | undefined, act: string) =>
  callAs<{ state: string; version: number }>(database, writer.caller, 'set_campaign_state', [id, act])
async function turnOn(occasion: string): Promise<string> {
  const [campaign] = await owner<{ id: string }>(database, 'select id from private.campaigns where occasion = $1', [
    occasion,
  ])
  await steer(campaign?.id, 'turn on')
  return campaign?.id ?? ''
}
const queue = () => callAs<number>(database, SERVICE, 'queue_occasions')
const watched = (days: number, completed = false) =>
  owner(
    database,
    `insert into user_progress (user_id, lesson_id, course_id, completed, last_watched)
     values ($1, $2, $3, $4, now() - make_interval(days => $5))
     on conflict (user_id, lesson_id) do update set completed = excluded.completed`,
    [dana.id, place.lesson, place.course, completed, days],
  )
const told = async (person = dana) =>
  (await callAs<{ rows: Notification[]; muted: string[] }>(database, person.caller, 'list_my_notifications')).rows
const unread = (person = dana) => callAs<number>(database, person.caller, 'my_unread_notifications')

test('every automatic one is off until staff turn it on', async () => {
  await watched(8)
  expect(await queue()).toBe(0)
  expect((await turn(database)).mails).toEqual([])
})

test.each([{ subject: '' }, { body: paragraphText(' ') }])(
  'one with %j is neither turned on nor resumed',
  async (changes) => {
    const [{ values, ...known } = { id: '', version: 0, values: {} }] = await owner<Written>(
      database,
      `select id, version, json_build_object('subject', subject, 'body', body) as values
     from private.campaigns where occasion = 'certificate'`,
    )
    const save = (version: number, what: object) =>
      callAs<{ version: number }>(database, writer.caller, 'save_campaign', [known.id, version, what])
    const { version } = await save(known.version, changes)
    expect(await steer(known.id, 'turn on').catch(errorCode)).toBe('CAMPAIGN_INVALID')
    await save(version, values)
    expect(await steer(known.id, 'turn on')).toMatchObject({ state: 'sending' })
    const off = await steer(known.id, 'pause')
    const emptied = await save(off.version, changes)
    expect(await steer(known.id, 'resume').catch(errorCode)).toBe('CAMPAIGN_INVALID')
    await save(emptied.version, values)
  },
)

test('a lesson that rests for so many days is told of once, in its own words', async () => {
  await watched(8)
  await turnOn('unfinished')
  expect(await queue()).toBe(1)
  expect(await queue()).toBe(0)
  const { mails } = await turn(database)
  expect(mails).toEqual([
    expect.objectContaining({
      recipient: dana.email,
      token: expect.any(String),
      values: expect.objectContaining({ lesson: 'ריבית דריבית', course: 'ריבית' }),
    }),
  ])
})

test.each([
  ['watched a few days ago', 3, false],
  ['watched long before it was turned on', 60, false],
  ['completed', 8, true],
])('a lesson that was %s is not told of', async (_, days, completed) => {
  await watched(days, completed)
  await turnOn('unfinished')
  expect(await queue()).toBe(0)
})

test('a lesson that was completed while the mail waited is not told of any more', async () => {
  await watched(8)
  await turnOn('unfinished')
  await queue()
  await watched(8, true)
  await queue()
  expect((await turn(database)).mails).toEqual([])
})

test('reminders are marketing: who did not agree, or muted them, gets none', async () => {
  await watched(8)
  await turnOn('unfinished')
  await callAs(database, dana.caller, 'mute_notifications', ['unfinished', true])
  expect(await queue()).toBe(0)
  await callAs(database, dana.caller, 'mute_notifications', ['unfinished', false])
  for (const unknown of ['everything', null])
    expect(await callAs(database, dana.caller, 'mute_notifications', [unknown, true]).catch(errorCode)).toBe(
      'INVALID_KIND',
    )
  await owner(database, 'update users set marketing_consent = false where id = $1', [dana.id])
  expect(await queue()).toBe(0)
})

test('welcome goes to who joins afterwards, without consent and once', async () => {
  await turnOn('welcome')
  const roni = await agreed(database, `roni${counter}@students.example`, false)
  await owner(database, 'update users set email_verified_at = now() where id = $1', [roni.id])
  await owner(database, `update users set email_verified_at = now() - interval '1 day' where id = $1`, [dana.id])
  await queue()
  const people = await owner<{ user_id: string }>(database, 'select user_id from private.campaign_recipients')
  expect(people.map(({ user_id }) => user_id)).toContain(roni.id)
  expect(people.map(({ user_id }) => user_id)).not.toContain(dana.id)
  expect(await queue()).toBe(0)
})

test('a student reads in the academy what was sent, counts what is unread, and nobody else sees it', async () => {
  await watched(8)
  await turnOn('unfinished')
  await queue()
  const [one] = await told()
  expect(one).toMatchObject({ occasion: 'unfinished', read_at: null, values: { lesson: 'ריבית דריבית' } })
  expect(await unread()).toBe(1)
  const roni = await agreed(database, `roni${counter}@students.example`)
  expect(await told(roni)).toEqual([])
  expect(await callAs(database, roni.caller, 'read_my_notifications', [[one?.id]])).toBe(0)
  expect(await unread()).toBe(1)
  expect(await callAs(database, dana.caller, 'read_my_notifications', [null])).toBe(0)
  expect((await told())[0]?.read_at).not.toBeNull()
})

test('marketing leaves the page with the consent', async () => {
  await watched(8)
  await turnOn('unfinished')
  await queue()
  await owner(database, 'update users set marketing_consent = false where id = $1', [dana.id])
  expect(await told()).toEqual([])
  expect(await unread()).toBe(0)
})

test('visitors and closed accounts get nothing', async () => {
  await owner(database, 'update users set is_active = false where id = $1', [dana.id])
  expect(await callAs(database, dana.caller, 'list_my_notifications').catch(errorCode)).toBe('FORBIDDEN')
  expect(await unread()).toBe(0)
  for (const name of ['list_my_notifications', 'my_unread_notifications'])
    expect(await callAs(database, ANONYMOUS, name).catch(errorCode)).toBe('denied')
  expect(await callAs(database, dana.caller, 'mute_notifications', ['everything', true]).catch(errorCode)).toBe(
    'FORBIDDEN',
  )
})
