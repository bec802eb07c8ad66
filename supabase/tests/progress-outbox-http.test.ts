import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../embedded-supabase/test/support/start.ts'
import { createSupabase } from '../../web/app/shared/client/supabase.ts'
import { registration } from './support/people.ts'
import { PROJECT } from './support/project.ts'
import { applyRegistration, openNewLink, register } from './support/registering.ts'

/** How the connection of the page treats the next requests; `null` lets them through. */
type Fault = 'no answer' | 'answer is lost' | 'broken' | null

const browser = vi.hoisted(() => ({ url: '', token: '' }))
vi.mock('~/shared/client/supabase-browser', () => ({
  browserSupabase: () =>
    createSupabase({ supabaseUrl: browser.url, anonKey: 'anon', fetch, accessToken: async () => browser.token }),
}))
const { openSavingPage } = await import('../../web/app/course/progress/test-saving-page.ts')

let server: TestServer
let connection: Server
let admin: ReturnType<TestServer['client']>
let userId = ''
let course = ''
let lessons: string[] = []
let fault: Fault = null
let asked = 0

beforeAll(async () => {
  server = await startTestServer({ projectDirectory: PROJECT })
  admin = server.client(server.supabase.serviceRoleKey)
  connection = createServer(async (request, response) => {
    const body = await new Response(request as unknown as ReadableStream).text()
    // What befalls a request is decided when it comes, not when the server has answered it.
    const befalls = fault
    asked += 1
    if (befalls === 'no answer') return
    if (befalls === 'broken') return void request.socket.destroy()
    const { authorization = '', prefer = '' } = request.headers
    const headers = {
      ...{ authorization, prefer: String(prefer), apikey: server.supabase.anonKey },
      ...{ 'content-type': 'application/json' },
    }
    const answer = await fetch(`${server.url}${request.url}`, {
      method: request.method ?? 'GET',
      headers,
      body,
    })
    const text = await answer.text()
    if (befalls === 'answer is lost') return void request.socket.destroy()
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
  })
  await new Promise<void>((resolve) => connection.listen(0, '127.0.0.1', resolve))
  browser.url = `http://127.0.0.1:${(connection.address() as AddressInfo).port}`

  const category = await admin.from('categories').insert({ name_he: 'יסודות', slug: 'basics' }).select().single()
  const author = await admin.from('authors').insert({ name_he: 'נועה', slug: 'noa' }).select().single()
  const { data } = await admin
    .from('courses')
    .insert({ title_he: 'קורס', category_id: category.data.id, author_id: author.data.id, is_published: true })
    .select()
    .single()
  course = data.id
  const rows = ['א', 'ב'].map((title, index) => ({
    ...{ course_id: course, title_he: title, duration_seconds: 100 },
    ...{ order_index: index, is_published: true },
  }))
  lessons = ((await admin.from('lessons').insert(rows).select('id')).data ?? []).map(({ id }) => id)

  const client = server.client()
  const hash = await register(client, 'dana@example.com', registration())
  const entered = await openNewLink(server, 'dana@example.com', client)
  await applyRegistration(client, hash)
  userId = entered.id
  browser.token = entered.token
})
afterAll(async () => {
  connection.closeAllConnections()
  connection.close()
  await server.close()
})
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: Date.now() }))
afterEach(async () => {
  vi.useRealTimers()
  fault = null
  await admin.from('courses').update({ is_published: true }).eq('id', course)
  await admin.from('users').update({ email_verified: true }).eq('id', userId)
  await admin.from('user_progress').delete().eq('user_id', userId)
})

function watch(...watched: [lesson: number, end: number][]) {
  const page = openSavingPage(userId, course)
  const add = (lesson: number, end: number) => page.watch(lessons[lesson] ?? '', end)
  for (const [lesson, end] of watched) add(lesson, end)
  return { ...page, add }
}

async function savedSeconds(lesson: number): Promise<number | undefined> {
  const { data } = await admin.from('user_progress').select('watched_seconds').eq('lesson_id', lessons[lesson])
  return data?.[0]?.watched_seconds
}

const PATIENT = { timeout: 10_000 }

test('[8-38] what is watched in a course that is hidden meanwhile is kept, and saved when it is back', async () => {
  const { queue, store, add, onLost } = watch([0, 20])
  await queue.flush(userId)
  expect(queue.getState()).toBe('saved')
  await admin.from('courses').update({ is_published: false }).eq('id', course)
  add(0, 40)
  await queue.flush(userId)
  expect(queue.getState()).toBe('refused')
  expect(await store.all()).toHaveLength(1)
  expect(await savedSeconds(0)).toBe(20)
  await admin.from('courses').update({ is_published: true }).eq('id', course)
  await vi.advanceTimersByTimeAsync(60_000)
  await vi.waitFor(() => expect(queue.getState()).toBe('saved'), PATIENT)
  expect(await savedSeconds(0)).toBe(40)
  expect(await store.all()).toEqual([])
  expect(onLost).not.toHaveBeenCalled()
})

test('[8-38] what is watched without the right to is kept, and saved when the right is given back', async () => {
  await admin.from('users').update({ email_verified: false }).eq('id', userId)
  const { queue, store } = watch([0, 30])
  await queue.flush(userId)
  expect(queue.getState()).toBe('refused')
  expect(await store.all()).toHaveLength(1)
  await admin.from('users').update({ email_verified: true }).eq('id', userId)
  await vi.advanceTimersByTimeAsync(60_000)
  await vi.waitFor(() => expect(queue.getState()).toBe('saved'), PATIENT)
  expect(await savedSeconds(0)).toBe(30)
})

test('[8-38] a row that is wrong in itself is given up, said, and holds up no other', async () => {
  const { queue, store, onLost } = watch([0, 20_000_000], [1, 50])
  await queue.flush(userId)
  expect(onLost).toHaveBeenCalledExactlyOnceWith(lessons[0])
  expect(queue.getState()).toBe('lost')
  expect(await savedSeconds(1)).toBe(50)
  expect(await store.all()).toEqual([])
})

test.each<Fault>(['no answer', 'answer is lost', 'broken'])(
  '[4-48] a save with %s is sent again, and all that waits behind it',
  async (how) => {
    fault = how
    asked = 0
    const { queue, store, add } = watch([0, 20])
    const first = queue.flush(userId)
    await vi.waitFor(() => expect(asked).toBe(1), PATIENT)
    add(1, 35)
    fault = null
    await vi.advanceTimersByTimeAsync(15_000)
    await first
    await vi.advanceTimersByTimeAsync(5_000)
    await vi.waitFor(() => expect(queue.getState()).toBe('saved'), PATIENT)
    expect([await savedSeconds(0), await savedSeconds(1)]).toEqual([20, 35])
    expect(await store.all()).toEqual([])
  },
)
