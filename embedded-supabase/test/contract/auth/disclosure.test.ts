import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mailboxOf } from '../../../src/auth/accounts/email-address.ts'
import type { LogEntry } from '../../../src/index.ts'
import { type AuthServer, newEmail, PASSWORD, RELAXED, sha256, startAuthServer } from '../../support/auth.ts'

const HOOK = `
create schema hooks;
grant usage on schema hooks to supabase_auth_admin;
create function hooks.before_user(event jsonb) returns jsonb language sql as $$
  select case when event -> 'user' -> 'user_metadata' ? 'phone' then '{}'::jsonb
    else '{"error": {"http_code": 400, "message": "Phone number is required"}}' end $$;
`
const CONFIG = `${RELAXED.replace('unknown_identifiers = 100000', 'unknown_identifiers = 5')}
[auth.hook.before_user_created]
enabled = true
uri = "pg-functions://postgres/hooks/before_user"
`

let server: AuthServer
const logged: LogEntry[] = []
beforeAll(async () => {
  const migrations = { '0001_hooks.sql': HOOK }
  server = await startAuthServer({ config: CONFIG, migrations, log: (entry) => logged.push(entry) })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.sql('delete from auth.told_identifiers')
  logged.splice(0)
})

const post = async (path: string, body: object) => {
  const answer = await fetch(`${server.url}/auth/v1/${path}`, {
    method: 'POST',
    headers: { apikey: server.supabase.anonKey },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
const ask = (email: string) => post('otp', { email, create_user: false })
const register = (email: string, data: object = { phone: '1' }) => post('signup', { email, password: PASSWORD, data })
const useUp = async () => {
  for (let i = 0; i < 5; i++) expect((await ask(newEmail())).body.error_code).toBe('otp_disabled')
}
/** Names and kinds of all that an answer holds, without its values. */
const shape = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shape)
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.fromEntries(
    Object.entries(value)
      .sort()
      .map(([key, inner]) => [key, shape(inner)]),
  )
}

describe('a caller is told of five addresses in an hour', () => {
  test('by the sign-in link; afterwards known and unknown ones get the same answer, and known ones their mail', async () => {
    const { email: known } = await server.person()
    const unknown = Array.from({ length: 20 }, newEmail)
    const codes: unknown[] = []
    for (const email of unknown) codes.push((await ask(email)).body.error_code)
    expect(codes).toEqual([...Array(5).fill('otp_disabled'), ...Array(15).fill(undefined)])
    expect(await ask(known)).toEqual({ status: 200, body: {} })
    expect(await ask(newEmail())).toEqual({ status: 200, body: {} })
    expect(await server.mails(known)).toHaveLength(1)
    for (const email of unknown) expect(await server.mails(email)).toEqual([])
    expect(logged.filter(({ alarm }) => alarm === 'enumeration')).toHaveLength(1)
  })

  test('what was told once is told again, and does not count twice', async () => {
    const email = newEmail()
    for (let i = 0; i < 10; i++) expect((await ask(email)).body.error_code).toBe('otp_disabled')
    for (let i = 0; i < 4; i++) expect((await ask(newEmail())).body.error_code).toBe('otp_disabled')
    expect((await ask(newEmail())).status).toBe(200)
    expect((await ask(email)).body.error_code).toBe('otp_disabled')
  })

  test('also of many asked for at once', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask(newEmail())))
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(5)
  })

  test('anew after an hour', async () => {
    await useUp()
    expect((await ask(newEmail())).status).toBe(200)
    await server.sql(`update auth.told_identifiers set told_at = told_at - interval '1 hour'`)
    expect((await ask(newEmail())).status).toBe(422)
  })

  test('closed accounts count too, and then look like any other', async () => {
    const { email, userId } = await server.person()
    await server.admin.auth.admin.updateUserById(userId, { ban_duration: '24h' })
    expect((await ask(email)).body.error_code).toBe('user_banned')
    await server.sql('delete from auth.told_identifiers')
    await useUp()
    expect(await ask(email)).toEqual({ status: 200, body: {} })
    expect(await server.mails(email)).toEqual([])
  })

  test('by signing up: afterwards an address that has an account gets the answer of a new one', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => server.person()))
    const identities = []
    for (const { email } of people) identities.push((await register(email)).body.identities as unknown[])
    expect(identities.map(({ length }) => length)).toEqual([0, 0, 0, 0, 0, 1])
    const [known, fresh] = [await register(people[5]?.email ?? ''), await register(newEmail())]
    expect(shape(known)).toEqual(shape(fresh))
    expect(known.body.role).toBe(fresh.body.role)
    expect(await server.mails(people[5]?.email ?? '')).toEqual([])
  })

  test('by the text of an answer, its ids or their repetition, at any door', async () => {
    const [confirmed, waiting, fresh] = [(await server.person()).email, newEmail(), newEmail()]
    const foreign = { phone: '2', first_name: 'Somebody', last_name: 'Else' }
    await register(waiting, foreign)
    await server.admin.auth.admin.inviteUserByEmail(waiting)
    await server.sql(`update auth.users set created_at = created_at - interval '9 days' where email = $1`, [waiting])
    await useUp()
    const data = { phone: '1', zeta: { b: [1.0, null, { z: 1, a: 2 }], a: 'x' }, b: true, '10': 1, '9': 2 }
    const answersTo = async (email: string) => {
      const ids: string[][] = []
      const texts: string[] = []
      for (const body of [data, data, { phone: '3' }, data]) {
        for (const path of ['signup', 'otp', 'recover', 'resend', 'magiclink']) {
          const answer = await fetch(`${server.url}/auth/v1/${path}`, {
            method: 'POST',
            headers: { apikey: server.supabase.anonKey },
            body: JSON.stringify({ email, password: PASSWORD, data: body, type: 'signup', create_user: false }),
          })
          const text = await answer.text()
          const found = text.match(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g) ?? []
          if (path === 'signup') ids.push(found)
          const names = [...new Set(found)]
          const blank = names.reduce((rest, id, at) => rest.replaceAll(id, `id ${at}`), text)
          const headers = [...answer.headers.keys()].sort().join()
          texts.push(
            `${path} ${answer.status} ${headers} ${blank.replaceAll(email, 'address').replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')}`,
          )
        }
      }
      expect(ids.map((list) => list.join())).toEqual(Array(4).fill(ids[0]?.join()))
      expect(new Set(ids[0]).size).toBe(2)
      return texts
    }
    const expected = await answersTo(fresh)
    expect(await answersTo(confirmed)).toEqual(expected)
    expect(await answersTo(waiting)).toEqual(expected)
    expect(expected.join()).not.toContain('Somebody')
  })

  test('by the difference that a confirmation makes', async () => {
    const email = newEmail()
    const blank = (answer: object) => JSON.stringify(answer).replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
    await useUp()
    const before = await register(email)
    await server.admin.auth.admin.updateUserById(String(before.body.id), { email_confirm: true })
    expect(blank(await register(email))).toBe(blank(before))
  })

  test('and what the hook refuses is then refused for known addresses as well', async () => {
    const { email } = await server.person()
    expect((await register(email, {})).body.identities).toEqual([])
    await server.sql('delete from auth.told_identifiers')
    await useUp()
    expect(await register(email, {})).toEqual(await register(newEmail(), {}))
  })

  test('by changing their own address', async () => {
    const { client } = await server.person()
    const others = await Promise.all(Array.from({ length: 6 }, () => server.person()))
    const codes = []
    for (const { email } of others) codes.push((await client.auth.updateUser({ email })).error?.code)
    expect(codes).toEqual([...Array(5).fill('email_exists'), undefined])
    const { data } = await client.auth.getUser()
    expect(data.user?.new_email).toBe(others[5]?.email)
    expect(await server.mails(others[5]?.email ?? '')).toEqual([])
  })
})

