import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { callAs, owner } from './support/outcome.ts'
import { type Person, SERVICE, signUpStaff } from './support/people.ts'

let database: Database
let manager: Person
/** The last and the first second of days in Israel, around both changes of the clock. */
const MOMENTS = [
  ...['2026-03-25T21:59:59Z', '2026-03-25T22:00:00Z', '2026-03-26T21:59:59Z', '2026-03-26T22:00:00Z'],
  ...['2026-03-27T20:59:59Z', '2026-03-27T21:00:00Z', '2026-03-28T20:59:59Z', '2026-03-28T21:00:00Z'],
  ...['2026-10-23T20:59:59Z', '2026-10-23T21:00:00Z', '2026-10-24T20:59:59Z', '2026-10-24T21:00:00Z'],
  ...['2026-10-25T21:59:59Z', '2026-10-25T22:00:00Z', '2026-10-26T21:59:59Z', '2026-10-26T22:00:00Z'],
]
beforeAll(async () => {
  database = await openAcademyDatabase()
  manager = await signUpStaff(database, 'manager@academy.example', 'admin')
  await owner(
    database,
    `with crowd as (insert into auth.users (id, email, email_confirmed_at)
       select gen_random_uuid(), 'crowd' || place || '@example.com', now() from generate_series(1, cardinality($1::timestamptz[])) as place
       returning id, email)
     insert into users (id, email, phone_number, created_at)
     select id, email, '+97254' || lpad(place::text, 7, '0'), ($1::timestamptz[])[place]
     from (select id, email, substring(email from '[0-9]+')::integer as place from crowd) as people`,
    [MOMENTS],
  )
  await callAs(database, SERVICE, 'sum_up_days', [400])
})
afterAll(() => database?.close())

const listed = async (first: unknown, last: unknown) => {
  const query = JSON.stringify({ registered_from: first, registered_to: last, count: true })
  return (await callAs<{ total: number }>(database, manager.caller, 'list_students', [query])).total
}

test.each([
  ['2026-03-25', '2026-03-29'],
  ['2026-03-27', '2026-03-27'],
  ['2026-10-24', '2026-10-27'],
  ['2026-10-25', '2026-10-25'],
])('[2.12-08] the list behind a figure holds as many as the figure says: %s to %s', async (first, last) => {
  const figures = await owner<{ day: string; registrations: number }>(
    database,
    `select day::text, registrations from private.day_sums where day between $1 and $2`,
    [first, last],
  )
  const told = figures.reduce((sum, { registrations }) => sum + registrations, 0)
  expect(told).toBeGreaterThan(0)
  expect(await listed(first, last)).toBe(told)
})

test.each([
  ['2026-02-30', '2026-03-29'],
  ['2026-03-25', undefined],
  ["' or true --", '2026-03-29'],
  [{}, []],
])('what is no range of days finds nobody: %j to %j', async (first, last) => {
  expect(await listed(first, last)).toBe(0)
})
