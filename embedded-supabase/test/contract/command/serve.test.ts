import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createClient, FunctionsRelayError } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import ws from 'ws'
import { temporaryFolder } from '../../support/folder.ts'
import { type Running, runCommand, startCommand } from './support/command.ts'
import { writeGarden } from './support/garden.ts'

const folder = temporaryFolder()
const data = join(folder.path, 'data')
let running: Running
// Each start of the command makes a database.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const clientOf = (key: string) =>
  createClient(running.line('API'), key, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: ws as unknown as typeof WebSocket },
  })
const visitor = () => clientOf(running.line('anon key'))

beforeAll(async () => {
  writeGarden(folder.path)
  running = await startCommand(folder.path, '--port', '0', '--data', data)
})
afterAll(async () => {
  await running.stop('SIGTERM')
  folder.remove()
})

describe("a project of somebody else's", () => {
  test('its tables, relations, functions and seed are served', async () => {
    const { data: plants, error } = await visitor().from('plants').select('name, bed:beds(name)')
    expect({ plants, error }).toEqual({ plants: [{ name: 'mint', bed: { name: 'north' } }], error: null })
    expect((await visitor().rpc('count_plants')).data).toBe(1)
    expect(running.line('migrations applied')).toBe('2')
    expect(running.line('seeds run')).toBe('seeds/one.sql')
  })

  test('its policies hold: a person adds a plant of their own, a visitor none', async () => {
    const refused = await visitor().from('plants').insert({ bed_id: 1, name: 'nettle' })
    expect(refused.error?.code).toBe('42501')
    const person = visitor()
    const { data: signedUp } = await person.auth.signUp({ email: 'gardener@example.com', password: 'six or more' })
    expect(signedUp.user?.email).toBe('gardener@example.com')
    const added = await person.from('plants').insert({ bed_id: 2, name: 'sage' }).select('planted_by').single()
    expect(added.data).toEqual({ planted_by: signedUp.user?.id })
  })

  test('its storage keeps files', async () => {
    const owner = clientOf(running.line('service_role key')).storage
    await owner.createBucket('pictures')
    const uploaded = await owner.from('pictures').upload('sage.txt', 'green', { contentType: 'text/plain' })
    expect(uploaded.error).toBeNull()
    expect(await (await owner.from('pictures').download('sage.txt')).data?.text()).toBe('green')
  })

  test('a function in TypeScript runs, with its packages, shared code, import map and variables', async () => {
    expect(running.line('functions')).toBe('fetching, greet, lost, plain')
    const { data: greeting } = await visitor().functions.invoke('greet', { body: { name: 'Rosa' } })
    expect(greeting).toEqual({ text: 'Hello, Rosa!', client: 'function', base: 'b' })
    expect((await visitor().functions.invoke('plain')).data).toBe('plain')
    expect((await visitor().functions.invoke('fetching')).data).toBe('fetched')
  })

  test('a function whose package is missing says so in the log and harms nothing', async () => {
    expect((await visitor().functions.invoke('lost')).error).toBeInstanceOf(FunctionsRelayError)
    expect((await visitor().functions.invoke('plain')).data).toBe('plain')
  })

  test('a mail is caught and leads to the address of the configuration', async () => {
    await visitor().auth.signInWithOtp({ email: 'gardener@example.com' })
    const page = running.line('mails')
    await expect.poll(async () => (await fetch(page)).text()).toContain('gardener@example.com')
    expect((await fetch(page.replace(/\?.*/, ''))).ok).toBe(false)
  })

  test('what is not served answers in JSON', async () => {
    const answer = await fetch(`${running.line('API')}/realtime/v1`)
    expect([answer.status, await answer.json()]).toEqual([404, { message: 'no Route matched with those values' }])
  })
})

test('a second start on the same data is refused, naming who holds it', async () => {
  const { code, err } = await runCommand('serve', folder.path, '--port', '0', '--data', data)
  expect(code).toBe(1)
  expect(err).toContain(`in use by process ${running.process.pid}`)
})

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s ends it cleanly; the next start finds everything and seeds nothing',
  async (signal) => {
    const pid = Number(readFileSync(join(data, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
    const { code, err } = await running.stop(signal)
    expect(code).toBe(0)
    expect(err).toContain('there is no package no-such-package-here in node_modules')
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
    expect(existsSync(join(data, 'lock'))).toBe(false)
    const key = running.line('anon key')
    running = await startCommand(folder.path, '--port', '0', '--data', data)
    expect(running.line('anon key')).toBe(key)
    expect([running.line('migrations applied'), running.line('seeds run')]).toEqual(['0', ''])
    const { count } = await visitor().from('plants').select('*', { count: 'exact', head: true })
    expect(count).toBe(2)
    // For the next round's look at what is written to stderr.
    await visitor().functions.invoke('lost')
  },
)

describe('what is wrong is said', () => {
  async function failing(files: Record<string, string>, ...options: string[]) {
    const { path, remove } = temporaryFolder()
    writeGarden(path, files)
    const ended = await runCommand('serve', path, '--port', '0', '--data', join(path, 'data'), ...options)
    remove()
    return ended
  }

  test('a migration that fails, with its line', async () => {
    const { code, err } = await failing({ 'migrations/20260103000000_bad.sql': 'select 1;\nselect nothing_there;' })
    expect(code).toBe(1)
    expect(err).toContain(
      'The migration 20260103000000_bad.sql failed at line 2: column "nothing_there" does not exist',
    )
  })

  test('a seed that fails', async () => {
    const { code, err } = await failing({ 'seeds/two.sql': "insert into beds (name) values ('north');" })
    expect(code).toBe(1)
    expect(err).toContain('The seed seeds/two.sql failed: duplicate key value')
  })

  test.each([
    ['no TOML', 'a = = 1', 'supabase/config.toml is not valid'],
    ['a wrong setting', '[api]\nmax_rows = "many"', 'max_rows'],
    [
      'an entry point that is not there',
      '[functions.greet]\nentrypoint = "./nowhere.ts"',
      'entrypoint of the function greet',
    ],
  ])('a configuration with %s', async (_, text, expected) => {
    const { code, err } = await failing({ 'config.toml': text })
    expect(code).toBe(1)
    expect(err).toContain(expected)
  })

  test('a port that is in use', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const port = String((other.address() as AddressInfo).port)
    const { code, err } = await runCommand('serve', folder.path, '--port', port, '--data', join(folder.path, 'other'))
    other.close()
    expect([code, err]).toEqual([1, `embedded-supabase: The port ${port} is in use: choose another with --port.\n`])
    expect(existsSync(join(folder.path, 'other'))).toBe(false)
  })

  test('a folder without a project, and how the command is called', async () => {
    const empty = temporaryFolder()
    expect(await runCommand('serve', empty.path)).toMatchObject({
      code: 1,
      err: expect.stringContaining('has no folder supabase/'),
    })
    empty.remove()
    expect(await runCommand('serve', '--port', 'many')).toMatchObject({
      code: 2,
      err: expect.stringContaining('many is no port'),
    })
    expect(await runCommand('--help')).toMatchObject({ code: 0, out: expect.stringContaining('Usage:') })
  })
})
