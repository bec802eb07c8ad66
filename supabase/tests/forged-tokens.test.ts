import { createHmac } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FunctionModule } from '../../embedded-supabase/src/index.ts'
import { loadKeys } from '../../embedded-supabase/src/keys.ts'
import { temporaryFolder } from '../../embedded-supabase/test/support/folder.ts'
import { startTestServer, type TestServer } from '../../embedded-supabase/test/support/start.ts'
import { signUp } from './support/people.ts'
import { PROJECT } from './support/project.ts'

const FOLDER = join(PROJECT, 'functions')
const NAMES = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== '_shared')
  .map(({ name }) => name)

const { path: folder, remove } = temporaryFolder()
const dataDirectory = join(folder, 'data')

let server: TestServer
let token: string
let secret: string
beforeAll(async () => {
  const module = (name: string): FunctionModule => ({ load: () => import(`../functions/${name}/handler.ts`) })
  server = await startTestServer({
    projectDirectory: PROJECT,
    dataDirectory,
    functions: Object.fromEntries(NAMES.map((name) => [name, module(name)])),
  })
  await signUp(server.supabase.database, 'dana@example.org')
  const service = server.client(server.supabase.serviceRoleKey)
  const { data } = await service.auth.admin.generateLink({ type: 'magiclink', email: 'dana@example.org' })
  const answer = await server
    .client()
    .auth.verifyOtp({ token_hash: data.properties?.hashed_token ?? '', type: 'email' })
  token = answer.data.session?.access_token ?? ''
  secret = (await loadKeys(join(dataDirectory, 'keys.json'))).jwtSecret
})
afterAll(async () => {
  await server?.close()
  remove()
})

/** The student's own token as an application would sign it with the project's shared secret. */
function signedWith(key: string): string {
  const header = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'JWT' })).toString('base64url')
  const text = `${header}.${token.split('.')[1]}`
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
}
const call = (name: string, bearer: string, body = '{"updates":[]}') =>
  fetch(`${server.url}/functions/v1/${name}`, {
    method: 'POST',
    headers: { apikey: server.supabase.publishableKey, authorization: `Bearer ${bearer}` },
    body,
  })

test.each(NAMES)('%s hears nobody whose token is signed with another secret', async (name) => {
  expect((await call(name, signedWith('another-secret-of-thirty-two-characters'))).status).toBe(401)
})

test('a beacon with such a token in its body is refused before the rest of the body is read', async () => {
  const forged = signedWith('another-secret-of-thirty-two-characters')
  const headers = { apikey: server.supabase.publishableKey }
  const body = `{"access_token":"${forged}","updates":"no list"}`
  const answer = await fetch(`${server.url}/functions/v1/batch-progress`, { method: 'POST', headers, body })
  expect(answer.status).toBe(401)
})

test('the same token counts when the secret of the project has signed it, until the session ends', async () => {
  expect((await call('batch-progress', signedWith(secret))).status).toBe(200)
  const headers = { apikey: server.supabase.publishableKey, authorization: `Bearer ${token}` }
  await fetch(`${server.url}/auth/v1/logout`, { method: 'POST', headers })
  expect((await call('batch-progress', signedWith(secret))).status).toBe(401)
})
