import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuthServer, PASSWORD, startAuthServer } from '../../support/auth.ts'

let server: AuthServer
beforeAll(async () => {
  server = await startAuthServer()
})
afterAll(() => server.close())

/** One person signed in three times; for each, whether the session still lives. */
async function threeSessions() {
  const { client, email } = await server.person()
  const others = [server.client(), server.client()]
  for (const other of others) await other.auth.signInWithPassword({ email, password: PASSWORD })
  const tokens = await Promise.all(
    [client, ...others].map(
      async ({ auth }) => (await auth.getSession()).data.session ?? { access_token: '', refresh_token: '' },
    ),
  )
  const alive = () =>
    Promise.all(tokens.map(async ({ access_token }) => !(await server.client().auth.getUser(access_token)).error))
  const refreshable = () =>
    Promise.all(
      tokens.map(async ({ refresh_token }) => !(await server.client().auth.refreshSession({ refresh_token })).error),
    )
  return { client, alive, refreshable, tokens }
}

test.each([
  ['global', [false, false, false]],
  ['local', [false, true, true]],
  ['others', [true, false, false]],
] as const)('scope %s', async (scope, expected) => {
  const { client, alive, refreshable } = await threeSessions()
  expect((await client.auth.signOut({ scope })).error).toBeNull()
  expect(await alive()).toEqual(expected)
  expect(await refreshable()).toEqual(expected)
})

test('signing out twice, with a strange scope and without a token', async () => {
  const { tokens } = await threeSessions()
  const post = (query: string, token?: string) =>
    fetch(`${server.url}/auth/v1/logout${query}`, {
      method: 'POST',
      headers: token ? { authorization: `Bearer ${token}` } : {},
    })
  const token = tokens[0]?.access_token
  expect((await post('?scope=everything', token)).status).toBe(400)
  expect((await post('', token)).status).toBe(204)
  const again = await post('', token)
  expect([again.status, again.headers.get('x-sb-error-code')]).toEqual([403, 'session_not_found'])
  const nobody = await post('')
  expect([nobody.status, await nobody.json()]).toEqual([
    401,
    { message: 'No API key found in request', hint: 'No `apikey` request header or url param was found.' },
  ])
})

test('an administrator signs someone out by their token', async () => {
  const { tokens, alive } = await threeSessions()
  expect((await server.admin.auth.admin.signOut(tokens[0]?.access_token ?? '', 'others')).error).toBeNull()
  expect(await alive()).toEqual([true, false, false])
})
