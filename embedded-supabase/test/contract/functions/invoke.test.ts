import { FunctionsHttpError, FunctionsRelayError } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FunctionModule, LogEntry } from '../../../src/index.ts'
import { startTestServer, type TestServer } from '../../support/start.ts'

type Handler = (request: Request) => Response | Promise<Response>
const serve = (handler: Handler): FunctionModule => ({ load: async () => ({ handler }) })

const loads = { counted: 0, flaky: 0, unready: 0 }
let atOnce = 0
let mostAtOnce = 0
const functions: Record<string, FunctionModule> = {
  echo: serve(async (request) => {
    const { pathname, search } = new URL(request.url)
    const forwarded = request.headers.get('x-forwarded-for')
    const type = request.headers.get('content-type')
    return Response.json({ method: request.method, pathname, search, type, forwarded, body: await request.text() })
  }),
  form: serve(async (request) => Response.json(Object.fromEntries(await request.formData()))),
  reply: serve(async (request) => {
    const type = (await request.json()).type
    return new Response('abc', { headers: { 'content-type': type } })
  }),
  teapot: serve(() => Response.json({ code: 'NO_COFFEE' }, { status: 418 })),
  throwing: serve(() => {
    throw new Error('secret detail')
  }),
  speechless: serve((() => undefined) as unknown as Handler),
  late: serve(() => {
    setTimeout(() => {
      throw new Error('after the answer')
    }, 5)
    void Promise.reject(new Error('left behind'))
    return new Response('ok')
  }),
  slow: serve(async (request) => {
    await new Promise((resolve) => request.signal.addEventListener('abort', resolve))
    return new Response('never')
  }),
  broken: { load: () => Promise.reject(new Error('cannot be imported')) },
  empty: { load: async () => ({}) as { handler: Handler } },
  counted: {
    load: async () => {
      loads.counted++
      return { handler: () => new Response('ok') }
    },
  },
  flaky: {
    load: async () => {
      if (loads.flaky++ === 0) throw new Error('not yet')
      return { handler: () => new Response('ok') }
    },
  },
  beacon: serve(async (request) => Response.json(JSON.parse(await request.text()))),
  environment: serve(() => {
    const { Deno } = globalThis as unknown as { Deno: { env: { get(name: string): string | undefined } } }
    const names = ['SUPABASE_URL', 'SUPABASE_ANON_KEY', 'SUPABASE_SERVICE_ROLE_KEY', 'SMTP_HOST', 'OWN', 'PATH']
    return Response.json(Object.fromEntries(names.map((name) => [name, Deno.env.get(name) ?? null])))
  }),
}

let server: TestServer
const logged: LogEntry[] = []
beforeAll(async () => {
  server = await startTestServer({
    functions,
    config: '[functions.beacon]\nverify_jwt = false\n[functions.echo]\nverify_jwt = true\n',
    functionEnvironment: { OWN: 'mine' },
    functionLimits: { wallClockMs: 300 },
    mailbox: true,
    log: (entry) => logged.push(entry),
  })
})
afterAll(() => server.close())

const url = (path: string) => `${server.url}/functions/v1/${path}`
const authorized = () => ({ authorization: `Bearer ${server.supabase.anonKey}` })
const invoke = (name: string, options?: Parameters<ReturnType<TestServer['client']>['functions']['invoke']>[1]) =>
  server.client().functions.invoke(name, options)