test('an address that was confirmed a moment ago hears that it exists, not that it has to wait', async () => {
  const slow = await startAuthServer({ config: '' })
  try {
    const email = newEmail()
    const signUp = () => slow.client().auth.signUp({ email, password: PASSWORD })
    expect((await signUp()).error).toBeNull()
    const { code: token } = await slow.lastMail(email)
    expect((await slow.client().auth.verifyOtp({ email, token, type: 'email' })).error).toBeNull()
    for (let i = 0; i < 3; i++) {
      const { data, error } = await signUp()
      expect([error, data.user?.identities]).toEqual([null, []])
    }
  } finally {
    await slow.close()
  }
})

describe('who asked for a mail may learn what became of it', () => {
  const secret = 'a secret of the browser'
  const redirect = () => `redirect_to=${encodeURIComponent(`${server.url}/auth/callback?n=${sha256(secret)}`)}`
  const hashes = async (email: string) =>
    (
      await server.sql<{ request_hash: string | null }>('select request_hash from mail.outbox where recipient = $1', [
        email,
      ])
    ).map(({ request_hash }) => request_hash)

  test('of a sign-in link and of a confirmation', async () => {
    const { email } = await server.person()
    const fresh = newEmail()
    await post(`otp?${redirect()}`, { email, create_user: false })
    await post(`signup?${redirect()}`, { email: fresh, password: PASSWORD, data: { phone: '1' } })
    expect([await hashes(email), await hashes(fresh)]).toEqual([[sha256(secret)], [sha256(secret)]])
  })

  test('but not where a row would tell that there is an account', async () => {
    const { email } = await server.person()
    const waiting = newEmail()
    await register(waiting)
    await post(`recover?${redirect()}`, { email })
    await post(`resend?${redirect()}`, { email: waiting, type: 'signup' })
    expect(await hashes(email)).toEqual([null])
    expect(await hashes(waiting)).toEqual([null, null])
    await useUp()
    await post(`otp?${redirect()}`, { email, create_user: false })
    expect(await hashes(email)).toEqual([null, null])
  })

  test.each(['', 'n=x', `n=${'G'.repeat(64)}`])('a redirect with %j says nothing', async (query) => {
    const { email } = await server.person()
    const target = encodeURIComponent(`${server.url}/auth/callback?${query}`)
    await post(`otp?redirect_to=${target}`, { email, create_user: false })
    expect(await hashes(email)).toEqual([null])
  })
})

