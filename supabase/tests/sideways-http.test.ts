import { createHash, randomBytes } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../embedded-supabase/test/support/start.ts'
import { freshPhone, registration } from './support/people.ts'
import { PROJECT } from './support/project.ts'

let server: TestServer
let student: { id: string; token: string }
let staff: { id: string; token: string }
const phone = freshPhone()

beforeAll(async () => {
  server = await startTestServer({ projectDirectory: PROJECT })
  student = await signedIn('student@example.com', registration({ phone_number: phone }))
  staff = await signedIn('member@academy.example', registration())
  await sql(
    `insert into admin_users (supabase_auth_id, email, first_name, role_id, email_verified)
     select $1, 'member@academy.example', 'נועה', id, true from roles where name = 'admin'`,
    [staff.id],
  )
})
afterAll(() => server?.close())
beforeEach(async () => {
  await sql('delete from private.attempts')
  await sql(`select setval(oid::regclass, 1) from pg_class where relkind = 'S' and relname like 'staff\\_guesses\\_%'`)
})

const sql = async <Row = Record<string, unknown>>(text: string, values: unknown[] = []) =>
  (await server.supabase.database.asOwner((tx) => tx.query<Row>(text, values))).rows
const count = async (from: string) => Number((await sql<{ n: string }>(`select count(*) as n from ${from}`))[0]?.n)

async function signedIn(email: string, data: Record<string, unknown>): Promise<{ id: string; token: string }> {
  const client: SupabaseClient = server.client()
  await client.auth.signInWithOtp({ email, options: { data } })
  const link = await server
    .client(server.supabase.serviceRoleKey)
    .auth.admin.generateLink({ type: 'magiclink', email, options: { data } })
  const verified = await client.auth.verifyOtp({
    token_hash: link.data.properties?.hashed_token ?? '',
    type: 'email',
  })
  return { id: verified.data.user?.id ?? '', token: verified.data.session?.access_token ?? '' }
}

type Trick = {
  query?: string
  headers?: Record<string, string>
  method?: 'GET' | 'HEAD'
  abort?: boolean
  list?: boolean
}

/** All that a client can put around a call so that it fails, is undone, is read only or is run again. */
const TRICKS: [string, Trick][] = [
  ['nothing', {}],
  ['tx=rollback', { headers: { prefer: 'tx=rollback' } }],
  ['tx=rollback, strictly', { headers: { prefer: 'handling=strict, tx=rollback' } }],
  ['two values of tx', { headers: { prefer: 'tx=rollback, tx=commit' } }],
  ['max-affected', { headers: { prefer: 'handling=strict, max-affected=0' } }],
  ['missing and count', { headers: { prefer: 'missing=null, count=exact, return=minimal' } }],
  ['count=planned', { headers: { prefer: 'count=planned, tx=rollback' } }],
  ['a single object', { headers: { accept: 'application/vnd.pgrst.object+json' } }],
  ['CSV', { headers: { accept: 'text/csv' } }],
  ['no such media type', { headers: { accept: 'image/png' } }],
  ['a plan that is carried out', { headers: { accept: 'application/vnd.pgrst.plan+json; options=analyze|verbose' } }],
  ['a range beyond the end', { query: 'offset=5&limit=1', headers: { range: '9-3', prefer: 'count=exact' } }],
  ['no row', { query: 'limit=0' }],
  ['a cast of the answer', { query: 'select=pgrst_scalar:pgrst_scalar->>error::int' }],
  ['a filter that fails', { query: 'pgrst_scalar->>error=match.(' }],
  ['an order that is not there', { query: 'order=nothing.asc' }],
  ['GET', { method: 'GET' }],
  ['HEAD', { method: 'HEAD' }],
  ['a list of arguments', { list: true }],
  ['a time zone', { headers: { prefer: 'timezone=Asia/Jerusalem, tx=rollback' } }],
  ['a line that is cut', { abort: true }],
]

/** Calls a function with a trick; its text, empty where no answer came. */
async function call(name: string, args: Record<string, unknown>, trick: Trick, token = ''): Promise<string> {
  const { query = '', headers, method, abort, list } = trick
  const address = new URL(`${server.url}/rest/v1/rpc/${name}?${query}`)
  if (method) for (const [key, value] of Object.entries(args)) address.searchParams.set(key, String(value))
  const stop = new AbortController()
  if (abort) setTimeout(() => stop.abort(), 1)
  try {
    const response = await fetch(address, {
      method: method ?? 'POST',
      signal: stop.signal,
      headers: {
        apikey: server.supabase.anonKey,
        authorization: `Bearer ${token || server.supabase.anonKey}`,
        'content-type': 'application/json',
        ...headers,
      },
      ...(method ? {} : { body: JSON.stringify(list ? [args] : args) }),
    })
    return await response.text()
  } catch {
    return ''
  }
}

