import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SupabaseClient } from '@supabase/supabase-js'
import { createClient } from '@supabase/supabase-js'
import { SignJWT } from 'jose'
import ws from 'ws'
import type { KeyFile } from '../../../../src/keys.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '../../../support/start.ts'
import { CONFIG, FIXTURE } from './fixture.ts'

export type RestServer = TestServer & {
  /** A plain request to `/rest/v1`, with the anonymous key unless a token is given. */
  rest(path: string, init?: RequestInit & { token?: string }): Promise<Response>
  /** Signs claims as the shared secret does; `expiresIn` in seconds. */
  sign(claims: Record<string, unknown>, expiresIn?: number): Promise<string>
  /** The secret that `sign` signs with. */
  jwtSecret: string
  /** An official client of a signed-in person. */
  person(sub: string): Promise<SupabaseClient>
}

/** A running server with the fixture schema; `sql` is a migration of its own. */
export async function startRestServer({
  sql = '',
  ...options
}: TestServerOptions & { sql?: string } = {}): Promise<RestServer> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'embedded-supabase-rest-'))
  chmodSync(dataDirectory, 0o711)
  const migrations = { '0001_fixture.sql': FIXTURE, '0002_own.sql': sql || 'select 1' }
  const server = await startTestServer({ config: CONFIG, migrations, dataDirectory, ...options })
  const { url, supabase } = server
  const { jwtSecret } = JSON.parse(readFileSync(join(dataDirectory, 'keys.json'), 'utf8')) as KeyFile

  const sign = (claims: Record<string, unknown>, expiresIn = 3600) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setExpirationTime(Math.floor(Date.now() / 1000) + expiresIn)
      .sign(new TextEncoder().encode(jwtSecret))

  return {
    ...server,
    jwtSecret,
    sign,
    rest: (path, { token = supabase.anonKey, headers, ...init } = {}) =>
      fetch(`${url}/rest/v1${path}`, {
        ...init,
        headers: {
          apikey: supabase.anonKey,
          authorization: `Bearer ${token}`,
          ...Object.fromEntries(new Headers(headers)),
        },
      }),
    async person(sub) {
      const token = await sign({ sub, role: 'authenticated', aud: 'authenticated' })
      return createClient(url, supabase.anonKey, {
        auth: { persistSession: false, autoRefreshToken: false },
        global: { headers: { authorization: `Bearer ${token}` } },
        realtime: { transport: ws as unknown as typeof WebSocket },
      })
    },
    async close() {
      await server.close()
      rmSync(dataDirectory, { recursive: true, force: true })
    },
  }
}
