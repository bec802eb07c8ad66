import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { FunctionModule } from '../../../src/index.ts'
import { type RestServer, startRestServer } from '../rest/support/server.ts'

/** Turns of an account or an address, and of all callers of one address. */
const OWN = 2
const SHARED = 4

/** What each held function waits for; what runs now. */
const held: (() => void)[] = []
let running = 0
const hold = async () => {
  running += 1
  await new Promise<void>((resolve) => held.push(resolve))
  running -= 1
}

let server: RestServer
const functions: Record<string, FunctionModule> = {
  holding: {
    load: async () => ({
      async handler() {
        await hold()
        return new Response('ok')
      },
    }),
  },
  /** Asks every part of its project for something, as its caller, while it holds the caller's turn. */
  asking: {
    load: async () => ({
      async handler(request) {
        const headers = { authorization: request.headers.get('authorization') ?? '' }
        await hold()
        const paths = ['/rest/v1/tags', '/storage/v1/bucket', '/auth/v1/settings', '/functions/v1/answering']
        const answers = await Promise.all(paths.map((path) => fetch(`${server.url}${path}`, { headers })))
        return Response.json(answers.map(({ status }) => status))
      },
    }),
  },
  answering: { load: async () => ({ handler: ({ headers }) => Response.json(Object.fromEntries(headers)) }) },
  /** What a request elsewhere carries. */
  leaving: {
    load: async () => ({
      handler: async (request) => fetch(request.headers.get('x-elsewhere') ?? ''),
    }),
  },
}

beforeAll(async () => {
  server = await startRestServer({
    functions,
    sql: 'create policy open on storage.objects to anon using (true) with check (true)',
  })
})
afterAll(() => server.close())

const sent: Promise<Response>[] = []
afterEach(async () => {
  const all = Promise.all(sent.splice(0))
  const letGo = setInterval(() => {
    for (const go of held.splice(0)) go()
  }, 5)
  await all
  clearInterval(letGo)
})

type From = { address: string; token?: string; headers?: Record<string, string> }

function send(path: string, { address, token = server.supabase.anonKey, headers }: From) {
  const request = new Request(`${server.url}${path}`, { headers: { authorization: `Bearer ${token}`, ...headers } })
  const answer = server.supabase.fetch(request, { clientAddress: address })
  sent.push(answer)
  return answer
}
const account = (at: number) =>
  server.sign({ sub: `00000000-0000-4000-8000-0000000000${10 + at}`, role: 'authenticated', aud: 'authenticated' })
const settled = async (count: number) => {
  await expect.poll(() => running).toBe(count)
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve))
  expect(running).toBe(count)
}
/** Whether an answer comes while what is held is held: a few others do in that time. */
async function isAnswered(answer: Promise<Response>) {
  let isDone = false
  void answer.then(() => {
    isDone = true
  })
  for (let i = 0; i < 5; i++) await send('/rest/v1/tags', { address: '192.0.2.250' })
  return isDone
}

const PARTS = ['/rest/v1/tags', '/storage/v1/bucket', '/auth/v1/settings', '/functions/v1/answering']

test.each(PARTS)('a caller whose turns one part holds waits at every other one, and nobody else: %s', async (path) => {
  for (let i = 0; i < OWN; i++) void send('/functions/v1/holding', { address: '192.0.2.1' })
  await settled(OWN)
  const token = await account(1)
  for (let i = 0; i < OWN; i++) void send('/functions/v1/holding', { address: `192.0.2.${10 + i}`, token })
  await settled(2 * OWN)
  const [sameAddress, sameAccount] = [send(path, { address: '192.0.2.1' }), send(path, { address: '192.0.2.3', token })]
  expect((await send(path, { address: '192.0.2.2' })).status).toBe(200)
  expect(await isAnswered(sameAddress)).toBe(false)
  expect(await isAnswered(sameAccount)).toBe(false)
  for (const go of held.splice(0)) go()
  expect([(await sameAddress).status, (await sameAccount).status]).toEqual([200, 200])
})

