import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { callAs, errorCode, owner } from './support/outcome.ts'
import { ANONYMOUS, type Person, signUp } from './support/people.ts'

let database: Database
let dana: Person
beforeAll(async () => {
  database = await openAcademyDatabase()
  dana = await signUp(database, 'dana@example.com')
})
afterAll(() => database?.close())

test('[2.1-19] [7-22] counts a visit of anybody, without a person in it', async () => {
  await callAs(database, ANONYMOUS, 'track_page_view', ['/courses/:courseId'])
  await callAs(database, dana.caller, 'track_page_view', ['/', 'browser-key-1'])
  const rows = await owner<Record<string, unknown>>(database, 'select * from page_views order by id')
  expect(rows).toMatchObject([
    { path_pattern: '/courses/:courseId', visitor_key: null },
    { path_pattern: '/', visitor_key: 'browser-key-1' },
  ])
  expect(JSON.stringify(rows)).not.toContain(dana.id)
})

test.each([
  ['/auth/recover-account?token=abc'],
  ['/courses/5f0c7f3e-0000-4000-8000-000000000000'],
  ['/profile#access_token=x'],
  ['/u/dana@example.com'],
  ['https://evil.example/'],
  [''],
  [null],
  [`/${'a'.repeat(200)}`],
])('[7-22] refuses %j, which is no pattern of a route', async (path) => {
  expect(await callAs(database, ANONYMOUS, 'track_page_view', [path]).catch(errorCode)).toBe('INVALID_PAGE_VIEW')
})
