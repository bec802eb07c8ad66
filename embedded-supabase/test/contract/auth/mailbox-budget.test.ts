import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type AuthServer, newEmail, PASSWORD, startAuthServer } from '../../support/auth.ts'

const CONFIG = `[auth.email]
enable_confirmations = true
max_frequency = "60s"
otp_expiry = 86400
code_expiry = 600
[auth.rate_limit]
sign_in_sign_ups = 100000
token_verifications = 100000
`
const WAIT = /^For security purposes, you can only request this after (\d+) seconds\.$/

let server: AuthServer
let callers = 0
beforeAll(async () => {
  server = await startAuthServer({ config: CONFIG })
})
afterAll(() => server.close())
afterEach(() => server.sql('delete from auth.rate_limits; delete from auth.told_identifiers'))

/** A request as the server sees it that was told the caller's address by its proxy. */
const send = ({ supabase, url }: AuthServer, path: string, body: object, clientAddress: string) =>
  supabase.fetch(
    new Request(`${url}/auth/v1/${path}`, {
      method: 'POST',
      headers: { apikey: supabase.anonKey },
      body: JSON.stringify(body),
    }),
    { clientAddress },
  )
type Answer = { status: number; text: string; body: Record<string, unknown> }
const newCaller = () => `198.51.${++callers >> 8}.${callers & 255}`
async function post(path: string, body: object, caller = newCaller()): Promise<Answer> {
  const answer = await send(server, path, body, caller)
  const text = await answer.text()
  return { status: answer.status, text, body: JSON.parse(text) as Record<string, unknown> }
}
const ask = (email: string, caller?: string) => post('otp', { email, create_user: false }, caller)
const signUp = (email: string, caller?: string) => post('signup', { email, password: PASSWORD }, caller)
/** As if a minute had passed: the pause between two mails, not the limits of an hour. */
const aMinuteLater = () => server.sql(`delete from auth.rate_limits where key like 'frequency:%' or key like 'asked:%'`)
const person = async (domain = 'gmail.com') => {
  const email = `victim${++callers}@${domain}`
  const { error } = await server.admin.auth.admin.createUser({ email, email_confirm: true })
  if (error) throw error
  return email
}
const secondsIn = ({ body }: Answer) => Number(WAIT.exec(String(body.msg))?.[1])
const redeem = (tokenHash: string, caller?: string) => post('verify', { type: 'email', token_hash: tokenHash }, caller)
const mailsTo = async (mailbox: string) => {
  const [name = '', domain] = mailbox.split('@')
  const sql = 'select count(*)::int as count from mail.outbox where recipient like $1'
  return (await server.sql<{ count: number }>(sql, [`${name}%@${domain}`]))[0]?.count
}

describe('a stranger cannot keep a person out', () => {
  test('by ten requests from one address: ghosts, then variants', async () => {
    const victim = await person()
    const stranger = newCaller()
    for (let i = 0; i < 5; i++) await ask(newEmail(), stranger)
    for (let i = 0; i < 5; i++) await ask(victim.replace('@', `+${i}@`), stranger)
    expect(await mailsTo(victim)).toBe(0)
    const another = newCaller()
    for (let i = 0; i < 10; i++) await signUp(victim.replace('@', `+s${i}@`), another)
    expect(await mailsTo(victim)).toBe(3)
    expect((await ask(victim)).text).toBe('{}')
    expect((await redeem((await server.lastMail(victim)).tokenHash)).status).toBe(200)
  })

  test('by asking for mails to the very address: one caller gets three an hour and nine a day', async () => {
    const victim = await person()
    const stranger = newCaller()
    const statuses = []
    for (let i = 0; i < 5; i++) {
      statuses.push((await ask(victim, stranger)).status)
      await aMinuteLater()
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429])
    expect((await ask(victim)).status).toBe(200)
    const hourLater = `delete from auth.rate_limits where key ~ '^(mail|share-hour|mailbox-hour|frequency|asked)'`
    for (let hour = 0; hour < 6; hour++) {
      await server.sql(hourLater)
      for (let i = 0; i < 3; i++) await ask(victim, stranger).then(aMinuteLater)
    }
    const [share] = await server.sql(`select points from auth.rate_limits where key like 'share-day:${stranger}:%'`)
    expect(share).toEqual({ points: 9 })
  })

  test('by 120 requests of 120 addresses at every door: five mails, and the last of them opens', async () => {
    const victim = await person()
    const doors = [
      (at: number) => ask(victim.replace('@', `+${at}@`)),
      (at: number) => signUp(victim.replace('@', `+${at}@`)),
      () => ask(victim),
      () => post('recover', { email: victim }),
      () => post('resend', { email: victim, type: 'signup' }),
      () => signUp(victim),
    ]
    for (let at = 0; at < 120; at += 20) {
      await Promise.all(Array.from({ length: 20 }, (_, i) => doors[(at + i) % doors.length]?.(at + i)))
      await aMinuteLater()
    }
    expect(await mailsTo(victim)).toBe(5)
    const own = await ask(victim)
    expect([own.status, own.body.error_code]).toEqual([429, 'over_email_send_rate_limit'])
    expect(secondsIn(own)).toBeGreaterThan(3000)
    expect((await redeem((await server.lastMail(victim)).tokenHash)).status).toBe(200)
    await aMinuteLater()
    expect((await ask(victim)).text).toBe('{}')
  })

  test('by taking back the half of a change of address that is confirmed, where no mail goes out', async () => {
    const { client, email } = await server.person()
    const next = newEmail()
    expect((await client.auth.updateUser({ email: next })).error).toBeNull()
    const confirm = async (address: string) =>
      post('verify', { type: 'email_change', token_hash: (await server.lastMail(address)).tokenHash })
    await confirm(email)
    for (let i = 0; i < 6; i++) await ask(email).then(aMinuteLater)
    const sent = await mailsTo(email)
    expect((await post('resend', { email, type: 'email_change' })).status).toBe(200)
    expect(await mailsTo(email)).toBe(sent)
    expect(await confirm(next)).toMatchObject({ status: 200, body: { user: { email: next } } })
  })

  test('the code of the last mail stays good as long as no other can follow; a code before it does not', async () => {
    const victim = await person()
    const age = (minutes: number) =>
      server.sql(`update auth.one_time_tokens set created_at = now() - make_interval(mins => $1)`, [minutes])
    const typed = async () =>
      (await post('verify', { type: 'email', email: victim, token: (await server.lastMail(victim)).code })).status
    await ask(victim)
    await age(11)
    expect(await typed()).toBe(403)
    await server.sql('delete from auth.rate_limits')
    for (let i = 0; i < 5; i++) await ask(victim).then(aMinuteLater)
    expect((await ask(victim)).status).toBe(429)
    await age(55)
    expect(await typed()).toBe(200)
    await server.sql(`delete from auth.rate_limits where key like 'mailbox%'`)
    for (let i = 0; i < 5; i++) await ask(victim).then(aMinuteLater)
    await server.sql(`update auth.one_time_tokens set code_kept_until = now()`)
    await age(55)
    expect(await typed()).toBe(403)
  })

  test('a mail that was used no longer counts: who signs in every few minutes is never refused', async () => {
    const email = await person()
    const home = newCaller()
    for (let i = 0; i < 12; i++) {
      expect((await ask(email, home)).text).toBe('{}')
      expect((await redeem((await server.lastMail(email)).tokenHash, home)).status).toBe(200)
      await aMinuteLater()
    }
  })
})

