import { fileURLToPath } from 'node:url'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../embedded-supabase/test/support/start.ts'
import { registration } from './support/people.ts'

const ROWS = 50
let server: TestServer
let dana: { client: SupabaseClient; id: string; token: string }
let rows: Record<string, unknown>[]
const statements: string[] = []

beforeAll(async () => {
  server = await startTestServer({
    projectDirectory: fileURLToPath(new URL('..', import.meta.url)),
    functions: { 'batch-progress': { load: () => import('../functions/batch-progress/handler.ts') } },
  })
  const admin = server.client(server.supabase.serviceRoleKey)
  const course = await admin.from('courses').insert({ title_he: 'קורס', is_published: true }).select('id').single()
  const lesson = { course_id: course.data?.id, title_he: 'שיעור', duration_seconds: 600, is_published: true }
  const lessons = await admin.from('lessons').insert(Array(ROWS).fill(lesson)).select('id').throwOnError()
  const client = server.client()
  const email = 'dana@example.com'
  await client.auth.signUp({ email, password: 'thrown-away-4f9c1e77', options: { data: registration() } })
  const link = await admin.auth.admin.generateLink({ type: 'magiclink', email })
  const verified = await client.auth.verifyOtp({ token_hash: link.data.properties?.hashed_token ?? '', type: 'email' })
  dana = { client, id: verified.data.user?.id ?? '', token: verified.data.session?.access_token ?? '' }
  rows = lessons.data.map((one) => ({
    user_id: dana.id,
    lesson_id: one.id,
    course_id: course.data?.id,
    progress_seconds: 30,
    watched_ranges: '{[0,30)}',
  }))
  const { database } = server.supabase
  const { queryAsCaller, asCaller } = database
  vi.spyOn(database, 'queryAsCaller').mockImplementation((caller, text, values, options) => {
    statements.push(text)
    return queryAsCaller(caller, text, values, options)
  })
  vi.spyOn(database, 'asCaller').mockImplementation((caller, run, options) =>
    asCaller(
      caller,
      (tx) =>
        run({
          query(text, values) {
            statements.push(text)
            return tx.query(text, values)
          },
        }),
      options,
    ),
  )
})
afterAll(() => server?.close())
beforeEach(() => void statements.splice(0))

test('[7-17] a browser saves 50 rows in one statement', async () => {
  await dana.client.from('user_progress').upsert(rows, { onConflict: 'user_id,lesson_id' }).throwOnError()
  expect(statements).toEqual([expect.stringContaining('"user_progress"')])
})

test('[7-19] a beacon saves 50 rows in one statement', async () => {
  const answer = await fetch(`${server.url}/functions/v1/batch-progress`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: JSON.stringify({ access_token: dana.token, updates: rows }),
  })
  expect(await answer.json()).toMatchObject({ accepted: { length: ROWS }, rejected: [] })
  expect(statements).toEqual([expect.stringContaining('"save_progress"')])
})

test('[7-16] [3-18] the dashboard reads the started courses in one statement', async () => {
  const { data } = await dana.client.rpc('my_courses', {}, { get: true }).throwOnError()
  expect(data).toMatchObject([{ lesson_count: ROWS, watched_seconds: ROWS * 30, new_lessons: 0 }])
  expect(statements).toEqual([expect.stringContaining('"my_courses"')])
})

test('[3-15] [7-17] a browser saves when each piece was watched, and hears what time it is', async () => {
  const answer = await fetch(`${server.url}/rest/v1/user_progress?on_conflict=user_id,lesson_id`, {
    method: 'POST',
    headers: {
      apikey: server.supabase.anonKey,
      authorization: `Bearer ${dana.token}`,
      'content-type': 'application/json',
      prefer: 'resolution=merge-duplicates',
    },
    body: JSON.stringify([
      { ...rows[0], watched_ranges: '{[40,60)}', watched_pieces: [[40, 60, Date.now()]], last_watched: new Date() },
    ]),
  })
  expect(answer.ok).toBe(true)
  expect(Math.abs(Date.parse(answer.headers.get('date') ?? '') - Date.now())).toBeLessThan(60_000)
  const { data } = await dana.client.from('user_progress').select('*').eq('lesson_id', rows[0]?.lesson_id).single()
  expect(data).toMatchObject({ watched_ranges: '{[0,30),[40,60)}', watched_pieces: null })
})