describe('bodies', () => {
  test('an object arrives as JSON', async () => {
    const { data } = await invoke('echo', { body: { phone_number: '+972501234567' } })
    expect(data).toMatchObject({ method: 'POST', type: 'application/json', body: '{"phone_number":"+972501234567"}' })
  })
  test('a string arrives as text', async () => {
    const { data } = await invoke('echo', { body: 'שלום' })
    expect(data).toMatchObject({ type: 'text/plain', body: 'שלום' })
  })
  test.each([
    ['a Blob', new Blob(['abc'])],
    ['an ArrayBuffer', new TextEncoder().encode('abc').buffer as ArrayBuffer],
  ])('%s arrives as bytes', async (_, body) => {
    const { data } = await invoke('echo', { body })
    expect(data).toMatchObject({ type: 'application/octet-stream', body: 'abc' })
  })
  test('a form arrives as a form', async () => {
    const body = new FormData()
    body.append('name', 'דנה')
    expect((await invoke('form', { body })).data).toEqual({ name: 'דנה' })
  })
  test('nothing arrives as nothing', async () => {
    expect((await invoke('echo')).data).toMatchObject({ method: 'POST', body: '' })
  })
  test.each(['GET', 'PUT', 'PATCH', 'DELETE'] as const)('the method %s arrives', async (method) => {
    expect((await invoke('echo', { method })).data).toMatchObject({ method })
  })
  test('a body of more than 1 MiB is refused, whether its length is told or not', async () => {
    const large = 'x'.repeat(1024 * 1024 + 1)
    const { error } = await invoke('echo', { body: large })
    expect((error as FunctionsHttpError).context.status).toBe(413)
    const stream = new Blob([large]).stream()
    const init = { method: 'POST', headers: authorized(), body: stream, duplex: 'half' } as RequestInit
    expect((await fetch(url('echo'), init)).status).toBe(413)
  })
  test('a body of just 1 MiB arrives', async () => {
    expect((await invoke('echo', { body: 'x'.repeat(1024 * 1024) })).error).toBeNull()
  })
})

describe('answers', () => {
  test('are read by their content type', async () => {
    const reply = async (type: string) => (await invoke('reply', { body: { type } })).data
    expect(await reply('text/plain')).toBe('abc')
    expect(await reply('application/octet-stream')).toBeInstanceOf(Blob)
    expect(await reply('application/pdf')).toBeInstanceOf(Blob)
    expect(await reply('text/event-stream')).toBeInstanceOf(Response)
  })
  test('with an error status are an HTTP error that carries them', async () => {
    const { data, error } = await invoke('teapot')
    expect(data).toBeNull()
    expect(error).toBeInstanceOf(FunctionsHttpError)
    expect(await error.context.json()).toEqual({ code: 'NO_COFFEE' })
  })
  test('are readable from every origin', async () => {
    const response = await fetch(url('echo'), { headers: { ...authorized(), origin: 'https://elsewhere.example' } })
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  })
})

describe('the address', () => {
  test('reaches the function without the prefix, with what follows the name', async () => {
    const response = await fetch(url('echo/deep/path?a=1&b=%D7%A9'), { headers: authorized() })
    expect(await response.json()).toMatchObject({ pathname: '/echo/deep/path', search: '?a=1&b=%D7%A9' })
  })
  test('of the caller is our own word, not the caller’s', async () => {
    const headers = { ...authorized(), 'x-forwarded-for': '6.6.6.6', 'x-real-ip': '6.6.6.6' }
    expect(await (await fetch(url('echo'), { headers })).json()).toMatchObject({ forwarded: '127.0.0.1' })
  })
  test('carries the region that the client asks for', async () => {
    const { data } = await server.client().functions.invoke('echo', { region: 'eu-west-1' as never })
    expect(data).toMatchObject({ search: '?forceFunctionRegion=eu-west-1' })
  })
  test.each(['nowhere', 'toString', '__proto__', ''])('of no function is 404: %j', async (name) => {
    const response = await fetch(url(name), { headers: authorized() })
    expect(response.status).toBe(404)
    expect(await response.text()).toBe('Function not found')
  })
})

describe('tokens', () => {
  const post = (headers: HeadersInit, name = 'echo') => fetch(url(name), { method: 'POST', headers })
  test.each([
    ['none', {}, 'Error: Missing authorization header'],
    ['another scheme', { authorization: 'Basic YTpi' }, "Error: Auth header is not 'Bearer {token}'"],
    ['no token', { authorization: 'Bearer nonsense' }, 'Invalid JWT'],
  ])('%s: 401', async (_, headers, msg) => {
    const response = await post(headers)
    expect(response.status).toBe(401)
    expect(await response.json()).toEqual({ msg })
  })
  test('of another project: 401', async () => {
    const { data, error } = await server.client(forged(server.supabase.anonKey)).functions.invoke('echo')
    expect(data).toBeNull()
    expect(await error.context.json()).toEqual({ msg: 'Invalid JWT' })
  })
  test('of the anonymous key and of the service key are good', async () => {
    for (const key of [server.supabase.anonKey, server.supabase.serviceRoleKey]) {
      expect((await post({ authorization: `Bearer ${key}` })).status).toBe(200)
    }
  })
  test('are not asked for where config.toml says so: a beacon has none', async () => {
    const response = await fetch(url('beacon'), {
      method: 'POST',
      headers: { 'content-type': 'text/plain;charset=UTF-8' },
      body: '{"updates":[]}',
    })
    expect(await response.json()).toEqual({ updates: [] })
  })
})

