import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../embedded-supabase/test/support/start.ts'
import { freshPhone, registration } from './support/people.ts'
import { PROJECT } from './support/project.ts'

const ROUTES = fileURLToPath(new URL('../../embedded-supabase/src/auth/routes.ts', import.meta.url))
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

let server: TestServer
let admin: SupabaseClient
let made = 0
beforeAll(async () => {
  server = await startTestServer({ projectDirectory: PROJECT })
  admin = server.client(server.supabase.serviceRoleKey)
})
afterAll(() => server?.close())

const sql = <Row>(text: string, values: unknown[] = []) =>
  server.supabase.database.asOwner(async (tx) => (await tx.query<Row>(text, values)).rows)

/** A student with a confirmed address, and a link and a code as the mail would carry them. */
async function linkOf() {
  const email = `dana${++made}@example.com`
  const { data } = await admin.auth.admin.createUser({ email, email_confirm: true })
  const link = await admin.auth.admin.generateLink({ type: 'magiclink', email })
  if (!data.user || !link.data.properties) throw new Error('no link')
  await sql('delete from auth.rate_limits')
  return { id: data.user.id, email, ...link.data.properties }
}

const redeem = (token_hash: string) => server.client().auth.verifyOtp({ token_hash, type: 'email' })
const type = (email: string, token: string) => server.client().auth.verifyOtp({ email, token, type: 'email' })

/** Every row of every table that holds something about people; counters of limits are no such thing. */
async function everything(): Promise<string> {
  const tables = await sql<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('auth', 'public', 'private', 'mail', 'storage') and tablename <> 'rate_limits' order by 1`,
  )
  const dumps = []
  for (const { name } of tables) {
    const [row] = await sql<{ dump: string | null }>(
      `select md5(string_agg(t::text, '|' order by t::text)) as dump from ${name} t`,
    )
    dumps.push(`${name} ${row?.dump ?? 'empty'}`)
  }
  return dumps.join('\n')
}

test('HEAD, GET and OPTIONS change no row, at any address of sign-in, with a link that is alive', async () => {
  const { hashed_token, action_link, email } = await linkOf()
  const routes = [...readFileSync(ROUTES, 'utf8').matchAll(/^ {2}'(\/[^']*)':/gm)].map(([, path = '']) => path)
  expect(routes.length).toBeGreaterThan(30)
  const to = encodeURIComponent(`${server.url}/auth/callback`)
  const query = `token=${hashed_token}&token_hash=${hashed_token}&type=magiclink&email=${email}&redirect_to=${to}`
  const before = await everything()
  let asked = 0
  const headers = { apikey: server.supabase.anonKey }
  for (const path of routes) {
    const filled = path.replaceAll(':id', crypto.randomUUID()).replaceAll(':rest', 'x')
    for (const method of ['HEAD', 'GET', 'OPTIONS']) {
      await fetch(`${server.url}/auth/v1${filled}?${query}`, { method, redirect: 'manual', headers })
      asked += 1
    }
  }
  for (let visit = 0; visit < 50; visit++) {
    const answer = await fetch(action_link, { method: visit % 2 ? 'HEAD' : 'GET', redirect: 'manual' })
    asked += 1
    if (visit % 2) continue
    const landing = new URL(answer.headers.get('location') ?? '')
    expect([answer.status, landing.pathname, landing.searchParams.get('token_hash')]).toEqual([
      303,
      '/auth/callback',
      hashed_token,
    ])
    expect(landing.hash).toBe('')
  }
  expect(asked).toBeGreaterThan(150)
  expect(await everything()).toBe(before)
  expect((await redeem(hashed_token)).data.user?.email).toBe(email)
})

describe('[9-05] a link lives 24 hours to the second', () => {
  /** Sets the age of a link and redeems it; again with another one when the machine took longer than the second left. */
  async function redeemAt(age: string, patienceMs: number) {
    for (;;) {
      const { hashed_token } = await linkOf()
      const began = performance.now()
      await sql(`update auth.one_time_tokens set created_at = now() - $1::interval where token_hash = $2`, [
        age,
        sha256(hashed_token),
      ])
      const { error } = await redeem(hashed_token)
      if (performance.now() - began < patienceMs) return error?.code
    }
  }
  test('a second before', async () => expect(await redeemAt('23:59:59', 1000)).toBeUndefined())
  test('a second after', async () => expect(await redeemAt('24:00:01', Number.POSITIVE_INFINITY)).toBe('otp_expired'))
})

test('[2.11-06] closing an account ends its links and codes, also for after it is opened again', async () => {
  const { id, email, hashed_token, email_otp } = await linkOf()
  await admin.rpc('set_student_active', { student_id: id, active: false, reason: 'בירור' })
  expect((await redeem(hashed_token)).error?.code).toBe('otp_expired')
  await admin.rpc('set_student_active', { student_id: id, active: true, reason: 'בירור' })
  expect((await redeem(hashed_token)).error?.code).toBe('otp_expired')
  expect((await type(email, email_otp)).error?.code).toBe('otp_expired')
})

test('links and codes redeemed by 30 at once make one session, for the right person, each of 20 times', async () => {
  for (let round = 0; round < 20; round++) {
    const { email, hashed_token, email_otp } = await linkOf()
    const byCode = round % 2 === 1
    const tries = Array.from({ length: 30 }, () => (byCode ? type(email, email_otp) : redeem(hashed_token)))
    const answers = await Promise.all(tries)
    const sessions = answers.filter(({ data }) => data.session)
    expect(sessions.map(({ data }) => data.user?.email)).toEqual([email])
    const [row] = await sql<{ count: string }>(
      'select count(*) from auth.sessions join auth.users u on u.id = user_id where u.email = $1',
      [email],
    )
    expect(row?.count).toBe('1')
  }
})

test('the check can fail: a secret that is looked up first and used up afterwards is redeemed more than once', async () => {
  const { hashed_token } = await linkOf()
  const { database } = server.supabase
  const naive = () =>
    database.asAuthAdmin(async (tx) => {
      const where = 'where token_hash = $1'
      const { rowCount } = await tx.query(`select from auth.one_time_tokens ${where}`, [sha256(hashed_token)])
      await tx.query('select pg_sleep(0.2)')
      await tx.query(`delete from auth.one_time_tokens ${where}`, [sha256(hashed_token)])
      return rowCount
    })
  const found = await Promise.all(Array.from({ length: 5 }, naive))
  expect(found.filter((count) => count > 0).length).toBeGreaterThan(1)
})

test('[5-04] a caller who heard of five taken phones registers on without hearing of the sixth; the profile has no phone', async () => {
  const phones = await Promise.all(
    Array.from({ length: 6 }, async (_, at) => {
      const phone = freshPhone()
      const email = `holder${at}@example.com`
      await admin.auth.admin.createUser({ email, email_confirm: true })
      await admin.from('users').update({ phone_number: phone }).eq('email', email)
      return phone
    }),
  )
  const messages = []
  for (const [at, phone] of phones.entries()) {
    await sql('delete from auth.rate_limits')
    const data = registration({ phone_number: phone })
    const { error } = await server
      .client()
      .auth.signUp({ email: `second${at}@example.com`, password: 'thrown-away-4f9c1e77', options: { data } })
    messages.push(error?.message.split(' ')[0])
  }
  expect(messages).toEqual([...Array(5).fill('PHONE_ALREADY_EXISTS'), undefined])
  expect(await sql(`select phone_number from users where email = 'second5@example.com'`)).toEqual([
    { phone_number: null },
  ])
})