test('the mails of the whole server have a limit, which raises an alarm and lasts over requests', async () => {
  const alarms: LogEntry[] = []
  const config = RELAXED.replace('email_sent_global = 100000', 'email_sent_global = 4')
  const busy = await startAuthServer({ config, log: (entry) => alarms.push(entry) })
  try {
    const errors = []
    for (let i = 0; i < 6; i++) errors.push((await busy.client().auth.signInWithOtp({ email: newEmail() })).error?.code)
    expect(errors).toEqual([...Array(4).fill(undefined), ...Array(2).fill('over_email_send_rate_limit')])
    expect(alarms.filter(({ alarm }) => alarm === 'global mail limit')).toMatchObject([
      { level: 'error' },
      { level: 'error' },
    ])
    expect(await busy.sql(`select points from auth.rate_limits where key = 'mail'`)).toEqual([{ points: 4 }])
  } finally {
    await busy.close()
  }
})

test('the project counts its own mails to a mailbox in the same limit, by the same reading of an address', async () => {
  const gmail = ['Dana.Levi@gmail.com', 'danalevi+x@googlemail.com', 'd.a.n.a.levi@gmail.com', '+x@gmail.com']
  const tagged = ['outlook.com', 'hotmail.co.il', 'icloud.com', 'fastmail.fm', 'proton.me'].map((at) => `a.b+c@${at}`)
  const spellings = [...gmail, ...tagged, 'a.b+c@example.com', '+x@example.com']
  for (const address of spellings) {
    const [row] = await server.sql<{ mailbox: string }>('select mail.mailbox_of($1) as mailbox', [address])
    expect(row?.mailbox).toBe(mailboxOf(address.toLowerCase()))
  }
  const name = newEmail().split('@')[0]
  await server.client().auth.signInWithOtp({ email: `${name}@gmail.com`, options: { data: { phone: '1' } } })
  const counted = () => server.sql('select * from mail.count_mail_to($1)', [`${name?.toUpperCase()}+tag@gmail.com`])
  expect(await counted()).toEqual([{ this_hour: 3, today: 6 }])
  await counted()
  await counted()
  for (let i = 0; i < 3; i++) expect(await counted()).toEqual([{ this_hour: 6, today: 9 }])
})
