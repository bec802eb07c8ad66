import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { agreed, send } from './support/campaigns.ts'
import { callAs, errorCode, owner } from './support/outcome.ts'
import { type Person, signUpStaff } from './support/people.ts'

let database: Database
let writer: Person
beforeAll(async () => {
  database = await openAcademyDatabase()
  writer = await signUpStaff(database, 'writer@academy.example', 'marketing')
  await agreed(database, 'dana@students.example')
})
afterAll(() => database?.close())

const ID = '00000000-0000-4000-8000-000000000000'
const call = (name: string, ...values: unknown[]) =>
  callAs<unknown>(database, writer.caller, name, values).catch(errorCode)

test.each([
  ['list_campaigns', { after: { value: 'x', id: ID } }],
  ['list_campaigns', { before: { value: '2026-13-01', id: ID } }],
  ['list_campaigns', { after: { value: '2026-01-01', id: 'x' } }],
  ['list_campaign_recipients', { campaign_id: ID, after: { id: 'x' } }],
  ['list_campaign_recipients', { campaign_id: 'x' }],
  ['list_campaign_recipients', { campaign_id: 'x', count: true }],
])('%s has no place %j', async (name, query) => {
  expect(await call(name, query)).toBe('INVALID_CURSOR')
})

test.each([
  ['of another format', {}, 'pdf', 'INVALID_EXPORT'],
  ['of no format', {}, null, 'INVALID_EXPORT'],
  ['of a campaign that there is not', { campaign_id: ID }, 'csv', 'CAMPAIGN_NOT_FOUND'],
])('a file %s is refused', async (_, query, format, code) => {
  expect(await call('open_recipients_export', query, format)).toBe(code)
})

test('recipients leave as a file thirty times an hour, and each leaves its line', async () => {
  const id = await send(database, writer)
  const take = () => call('open_recipients_export', { campaign_id: id }, 'csv')
  await owner(database, `select private.take_call('list export', $1, 30, '1 hour') from generate_series(1, 29)`, [
    writer.id,
  ])
  expect(await take()).toEqual({ id, total: 1, more: false })
  expect(await take()).toBe('TOO_MANY_REQUESTS')
  const lines = await owner(
    database,
    `select entity_id, after -> 'count' as count from public.audit_log where action = 'recipients exported'`,
  )
  expect(lines).toEqual([{ entity_id: id, count: 1 }])
})
