import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Settings } from '../../../src/auth/settings.ts'
import { sweep } from '../../../src/auth/sweep.ts'
import { type AuthServer, newEmail, startAuthServer } from '../../support/auth.ts'

let server: AuthServer
beforeAll(async () => {
  server = await startAuthServer()
})
afterAll(() => server.close())

test('what has expired is removed, what lives stays', async () => {
  const [old, living] = [await server.person(), await server.person()]
  const settings = { linkExpiryS: 86_400, timeboxS: 7_776_000, inactivityS: undefined } as Settings
  await server.sql(`update auth.sessions set created_at = now() - interval '92 days' where user_id = $1`, [old.userId])
  const [dead, fresh] = [newEmail(), newEmail()]
  for (const email of [dead, fresh]) await server.client().auth.signInWithOtp({ email })
  await server.sql(`update auth.one_time_tokens set created_at = now() - interval '25 hours' where relates_to = $1`, [
    dead,
  ])
  await server.sql('update auth.rate_limits set expires_at = now()')
  await sweep({ database: server.supabase.database, settings })
  expect((await old.client.auth.refreshSession()).error?.code).toBe('refresh_token_not_found')
  expect((await living.client.auth.refreshSession()).error).toBeNull()
  const tokens = await server.sql<{ relates_to: string }>('select relates_to from auth.one_time_tokens')
  expect(tokens).toEqual([{ relates_to: fresh }])
  expect(await server.sql('select from auth.rate_limits where expires_at < now()')).toEqual([])
})
