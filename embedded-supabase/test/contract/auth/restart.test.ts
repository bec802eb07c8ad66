import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rotateSigningKey } from '../../../src/keys.ts'
import { newEmail, PASSWORD } from '../../support/auth.ts'
import { startTestServer, type TestServer } from '../../support/start.ts'

const dataDirectory = mkdtempSync(join(tmpdir(), 'embedded-supabase-restart-'))
const start = () =>
  startTestServer({
    dataDirectory,
    siteUrl: 'https://academy.example',
    externalUrl: 'https://academy.example',
    config: '[auth.email]\nenable_confirmations = true\nmax_frequency = "1h"',
  })

let server: TestServer
beforeAll(async () => {
  chmodSync(dataDirectory, 0o711)
  server = await start()
})
afterAll(async () => {
  await server.close()
  rmSync(dataDirectory, { recursive: true, force: true })
})

test('sessions, limits and older signing keys survive a restart', async () => {
  const email = newEmail()
  const admin = server.client(server.supabase.serviceRoleKey)
  await admin.auth.admin.createUser({ email, password: PASSWORD, email_confirm: true })
  const before = server.client()
  const { data } = await before.auth.signInWithPassword({ email, password: PASSWORD })
  const { access_token = '', refresh_token = '' } = data.session ?? {}
  expect((await before.auth.signInWithOtp({ email })).error).toBeNull()

  await server.close()
  await rotateSigningKey(join(dataDirectory, 'keys.json'))
  server = await start()

  const after = server.client()
  expect((await after.auth.signInWithOtp({ email })).error?.code).toBe('over_email_send_rate_limit')
  expect((await after.auth.getUser(access_token)).data.user?.email).toBe(email)
  expect((await after.auth.getClaims(access_token)).data?.claims.email).toBe(email)
  const refreshed = await after.auth.refreshSession({ refresh_token })
  expect(refreshed.error).toBeNull()
  const [oldKey, newKey] = [access_token, refreshed.data.session?.access_token ?? ''].map(
    (token) => decodeProtectedHeader(token).kid,
  )
  expect(newKey).not.toBe(oldKey)
  const { keys } = await (await fetch(`${server.url}/auth/v1/.well-known/jwks.json`)).json()
  expect(keys.map(({ kid }: { kid: string }) => kid)).toEqual([newKey, oldKey])
})
