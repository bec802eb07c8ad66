import { fileURLToPath } from 'node:url'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../embedded-supabase/test/support/start.ts'
import { freshPhone, registration } from './support/people.ts'
import { applyRegistration, beginRegistration, openNewLink, register } from './support/registering.ts'
import {
  mailedRegistration,
  openMailedLink,
  type RegistrationMail,
  typeMailedCode,
} from './support/registration-mails.ts'

let server: TestServer
let admin: SupabaseClient
let made = 0
beforeAll(async () => {
  server = await startTestServer({ projectDirectory: fileURLToPath(new URL('..', import.meta.url)) })
  admin = server.client(server.supabase.serviceRoleKey)
})
afterAll(() => server?.close())
beforeEach(() => forgetLimits())

const sql = <Row>(text: string, values: unknown[] = []) =>
  server.supabase.database.asOwner(async (tx) => (await tx.query<Row>(text, values)).rows)

const forgetLimits = () => sql('with gone as (delete from auth.rate_limits) delete from private.attempts')

const address = () => `owner${++made}@example.com`
const profileOf = async (email: string) =>
  (await sql<Record<string, unknown>>('select * from users where email = $1', [email]))[0]
const ledgerOf = (email: string) =>
  sql<{ purpose: string; granted: boolean; occurred_at: Date }>(
    `select purpose, granted, occurred_at from consent_events join users on users.id = user_id where email = $1 order by purpose`,
    [email],
  )

const mailFor = (email: string, name: string, changes?: Record<string, unknown>) =>
  mailedRegistration(server, email, name, changes)
const openLink = (mail: RegistrationMail) => openMailedLink(server, mail)
/** The browser that opened the link, which must open. */
async function opened(mail: RegistrationMail): Promise<SupabaseClient> {
  const client = await openLink(mail)
  if (!client) throw new Error('the link opens')
  return client
}
const typeCode = (email: string, mail: RegistrationMail) => typeMailedCode(server, email, mail)

const ORDERS = ['01', '10', '012', '021', '102', '120', '201', '210'].map((order) => [...order].map(Number))