/** Counts tries that nobody makes, of the caller that these requests are or of a phone. */
const triedBefore = (scope: string, key: string, times: number, most: number) =>
  sql(`select private.take_attempt($1, $2, 'before ' || i, $4, '1 hour') from generate_series(1, $3::int) i`, [
    ...[scope, key, times, most],
  ])

test.each(TRICKS)('[9-22] %s: at most twenty addresses of the staff are told about in an hour', async (name, trick) => {
  await triedBefore('staff sign-in', '127.0.0.1', 15, 20)
  let told = 0
  for (let i = 0; i < 10; i++) {
    const text = await call('check_admin_sign_in', { email: `guess${i}@academy.example` }, trick)
    if (/not found|admin_id|deactivated/.test(text)) told += 1
  }
  expect(told).toBeLessThanOrEqual(5)
  if (name === 'nothing' || name.includes('tx')) expect(told).toBe(5)
  // Members and strangers now hear the same; where nothing is ever told, they always do.
  if (trick.abort) return
  const [member, stranger] = [
    await call('check_admin_sign_in', { email: 'member@academy.example' }, trick),
    await call('check_admin_sign_in', { email: 'nobody@academy.example' }, trick),
  ]
  expect(member).toBe(stranger)
  expect(member).not.toContain('admin_id')
})

test.each(TRICKS)('[7-21] %s: a recovery link tells whose account it is once', async (_, trick) => {
  const token = randomBytes(32).toString('base64url')
  await sql('delete from private.account_recovery_tokens')
  await sql('insert into private.account_recovery_tokens (token_hash, user_id, phone_number) values ($1, $2, $3)', [
    createHash('sha256').update(token).digest('hex'),
    student.id,
    phone,
  ])
  let told = 0
  for (let i = 0; i < 4; i++) {
    const text = await call('verify_recovery_token', { token_input: token, phone_input: phone }, trick)
    if (text.includes('student@example.com')) told += 1
  }
  expect(told).toBeLessThanOrEqual(1)
})

test.each(TRICKS)('[7-21] %s: ten wrong tokens end the tries of their caller', async (_, trick) => {
  await triedBefore('recovery failure address', '127.0.0.1', 7, 10)
  for (let i = 0; i < 5; i++) {
    await call(
      'verify_recovery_token',
      { token_input: `wrong${i}`, phone_input: phone },
      { headers: trick.headers ?? {} },
    )
  }
  expect(await count(`private.attempts where scope = 'recovery failure address'`)).toBe(
    trick.headers?.accept?.match(/png|plan/) || trick.headers?.prefer?.includes('max-affected') ? 7 : 10,
  )
})

test.each(TRICKS)('[6-14] %s: no record is read without a line that the student can read', async (_, trick) => {
  await sql('delete from record_views')
  const texts: string[] = []
  for (const name of ['read_student_record', 'open_student_record', 'read_student_record']) {
    texts.push(await call(name, { student_id: student.id }, trick, staff.token))
  }
  expect(texts[0]).not.toContain('student@example.com')
  if (texts.join().includes('student@example.com')) expect(await count('record_views')).toBe(1)
})

test.each(TRICKS)('%s: at most five exports a day', async (_, trick) => {
  let got = 0
  for (let i = 0; i < 8; i++) {
    if ((await call('export_my_data', {}, trick, student.token)).includes('student@example.com')) got += 1
  }
  expect(got).toBeLessThanOrEqual(5)
})

describe('thirty at once', () => {
  test('learn of twenty addresses', async () => {
    const texts = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        call('check_admin_sign_in', { email: `guess${i}@academy.example` }, { headers: { prefer: 'tx=rollback' } }),
      ),
    )
    expect(texts.filter((text) => text.includes('not found'))).toHaveLength(20)
  })
})

test('[4-45] nobody writes the ledger for visitors; a choice is one call and three lines', async () => {
  const visitor = server.client()
  const lines = [{ subject_key: 'browser-key-1', purpose: 'cookies_analytics', granted: true }]
  expect((await visitor.from('consent_events').insert(lines)).status).toBe(401)
  const choice = { analytics: true, marketing: false, preferences: true, subject_key: 'browser-key-1' }
  for (let i = 0; i < 3; i++) expect((await visitor.rpc('record_cookie_choice', choice)).status).toBe(204)
  expect(await count(`consent_events where subject_key = 'browser-key-1'`)).toBe(3)
  await visitor.rpc('record_cookie_choice', { ...choice, analytics: false })
  expect(await count(`consent_events where subject_key = 'browser-key-1'`)).toBe(4)
  expect((await visitor.rpc('record_cookie_choice', { ...choice, subject_key: '' })).error?.code).toBe('INVALID_CHOICE')
})