describe('failures', () => {
  test.each(['throwing', 'speechless'])('a function that fails is 500 without its reason: %s', async (name) => {
    const { error } = await invoke(name)
    expect(error).toBeInstanceOf(FunctionsHttpError)
    expect(error.context.status).toBe(500)
    const text = await error.context.text()
    expect(JSON.parse(text)).toEqual({ code: 'WORKER_ERROR', message: expect.any(String) })
    expect(text).not.toContain('secret detail')
  })
  test.each(['broken', 'empty'])('a function that cannot be loaded is 503: %s', async (name) => {
    const { error } = await invoke(name)
    expect(error).toBeInstanceOf(FunctionsRelayError)
    expect(error.context.status).toBe(503)
    expect(await error.context.json()).toMatchObject({ code: 'BOOT_ERROR' })
  })
  test('a function that takes too long is 546 and is told to stop', async () => {
    const { error } = await invoke('slow')
    expect(error).toBeInstanceOf(FunctionsRelayError)
    expect(error.context.status).toBe(546)
    expect(await error.context.json()).toMatchObject({ code: 'WORKER_LIMIT' })
  })
  test('what fails after the answer is logged and ends nothing', async () => {
    expect((await invoke('late')).data).toBe('ok')
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect((await invoke('late')).data).toBe('ok')
    const errors = logged.filter(({ message }) => message === 'a function failed after its answer')
    expect(errors.length).toBeGreaterThanOrEqual(2)
  })
})

test('a function is loaded once, at its first call; one that failed to load is tried again', async () => {
  expect(loads.counted).toBe(0)
  await Promise.all([invoke('counted'), invoke('counted'), invoke('counted')])
  expect(loads.counted).toBe(1)
  expect((await invoke('flaky')).error).toBeInstanceOf(FunctionsRelayError)
  expect((await invoke('flaky')).data).toBe('ok')
})

test('prepared functions are loaded before their first call, one at a time; what fails is tried again then', async () => {
  const slowly = async () => {
    atOnce += 1
    mostAtOnce = Math.max(mostAtOnce, atOnce)
    await new Promise((resolve) => setTimeout(resolve, 20))
    atOnce -= 1
    return { handler: () => new Response('ok') }
  }
  const loaded: string[] = []
  const logs: LogEntry[] = []
  const noting = (name: string): FunctionModule => ({
    load: async () => {
      loaded.push(name)
      if (name === 'failing' && loads.unready++ === 0) throw new Error('not yet')
      return slowly()
    },
  })
  const names = ['first', 'failing', 'last']
  const other = await startTestServer({
    functions: Object.fromEntries(names.map((name) => [name, noting(name)])),
    log: (entry) => logs.push(entry),
  })
  expect(loaded).toEqual([])
  await other.supabase.prepareFunctions()
  expect([loaded, mostAtOnce]).toEqual([names, 1])
  expect(logs.map(({ message }) => message)).toContain('function failing: boot')
  for (const name of names) expect((await other.client().functions.invoke(name)).data).toBe('ok')
  expect(loaded).toEqual([...names, 'failing'])
  await other.close()
})

test('a function finds its own environment, and nobody else does', async () => {
  const { data } = await invoke('environment')
  expect(data).toEqual({
    SUPABASE_URL: server.url,
    SUPABASE_ANON_KEY: server.supabase.anonKey,
    SUPABASE_SERVICE_ROLE_KEY: server.supabase.serviceRoleKey,
    SMTP_HOST: '127.0.0.1',
    OWN: 'mine',
    PATH: null,
  })
  expect((globalThis as { Deno?: unknown }).Deno).toBeUndefined()
  expect(process.env.SUPABASE_SERVICE_ROLE_KEY).toBeUndefined()
})

/** The same token under another signature. */
function forged(token: string): string {
  const [head, payload] = token.split('.')
  return `${head}.${payload}.${Buffer.from('x'.repeat(32)).toString('base64url')}`
}
