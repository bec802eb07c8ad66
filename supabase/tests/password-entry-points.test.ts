import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../embedded-supabase/test/support/start.ts'
import { registration } from './support/people.ts'
import { MIGRATIONS } from './support/project.ts'

const STRANGERS = 'password of a stranger'
const RELAXED =
  '[auth.email]\nenable_confirmations = true\nmax_frequency = "0s"\n[auth.rate_limit]\nsign_in_sign_ups = 10000\n'

/** The academy as it is set up here, and its migrations alone beside a sign-in service that does take passwords. */
const PLACES: [string, string, () => Promise<TestServer>][] = [
  [
    'as configured here',
    'email_provider_disabled',
    () => startTestServer({ projectDirectory: fileURLToPath(new URL('..', import.meta.url)) }),
  ],
  [
    'on a project that takes passwords',
    'invalid_credentials',
    () => {
      const files = readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql'))
      const migrations = Object.fromEntries(files.map((name) => [name, readFileSync(join(MIGRATIONS, name), 'utf8')]))
      return startTestServer({ config: RELAXED, migrations })
    },
  ],
]

describe.each(PLACES)('[1-01] %s a password opens nothing', (_, refusal, start) => {
  let server: TestServer
  beforeAll(async () => {
    server = await start()
  })
  afterAll(() => server?.close())

  const opens = async (email: string) =>
    (await server.client().auth.signInWithPassword({ email, password: STRANGERS })).error?.code ?? 'opens'
  /** The owner proves the address by a mail of the kind. */
  const prove = async (email: string, type: 'magiclink' | 'invite' | 'recovery') => {
    const client = server.client()
    const { data } = await server.client(server.supabase.serviceRoleKey).auth.admin.generateLink({ type, email })
    const token_hash = data.properties?.hashed_token ?? ''
    expect((await client.auth.verifyOtp({ token_hash, type: 'email' })).error).toBeNull()
    return client
  }

  test.each(['magiclink', 'invite', 'recovery'] as const)(
    'neither one that came before the owner proved the address by %s, nor one that is planted later',
    async (type) => {
      const email = `owner-${type}@example.com`
      const claimed = await server
        .client()
        .auth.signUp({ email, password: STRANGERS, options: { data: registration() } })
      expect(claimed.error).toBeNull()
      const owner = await prove(email, type)
      expect(await opens(email)).toBe(refusal)
      await owner.auth.updateUser({ password: STRANGERS })
      expect(await opens(email)).toBe(refusal)
      await owner.auth.signOut({ scope: 'global' })
      expect(await opens(email)).toBe(refusal)
    },
  )
})
