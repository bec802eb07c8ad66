import { fileURLToPath } from 'node:url'
import type { SupabaseClient } from '@supabase/supabase-js'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../embedded-supabase/test/support/start.ts'
import { registration } from './support/people.ts'

let server: TestServer
let admin: SupabaseClient
let serial = 0
let email: string
let next: string
let dana: SupabaseClient
let id: string

beforeAll(async () => {
  server = await startTestServer({ projectDirectory: fileURLToPath(new URL('..', import.meta.url)) })
  admin = server.client(server.supabase.serviceRoleKey)
})
afterAll(() => server?.close())

beforeEach(async () => {
  serial += 1
  email = `dana${serial}@example.com`
  next = `new${serial}@example.com`
  dana = server.client()
  const password = 'thrown-away-4f9c1e77'
  expect((await dana.auth.signUp({ email, password, options: { data: registration() } })).error).toBeNull()
  id = await enter(dana)
})

/** Signs in by a mailed link; gives the id of the account. */
async function enter(client: SupabaseClient, address = email): Promise<string> {
  const link = await admin.auth.admin.generateLink({ type: 'magiclink', email: address })
  const token_hash = link.data.properties?.hashed_token ?? ''
  const { data, error } = await client.auth.verifyOtp({ token_hash, type: 'email' })
  expect(error).toBeNull()
  return data.user?.id ?? ''
}

const sql = <Row>(text: string, values: unknown[]) =>
  server.supabase.database.asOwner(async (tx) => (await tx.query<Row>(text, values)).rows)
async function age(): Promise<void> {
  await sql(`update auth.sessions set created_at = now() - interval '11 minutes' where user_id = $1`, [id])
  await sql(
    `update auth.mfa_amr_claims set updated_at = now() - interval '11 minutes'
     where session_id in (select sessions.id from auth.sessions where user_id = $1)`,
    [id],
  )
}
const change = async () => (await dana.rpc('my_email_change')).data

/** The token of the link that was mailed to an address last. */
async function tokenTo(address: string): Promise<string> {
  const rows = await sql<{ html: string }>(
    `select html from mail.outbox where recipient = $1 and kind = 'email_change' order by created_at desc limit 1`,
    [address],
  )
  return /token_hash=([^&"]+)/.exec(rows[0]?.html ?? '')?.[1] ?? ''
}
const confirm = async (address: string) =>
  server.client().auth.verifyOtp({ token_hash: await tokenTo(address), type: 'email_change' })
const ask = async () => {
  expect((await dana.rpc('begin_email_change')).error).toBeNull()
  return dana.auth.updateUser({ email: next })
}

/** In words that clients know: permission is asked before anything is sent or stored. */
const REFUSED = { status: 403, message: expect.stringMatching(/^REAUTHENTICATION_NEEDED /) }

describe('a change of address', () => {
  test('does not begin without a fresh sign-in, whatever the caller asks first', async () => {
    expect((await dana.auth.updateUser({ email: next })).error).toMatchObject(REFUSED)
    await age()
    expect((await dana.rpc('begin_email_change')).error?.code).toBe('REAUTHENTICATION_NEEDED')
    expect((await dana.auth.updateUser({ email: next })).error).toMatchObject(REFUSED)
    expect(await change()).toBeNull()
  })

  test('a permit ends after ten minutes', async () => {
    await dana.rpc('begin_email_change')
    await sql(`update private.permits set granted_at = now() - interval '11 minutes' where user_id = $1`, [id])
    expect((await dana.auth.updateUser({ email: next })).error).toMatchObject(REFUSED)
  })

  test.each([
    ['the new side first', true],
    ['the present side first', false],
  ])('tells which side has confirmed: %s; profile and address follow, other sessions end', async (_, newFirst) => {
    const phone = server.client()
    await enter(phone)
    expect((await ask()).error).toBeNull()
    expect(await change()).toMatchObject({ new_email: next, current_confirmed: false, new_confirmed: false })
    const [first, second] = newFirst ? [next, email] : [email, next]
    expect((await confirm(first)).data.session).toBeNull()
    expect(await change()).toMatchObject({ current_confirmed: !newFirst, new_confirmed: newFirst })
    expect((await dana.from('users').select('email').single()).data).toEqual({ email })
    expect((await confirm(second)).error).toBeNull()
    expect(await change()).toBeNull()
    expect((await dana.from('users').select('email').single()).data).toEqual({ email: next })
    expect((await dana.auth.refreshSession()).error).toBeNull()
    expect((await phone.from('users').select('email')).error?.code).toBe('SESSION_ENDED')
    expect((await phone.auth.refreshSession()).error).not.toBeNull()
  })

  test('that is given up leaves no link alive and nothing behind', async () => {
    await ask()
    await confirm(next)
    expect((await dana.rpc('cancel_my_email_change')).error).toBeNull()
    expect(await change()).toBeNull()
    expect((await confirm(email)).error?.code).toBe('otp_expired')
    expect((await dana.auth.getUser()).data.user).toMatchObject({ email })
    expect((await dana.auth.getUser()).data.user?.new_email).toBeUndefined()
  })

  test('is nobody else’s to see, to begin or to give up', async () => {
    await ask()
    for (const call of ['my_email_change', 'begin_email_change', 'cancel_my_email_change']) {
      expect((await server.client().rpc(call)).status).toBe(401)
    }
    expect(await change()).toMatchObject({ new_email: next })
  })

  test('by staff ends every session', async () => {
    expect((await admin.auth.admin.updateUserById(id, { email: next })).error).toBeNull()
    expect((await dana.from('users').select('email')).error?.code).toBe('SESSION_ENDED')
  })
})

describe('[3-07] an authenticator app', () => {
  const join = async () => {
    const { data } = await dana.auth.mfa.enroll({ factorType: 'totp' })
    const totp = new TOTP({ secret: Secret.fromBase32(data?.totp.secret ?? '') })
    return dana.auth.mfa.challengeAndVerify({ factorId: data?.id ?? '', code: totp.generate() })
  }

  test('[7-08] joins from a fresh sign-in only', async () => {
    // The sign-in service hands on nothing of what a trigger refuses.
    expect((await join()).error).toMatchObject({ status: 500 })
    expect((await dana.rpc('begin_second_step')).error).toBeNull()
    for (const { id: factorId } of (await dana.auth.mfa.listFactors()).data?.all ?? []) {
      await dana.auth.mfa.unenroll({ factorId })
    }
    expect((await join()).error).toBeNull()
  })

  test('closes the account to a session that has not given its code, by table and by function', async () => {
    await dana.rpc('begin_second_step')
    expect((await join()).error).toBeNull()
    expect((await dana.from('users').select('email').single()).data).toEqual({ email })
    const half = server.client()
    await enter(half)
    for (const answer of [
      await half.from('users').select('email'),
      await half.rpc('list_my_sessions'),
      await half.rpc('my_email_change'),
      await half
        .rpc('save_progress', { updates: [] })
        .then(() => half.from('users').update({ first_name: 'x' }).eq('id', id)),
    ]) {
      expect([answer.status, answer.error?.code]).toEqual([403, 'SECOND_STEP_NEEDED'])
    }
    expect((await half.rpc('begin_email_change')).error?.code).toBe('REAUTHENTICATION_NEEDED')
    expect((await half.from('courses').select('id')).error).toBeNull()
  })
})