test.each(PARTS)('the callers of one address have four turns of all parts together: %s', async (path) => {
  for (let i = 0; i < SHARED; i++) {
    void send('/functions/v1/holding', { address: '198.51.100.1', token: await account(20 + Math.floor(i / OWN)) })
  }
  await settled(SHARED)
  const another = send(path, { address: '198.51.100.1', token: await account(30) })
  expect(await isAnswered(another)).toBe(false)
  expect((await send(path, { address: '198.51.100.2', token: await account(30) })).status).toBe(200)
  for (const go of held.splice(0)) go()
  expect((await another).status).toBe(200)
})

test('the service key and our own pages wait for nobody', async () => {
  for (let i = 0; i < OWN; i++) void send('/functions/v1/holding', { address: '192.0.2.1' })
  await settled(OWN)
  for (const path of PARTS) {
    expect((await send(path, { address: '192.0.2.1', token: server.supabase.serviceRoleKey })).status).toBe(200)
    const request = new Request(`${server.url}${path}`, {
      headers: { authorization: `Bearer ${server.supabase.anonKey}` },
    })
    expect((await server.supabase.fetch(request, { clientAddress: '192.0.2.1', inProcess: true })).status).toBe(200)
  }
})

test('what functions ask for as their caller is part of its turn: with all turns taken each is answered', async () => {
  const token = await account(2)
  const asked = Array.from({ length: OWN }, () => send('/functions/v1/asking', { address: '192.0.2.5', token }))
  const more = Array.from({ length: 20 }, () => send('/functions/v1/asking', { address: '192.0.2.5', token }))
  await settled(OWN)
  // Which of them have the turns is open: their tokens are verified at the same time.
  const letGo = setInterval(() => {
    for (const go of held.splice(0)) go()
  }, 5)
  for (const answer of [...asked, ...more]) expect(await (await answer).json()).toEqual([200, 200, 200, 200])
  clearInterval(letGo)
})

test('nobody takes a turn that is not theirs by a run of their own choosing, and functions see no run', async () => {
  for (let i = 0; i < OWN; i++) void send('/functions/v1/holding', { address: '192.0.2.1' })
  await settled(OWN)
  const headers = { 'x-embedded-supabase-run': '00000000-0000-4000-8000-000000000000' }
  expect(await isAnswered(send('/rest/v1/tags', { address: '192.0.2.1', headers }))).toBe(false)
  const seen = await (await send('/functions/v1/answering', { address: '192.0.2.9', headers })).json()
  expect(seen).not.toHaveProperty('x-embedded-supabase-run')
})

test('the run is named to the project alone', async () => {
  const { createServer } = await import('node:http')
  const elsewhere = createServer((incoming, outgoing) => outgoing.end(JSON.stringify(incoming.headers)))
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  const { port } = elsewhere.address() as { port: number }
  const headers = { 'x-elsewhere': `http://127.0.0.1:${port}/` }
  const seen = await (await send('/functions/v1/leaving', { address: '192.0.2.9', headers })).json()
  expect(seen).toHaveProperty('user-agent')
  expect(seen).not.toHaveProperty('x-embedded-supabase-run')
  elsewhere.closeAllConnections()
  elsewhere.close()
})

test('uploads have places of their own, so that a slow line holds nothing else, and no more than six', async () => {
  const { supabase } = server
  await fetch(`${server.url}/storage/v1/bucket`, {
    method: 'POST',
    headers: { authorization: `Bearer ${supabase.serviceRoleKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id: 'files', name: 'files', public: true }),
  })
  const ends: (() => void)[] = []
  let begun = 0
  const body = () =>
    new ReadableStream(
      {
        pull(controller) {
          begun += 1
          return new Promise<void>((resolve) =>
            ends.push(() => {
              controller.close()
              resolve()
            }),
          )
        },
      },
      { highWaterMark: 0 },
    )
  for (let i = 0; i < 9; i++) {
    const init = {
      method: 'POST',
      body: body(),
      duplex: 'half',
      headers: { authorization: `Bearer ${supabase.anonKey}` },
    }
    const request = new Request(`${server.url}/storage/v1/object/files/${i}`, init as RequestInit)
    sent.push(supabase.fetch(request, { clientAddress: '192.0.2.7' }))
  }
  await expect.poll(() => begun).toBe(6)
  expect((await send('/rest/v1/tags', { address: '192.0.2.7' })).status).toBe(200)
  expect(begun).toBe(6)
  const end = setInterval(() => {
    for (const go of ends.splice(0)) go()
  }, 5)
  await Promise.all(sent)
  clearInterval(end)
})
