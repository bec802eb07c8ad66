import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { startTestServer, type TestServer } from '../../embedded-supabase/test/support/start.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { type Actor, assemble, type Cast } from './support/cast.ts'
import { callAs, errorCode, owner } from './support/outcome.ts'
import { openSession, registration, useStaffArea } from './support/people.ts'
import { allowedRules, privileges } from './support/privileges.ts'

const HOUR = 3600
const DAY = 24 * HOUR
/** So long before its end a session is still good, and so long after it no more. */
const MARGIN = 5

describe('[9-01] [9-02] the age of a session is that of its sign-in', () => {
  let database: Database
  let cast: Cast
  beforeAll(async () => {
    database = await openAcademyDatabase()
    cast = await assemble(database)
  })
  afterAll(() => database?.close())

  /** A session of somebody that was opened so many seconds ago. */
  const aged = async (actor: Actor, seconds: number) => {
    const person = cast.person(actor as 'student')
    const caller = await database.asAuthAdmin((tx) =>
      openSession(tx, person, { sessionAge: seconds / HOUR, aal: actor === 'super_admin' ? 'aal2' : 'aal1' }),
    )
    await useStaffArea(database, person)
    return caller
  }
  const allowed = (actor: Actor, caller: Parameters<typeof allowedRules>[2]) =>
    allowedRules({ database, cast }, actor, caller)
  /** A refresh, and every proof that a session can give later, this very moment. */
  const renew = async (sessionId: unknown, methods: string[]) => {
    await owner(database, 'update auth.sessions set refreshed_at = now(), updated_at = now() where id = $1', [
      sessionId,
    ])
    for (const method of methods) {
      await owner(
        database,
        `insert into auth.mfa_amr_claims (session_id, authentication_method) values ($1, $2)
         on conflict (session_id, authentication_method) do update set updated_at = now()`,
        [sessionId, method],
      )
    }
  }

  test.each([
    ['student', 90 * DAY],
    ['unverified', 90 * DAY],
    ['admin', 24 * HOUR],
    ['super_admin', 24 * HOUR],
  ] as [Actor, number][])(
    '%s: good until its end, refused from then on, however it was renewed',
    async (actor, end) => {
      const before = await aged(actor, end - MARGIN)
      expect(await allowed(actor, before)).toHaveLength(privileges(actor).length)
      const late = await aged(actor, end + MARGIN)
      await renew(late.claims.session_id, ['token_refresh', 'totp', 'otp'])
      const own = (names: string[]) => names.filter((name) => end === 90 * DAY || !/ own | own$/.test(name))
      expect(own(await allowed(actor, late))).toEqual([])
    },
  )

  test('of staff: at day 90 their own row and profile are closed as well', async () => {
    for (const actor of ['admin', 'super_admin'] as const) {
      expect(await allowed(actor, await aged(actor, 90 * DAY + MARGIN))).toEqual([])
    }
  })

  test('neither a refresh nor a password is a fresh sign-in; the app is', async () => {
    const begin = async (caller: Parameters<typeof callAs>[1]) =>
      callAs(database, caller, 'begin_email_change').then(() => 'done', errorCode)
    const old = await aged('student', 11 * 60)
    await renew(old.claims.session_id, ['token_refresh', 'otp', 'anonymous', 'oauth'])
    expect(await begin(old)).toBe('REAUTHENTICATION_NEEDED')
    await renew(old.claims.session_id, ['totp'])
    expect(await begin(old)).toBe('done')
    await renew(old.claims.session_id, ['password'])
    expect(await begin(old)).toBe('REAUTHENTICATION_NEEDED')
    expect(await begin(await aged('student', 9 * 60))).toBe('done')
  })
})

describe('[3-05] over HTTP', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ projectDirectory: fileURLToPath(new URL('..', import.meta.url)) })
  })
  afterAll(() => server?.close())

  test('a token of day 89 ends at day 90, and so do its refreshes', async () => {
    const email = 'late@example.com'
    const client = server.client()
    await client.auth.signUp({ email, password: 'thrown-away-4f9c1e77', options: { data: registration() } })
    const admin = server.client(server.supabase.serviceRoleKey)
    const link = await admin.auth.admin.generateLink({ type: 'magiclink', email })
    const token_hash = link.data.properties?.hashed_token ?? ''
    const { data } = await client.auth.verifyOtp({ token_hash, type: 'email' })
    const age = (seconds: number) =>
      owner(
        server.supabase.database,
        'update auth.sessions set created_at = now() - make_interval(secs => $2) where user_id = $1',
        [data.user?.id, seconds],
      )
    await age(90 * DAY - 60)
    const refreshed = await client.auth.refreshSession()
    expect(refreshed.error).toBeNull()
    expect(refreshed.data.session?.expires_in).toBeLessThanOrEqual(120)
    expect((await client.from('users').select('id')).data).toHaveLength(1)
    await age(90 * DAY + 1)
    for (const table of ['users', 'bookmarks', 'user_progress', 'lesson_contents', 'lesson_notes', 'support_tickets']) {
      const { data: rows, error } = await client.from(table).select(table === 'support_tickets' ? 'id' : '*')
      expect([table, rows?.length ?? 0]).toEqual([table, 0])
      expect([table, error?.code ?? 'empty']).toEqual([table, expect.stringMatching(/^(SESSION_ENDED|empty)$/)])
    }
    expect((await client.from('users').select('id')).error?.code).toBe('SESSION_ENDED')
    expect((await client.auth.getUser()).error).not.toBeNull()
    const { refresh_token = '' } = refreshed.data.session ?? {}
    expect((await server.client().auth.refreshSession({ refresh_token })).error?.code).toBe('session_expired')
  })
})