describe('several registrations of one address', () => {
  test.each(ORDERS.flatMap((order) => ['link', 'code'].map((way) => [way, order] as const)))(
    '[4-06] the %s that is redeemed decides, opened in the order %s',
    async (way, order) => {
      const email = address()
      const names = order.map((_, i) => `שם ${i}`)
      const mails: RegistrationMail[] = []
      for (const name of names) mails.push(await mailFor(email, name))
      expect(await profileOf(email)).toMatchObject({ first_name: '', phone_number: null, terms_consent: false })
      const entered: string[] = []
      for (const at of order) {
        const mail = mails[at] ?? mails[0]
        if (!mail) throw new Error('no mail')
        const client = await (way === 'link' ? openLink(mail) : typeCode(email, mail))
        if (!client) continue
        entered.push(names[at] ?? '')
        expect(await applyRegistration(client, mail.hash)).toEqual({ applied: true, phone_left_out: false })
      }
      // A newer mail ends the older ones, so the last one is the one that opens.
      expect(entered).toEqual([names.at(-1)])
      expect(await profileOf(email)).toMatchObject({ first_name: names.at(-1), last_name: 'לוי', terms_consent: true })
      expect(await ledgerOf(email)).toHaveLength(3)
      expect(await sql('select from private.registrations where email = $1', [email])).toHaveLength(1)
    },
  )

  test('[4-06] their own registration applies with the code of a mail that a stranger asked for', async () => {
    const email = address()
    const own = await mailFor(email, 'דנה')
    const strangers = await mailFor(email, 'רשע')
    const client = await typeCode(email, strangers)
    if (!client) throw new Error('the code of the newest mail opens')
    expect(await applyRegistration(client, own.hash)).toMatchObject({ applied: true })
    expect(await applyRegistration(client, strangers.hash)).toMatchObject({ applied: false })
    expect(await profileOf(email)).toMatchObject({ first_name: 'דנה' })
  })

  test('30 at once apply it once, and the ledger has what was said, as of when it was said', async () => {
    const email = address()
    const mail = await mailFor(email, 'דנה', { marketing_consent: true })
    const [said] = await sql<{ submitted_at: Date }>(
      'select submitted_at from private.registrations where request_hash = $1',
      [mail.hash],
    )
    const client = await opened(mail)
    const answers = await Promise.all(Array.from({ length: 30 }, () => applyRegistration(client, mail.hash)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set(['{"applied":true,"phone_left_out":false}']),
    )
    expect(await ledgerOf(email)).toEqual(
      ['marketing', 'privacy', 'terms'].map((purpose) => ({ purpose, granted: true, occurred_at: said?.submitted_at })),
    )
    expect((await profileOf(email))?.consent_given_at).toEqual(said?.submitted_at)
  })

  test('[3-06] the metadata of the session says what was applied, and before that nothing of a stranger', async () => {
    const email = address()
    const mail = await mailFor(email, 'דנה')
    const stored = await sql<{ said: string }>(
      `select raw_user_meta_data::text || identity_data::text as said from auth.users
       join auth.identities on identities.user_id = users.id where users.email = $1`,
      [email],
    )
    expect(stored[0]?.said).not.toMatch(/דנה|לוי|consent|phone_number/)
    const client = await opened(mail)
    await applyRegistration(client, mail.hash)
    const { data } = await client.auth.getUser()
    expect(data.user?.user_metadata).toMatchObject({
      first_name: 'דנה',
      last_name: 'לוי',
      user_type: 'student',
      phone_number: expect.stringMatching(/^\+972/),
      marketing_consent: false,
      privacy_consent: true,
      terms_consent: true,
    })
  })
})

describe('what a stranger cannot do', () => {
  test('[4-06] 100 hostile registrations leave an unconfirmed account as it is (requirement 24)', async () => {
    const email = address()
    await mailFor(email, 'דנה')
    const before = JSON.stringify([
      await profileOf(email),
      await sql('select raw_user_meta_data, encrypted_password from auth.users where email = $1', [email]),
    ])
    for (let i = 0; i < 100; i++) {
      await forgetLimits()
      await register(server.client(), email, registration({ first_name: 'רשע' }))
    }
    const after = JSON.stringify([
      await profileOf(email),
      await sql('select raw_user_meta_data, encrypted_password from auth.users where email = $1', [email]),
    ])
    expect(after).toBe(before)
    expect(await ledgerOf(email)).toEqual([])
    // Of one caller five are kept: its flood pushes out its own.
    expect(await sql('select from private.registrations where email = $1', [email])).toHaveLength(5)
  })

  test('[4-05] a confirmed account is never changed by a registration, whoever holds the link', async () => {
    const email = address()
    const client = await opened(await mailFor(email, 'דנה'))
    const entered = await profileOf(email)
    // Confirmed without a registration: nothing said later becomes the profile.
    const { hash } = await beginRegistration(server.client(), email, registration({ first_name: 'רשע' }))
    expect(await applyRegistration(client, hash)).toMatchObject({ applied: false })
    const again = await openNewLink(server, email)
    expect(await applyRegistration(again.client, hash)).toMatchObject({ applied: false })
    const { last_login_at: _, updated_at: __, ...rest } = (await profileOf(email)) ?? {}
    expect(entered).toMatchObject(rest)
  })

  test.each([
    ['of another address', `email = 'other@example.com'`],
    ['older than a day', `submitted_at = now() - interval '24 hours 1 second'`],
    ['said after the link was opened', `submitted_at = now() + interval '1 second'`],
  ])('a registration %s is not applied', async (_, change) => {
    const email = address()
    const mail = await mailFor(email, 'דנה')
    const client = await opened(mail)
    await sql(`update private.registrations set ${change} where request_hash = $1`, [mail.hash])
    expect(await applyRegistration(client, mail.hash)).toMatchObject({ applied: false })
    expect(await profileOf(email)).toMatchObject({ first_name: '', terms_consent: false })
  })

  test.each([
    ['that began a quarter of an hour after the address was confirmed', `created_at = now() + interval '15 minutes'`],
    ['without a mailed proof', 'aal = aal'],
  ])('a session %s applies nothing', async (why, change) => {
    const email = address()
    const mail = await mailFor(email, 'דנה')
    const client = await opened(mail)
    const ofAccount = 'user_id = (select id from auth.users where email = $1)'
    await sql(`update auth.sessions set ${change} where ${ofAccount}`, [email])
    if (why.startsWith('without')) {
      await sql(
        `update auth.mfa_amr_claims set authentication_method = 'password'
         where session_id in (select id from auth.sessions where ${ofAccount})`,
        [email],
      )
    }
    const answer = await client.rpc('apply_registration', { request_hash: mail.hash })
    expect(answer.data?.applied ?? false).toBe(false)
    expect(await profileOf(email)).toMatchObject({ first_name: '', terms_consent: false })
  })

  test('[7-04] an invited member of the staff is nobody but themselves after a hostile registration', async () => {
    const email = `member${++made}@academy.example`
    const mail = await mailFor(email, 'רשע')
    await forgetLimits()
    const invitation = await admin.rpc('create_admin_invitation', {
      email,
      role_name: 'analyst',
      first_name: 'נועה',
      last_name: 'לוי',
    })
    const client = server.client()
    const asked = await client.auth.signInWithOtp({ email, options: { data: { user_type: 'admin' } } })
    expect(asked.error).toBeNull()
    await openNewLink(server, email, client)
    const accepted = await client.rpc('accept_admin_invitation', { token_input: invitation.data.token })
    expect(accepted.data).toMatchObject({ success: true })
    expect(await profileOf(email)).toMatchObject({ first_name: '', phone_number: null, terms_consent: false })
    expect(await sql('select first_name from admin_users where email = $1', [email])).toEqual([{ first_name: 'נועה' }])
    expect(await ledgerOf(email)).toEqual([])
    const { data } = await client.auth.getUser()
    expect(JSON.stringify(data)).not.toContain('רשע')
    expect(mail.hash).not.toBe('')
  })

  test('a kind of account that there is not is no kind: the owner gets a profile', async () => {
    const email = address()
    const odd = { ...registration(), user_type: 'enemy' }
    await server.client().auth.signUp({ email, password: 'thrown-away-4f9c1e77', options: { data: odd } })
    const [account] = await sql<{ kind: string | null }>(
      `select raw_user_meta_data ->> 'user_type' as kind from auth.users where email = $1`,
      [email],
    )
    expect(account).toEqual({ kind: null })
    expect(await profileOf(email)).toMatchObject({ email })
  })
})

describe('phone numbers', () => {
  test('[5-04] of 20 who register one number at once, the first who confirms gets it; the others are told', async () => {
    const phone_number = freshPhone()
    const people = Array.from({ length: 20 }, () => address())
    const refused = await Promise.all(
      people.map(
        async (email) => (await beginRegistration(server.client(), email, registration({ phone_number }))).error,
      ),
    )
    expect(refused).toEqual(people.map(() => null))
    const mails: RegistrationMail[] = []
    for (const email of people) {
      await forgetLimits()
      mails.push(await mailFor(email, 'דנה', { phone_number }))
    }
    expect(await sql('select from users where phone_number = $1', [phone_number])).toEqual([])
    const left = await Promise.all(
      mails.map(async (mail) => {
        const client = await openLink(mail)
        return client && (await applyRegistration(client, mail.hash)).phone_left_out
      }),
    )
    expect(left.filter((out) => out === false)).toHaveLength(1)
    expect(left.filter((out) => out === true)).toHaveLength(19)
    expect(await sql('select from users where phone_number = $1', [phone_number])).toHaveLength(1)
    await forgetLimits()
    expect((await beginRegistration(server.client(), address(), registration({ phone_number }))).error?.code).toBe(
      'PHONE_ALREADY_EXISTS',
    )
  })
})

describe('before the link is redeemed', () => {
  const shown = async (mail: RegistrationMail, hash = mail.hash) =>
    (await server.client().rpc('registration_of_link', { request_hash: hash, token_input: mail.token })).data

  test('the page that asks shows what the registration says, and uses nothing up', async () => {
    const email = address()
    const mail = await mailFor(email, 'רשע', { phone_number: '+972509998877' })
    for (let i = 0; i < 3; i++) expect(await shown(mail)).toEqual({ first_name: 'רשע', masked_phone: '***877' })
    expect(await shown({ ...mail, token: 'x'.repeat(56) })).toBeNull()
    expect(await shown(mail, '0'.repeat(64))).toBeNull()
    await openLink(mail)
    expect(await shown(mail)).toBeNull()
  })

  test('an address with an account and one without are answered alike', async () => {
    const known = address()
    await openLink(await mailFor(known, 'דנה'))
    await forgetLimits()
    const answers = []
    for (const email of [known, address()]) {
      const body = { ...registration(), request_hash: `${made}`.padStart(64, 'a'), email, user_type: undefined }
      const response = await fetch(`${server.url}/rest/v1/rpc/begin_registration`, {
        method: 'POST',
        headers: { apikey: server.supabase.anonKey, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      answers.push([response.status, await response.text()])
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toEqual([200, '{"error" : null}'])
  })
})