test('what looks like a variant elsewhere is the mailbox of somebody else', async () => {
  const victim = await person('example.com')
  for (let i = 0; i < 10; i++) await signUp(victim.replace('@', `+${i}@`))
  const counted = await server.sql(`select points from auth.rate_limits where key like 'mailbox-hour:%'`)
  expect(counted).toEqual(Array(10).fill({ points: 1 }))
})

test('addresses that do not exist fill nothing but the budget of who asks', async () => {
  const stranger = newCaller()
  const answers = []
  for (let i = 0; i < 45; i++) answers.push((await ask(newEmail(), stranger)).status)
  expect(answers).toEqual([...Array(5).fill(422), ...Array(30).fill(200), ...Array(10).fill(429)])
  const foreign = `select key from auth.rate_limits where key not like '%' || $1 || '%'`
  expect(await server.sql(foreign, [stranger])).toEqual([])
})

describe('a limit does not tell who has an account', () => {
  const cannotBeDisclosed = async () => {
    const caller = newCaller()
    for (let i = 0; i < 5; i++) expect((await ask(newEmail(), caller)).status).toBe(422)
    return caller
  }
  const same = (text: string) => text.replace(/after \d+ seconds/, 'after a while')
  const series = async (email: string, caller: string) => {
    const answers = []
    for (let i = 0; i < 4; i++) {
      for (const _ of 'twice') {
        for (const path of ['otp', 'recover', 'resend', 'magiclink']) {
          const { status, text } = await post(path, { email, create_user: false, type: 'signup' }, caller)
          answers.push(`${path} ${status} ${same(text)}`)
        }
      }
      await aMinuteLater()
    }
    return answers
  }

  test('to who asks again and again by every door', async () => {
    const [known, waiting, ghost] = [await person(), newEmail(), newEmail()]
    await signUp(waiting)
    await server.sql('delete from auth.rate_limits')
    const [a, b, c] = [await cannotBeDisclosed(), await cannotBeDisclosed(), await cannotBeDisclosed()]
    const answers = await series(ghost, a)
    expect(answers.filter((answer) => answer.includes('200'))).not.toEqual([])
    expect(await series(known, b)).toEqual(answers)
    expect(await series(waiting, c)).toEqual(answers)
  })

  test('to the one who comes after many others', async () => {
    const [known, ghost] = [await person(), newEmail()]
    for (const email of [known, ghost]) for (let i = 0; i < 8; i++) await ask(email)
    const caller = await cannotBeDisclosed()
    for (const path of ['otp', 'recover', 'resend', 'signup']) {
      const [a, b] = await Promise.all(
        [known, ghost].map((email) =>
          post(path, { email, create_user: false, type: 'signup', password: PASSWORD }, caller),
        ),
      )
      expect([path, a?.status]).toEqual([path, b?.status])
      expect(Object.keys(a?.body ?? {})).toEqual(Object.keys(b?.body ?? {}))
    }
  })
})

test('the limit of the whole server is filled by mails only, and then the same for everybody', async () => {
  const busy = await startAuthServer({
    config: `${CONFIG}email_sent_global = 2\nunknown_identifiers = 0\n`,
  })
  try {
    const askBusy = async (email: string, create_user: boolean) =>
      (await send(busy, 'otp', { email, create_user }, newCaller())).status
    for (let i = 0; i < 5; i++) expect(await askBusy(newEmail(), false)).toBe(200)
    expect([await askBusy(newEmail(), true), await askBusy(newEmail(), true)]).toEqual([200, 200])
    expect([await askBusy(newEmail(), true), await askBusy(newEmail(), false)]).toEqual([429, 429])
  } finally {
    await busy.close()
  }
})
