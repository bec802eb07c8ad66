import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../embedded-supabase/test/support/start.ts'
import { PROJECT } from './support/project.ts'

type Property = { type?: string; format: string; description?: string; enum?: string[] }
type Definition = { required?: string[]; properties: Record<string, Property> }

/** What admin frameworks guess an interface from: the description of the academy's own schema. */
let server: TestServer
let definitions: Record<string, Definition>
const rootFor = (key: string) =>
  fetch(`${server.url}/rest/v1/`, { headers: { apikey: key, authorization: `Bearer ${key}` } })
beforeAll(async () => {
  server = await startTestServer({ projectDirectory: PROJECT })
  definitions = (
    (await (await rootFor(server.supabase.serviceRoleKey)).json()) as typeof server & {
      definitions: typeof definitions
    }
  ).definitions
})
afterAll(() => server?.close())

test('tables have types, keys and what must be given', () => {
  expect(definitions.lessons).toMatchObject({
    required: expect.arrayContaining(['id', 'course_id', 'title_he']),
    properties: {
      id: { type: 'string', format: 'uuid', description: expect.stringContaining('This is a Primary Key.<pk/>') },
      course_id: { description: expect.stringContaining("<fk table='courses' column='id'/>") },
      title_he: { type: 'string', format: 'text' },
      duration_seconds: { type: 'integer' },
      is_published: { type: 'boolean' },
    },
  })
  expect(definitions.bookmarks?.properties).toMatchObject({
    id: { description: expect.stringContaining('<pk/>') },
    user_id: { description: expect.stringContaining("<fk table='users' column='id'/>") },
  })
})

test('every column has a type', () => {
  expect(Object.keys(definitions).length).toBeGreaterThan(30)
  for (const [table, { properties }] of Object.entries(definitions)) {
    for (const [name, { type, format }] of Object.entries(properties))
      expect([table, name, type !== undefined || /^jsonb?$/.test(format)]).toEqual([table, name, true])
  }
})

test('the public key gets nothing of it', async () => {
  const answer = await rootFor(server.supabase.anonKey)
  expect([answer.status, Object.keys((await answer.json()) as object).sort()]).toEqual([
    404,
    ['code', 'details', 'hint', 'message'],
  ])
})
