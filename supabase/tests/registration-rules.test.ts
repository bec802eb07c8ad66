import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller, Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { callAs, errorCode, owner, rowsAs } from './support/outcome.ts'
import { ANONYMOUS, freshPhone, makeAccount, registration, SERVICE, signUp } from './support/people.ts'

let database: Database
beforeAll(async () => {
  database = await openAcademyDatabase()
})
afterAll(() => database?.close())

type Answer = { error: { code: string; message: string; details: string | null } | null }

/** Calls a function as somebody behind an address. */
async function callFrom(address: string, caller: Caller, name: string, values: unknown[]): Promise<Answer> {
  const marks = values.map((_, i) => `$${i + 1}`).join(', ')
  const settings = { 'request.headers': JSON.stringify({ 'x-forwarded-for': address }) }
  const { rows } = await database.queryAsCaller<{ answer: Answer }>(
    caller,
    `select public.${name}(${marks}) as answer`,
    values,
    { settings },
  )
  return rows[0]?.answer ?? { error: null }
}

const save = (caller: Caller, phone: string, from = '198.51.100.1') =>
  callFrom(from, caller, 'save_profile', ['דנה', 'לוי', phone, false, false])

async function profile(id: string): Promise<Record<string, unknown> | undefined> {
  return (await owner<Record<string, unknown>>(database, 'select * from users where id = $1', [id]))[0]
}

/** Whether the hook of the sign-in service refuses. */
async function askHook(email: string, metadata: unknown, address: string): Promise<boolean> {
  const event = { metadata: { ip_address: address }, user: { email, user_metadata: metadata } }
  return database.asAuthAdmin(async (tx) => {
    const { rows } = await tx.query<{ answer: object }>('select public.hook_before_user_created($1) as answer', [event])
    return 'error' in (rows[0]?.answer ?? {})
  })
}

describe('what a registration says', () => {
  const begin = (changes: Record<string, unknown> = {}, from = '198.51.100.2') => {
    const said: Record<string, unknown> = {
      request_hash: hash(),
      email: 'new@example.com',
      ...registration(),
      ...changes,
    }
    return callFrom(from, ANONYMOUS, 'begin_registration', [
      said.request_hash,
      said.email,
      said.first_name,
      said.last_name,
      said.phone_number,
      said.marketing_consent,
      said.privacy_consent,
      said.terms_consent,
    ])
  }
  const hash = () => freshPhone().slice(1).padStart(64, '0')

  test.each([
    ['[5-01]', 'without privacy consent', { privacy_consent: false }, 'PRIVACY_CONSENT_REQUIRED'],
    ['[5-01]', 'without terms consent', { terms_consent: null }, 'PRIVACY_CONSENT_REQUIRED'],
    ['[5-03]', 'without a phone', { phone_number: null }, 'PHONE_NUMBER_REQUIRED'],
    ['[5-05]', 'without a name', { last_name: ' \u202e' }, 'INVALID_REGISTRATION'],
    ['[5-05]', 'without an address', { email: ' ' }, 'INVALID_REGISTRATION'],
    ['[5-06]', 'with a phone that is none', { phone_number: '0501234567' }, 'INVALID_PHONE_NUMBER'],
    ['[5-07]', 'with the placeholder', { phone_number: '+972000000000' }, 'INVALID_PHONE_NUMBER'],
    ['[3-19]', 'with an endless address', { email: `${'a'.repeat(300)}@example.com` }, 'INVALID_REGISTRATION'],
    ['[3-19]', 'without a hash', { request_hash: 'x' }, 'INVALID_REGISTRATION'],
  ])('%s is refused %s', async (_, __, changes, code) => {
    expect((await begin(changes)).error?.code).toBe(code)
    expect(await owner(database, `select from private.registrations where email = 'new@example.com'`)).toEqual([])
  })

  test('[5-04] [3-22] names the holder of a phone masked, of five in an hour, counted together with the hook', async () => {
    const from = '203.0.113.21'
    const codes: unknown[] = []
    for (let i = 0; i < 7; i++) {
      const phone_number = freshPhone()
      await signUp(database, `told${i}@example.com`, { metadata: registration({ phone_number }) })
      if (i === 3) {
        codes.push(await askHook('x@example.com', registration({ phone_number }), from))
        continue
      }
      const { error } = await begin({ phone_number, email: 'x@example.com' }, from)
      codes.push(error?.code)
      if (i === 0) expect(error?.details).toBe('{"existingEmail":"t***@e***.com"}')
    }
    const told = 'PHONE_ALREADY_EXISTS'
    expect(codes).toEqual([told, told, told, true, told, undefined, undefined])
  })

  test('a household of IPv6 is one caller', async () => {
    const codes = []
    for (let i = 0; i < 7; i++) {
      const phone_number = freshPhone()
      await signUp(database, `six${i}@example.com`, { metadata: registration({ phone_number }) })
      codes.push((await begin({ phone_number }, `2001:db8:1:2::${i + 1}`)).error?.code)
    }
    expect(codes.filter(Boolean)).toHaveLength(5)
  })

  test('one phone cannot be tried with one address after the other', async () => {
    const phone_number = freshPhone()
    await signUp(database, 'whose@example.com', { metadata: registration({ phone_number }) })
    const codes = []
    for (let i = 0; i < 7; i++)
      codes.push((await begin({ phone_number, email: `guess${i}@example.com` }, '203.0.113.22')).error?.code)
    expect(codes.filter(Boolean)).toHaveLength(5)
  })

  test('is kept three hundred times an hour for a caller, five for one address', async () => {
    const codes = []
    for (let i = 0; i < 301; i++) codes.push((await begin({ email: 'flood@example.com' }, '203.0.113.23')).error?.code)
    expect(codes.slice(0, 300).every((code) => code === undefined)).toBe(true)
    expect(codes[300]).toBe('TOO_MANY_REQUESTS')
    await begin({ email: 'flood@example.com', first_name: 'בעלים' }, '203.0.113.24')
    const kept = await owner(database, `select first_name from private.registrations where email = 'flood@example.com'`)
    expect(kept).toHaveLength(6)
    expect(kept).toContainEqual({ first_name: 'בעלים' })
  })

  test('is forgotten after a day, and with the person', async () => {
    await owner(database, 'delete from private.registrations')
    for (const email of ['old@example.com', 'young@example.com', 'gone@example.com']) await begin({ email })
    await owner(
      database,
      `update private.registrations set submitted_at = now() - interval '25 hours' where email = 'old@example.com'`,
    )
    expect(await callAs(database, SERVICE, 'forget_registrations')).toBe(1)
    const gone = await signUp(database, 'gone@example.com')
    await owner(database, 'delete from auth.users where id = $1', [gone.id])
    expect(await owner(database, 'select email from private.registrations')).toEqual([{ email: 'young@example.com' }])
  })
})

describe('names and phone of a student', () => {
  test.each([
    ['[5-06]', '0521234567', 'INVALID_PHONE_NUMBER'],
    ['[5-07]', '+972000000000', 'INVALID_PHONE_NUMBER'],
    ['[5-03]', ' ', 'PHONE_NUMBER_REQUIRED'],
  ])('%s refuses the new phone %j', async (_, phone, code) => {
    const dana = await signUp(database, `change${freshPhone().slice(1)}@example.com`)
    const change = rowsAs(database, dana.caller, 'update users set phone_number = $2 where id = $1', [dana.id, phone])
    await expect(change.catch(errorCode)).resolves.toBe(code)
    await expect(save(dana.caller, phone).catch(errorCode)).resolves.toBe(code)
  })

  test('[5-04] the table itself takes no other phone and tells nothing about one', async () => {
    const taken = freshPhone()
    await signUp(database, 'taken@example.com', { metadata: registration({ phone_number: taken }) })
    const dana = await makeAccount(database, 'asker@example.com')
    const errors = []
    for (const phone of [taken, freshPhone()])
      for (const statement of [
        'update users set phone_number = $2 where id = $1',
        `insert into users (id, email, phone_number) values ($1, 'asker@example.com', $2)`,
      ])
        errors.push(await rowsAs(database, dana.caller, statement, [dana.id, phone]).catch((error) => error.message))
    expect(new Set(errors).size).toBe(1)
    expect(JSON.parse(errors[0])).toMatchObject({ code: 'PROTECTED_COLUMN', details: null })
  })

  test('[5-04] [3-22] the conflict shows the existing email masked only', async () => {
    await signUp(database, 'tali@example.com', { metadata: registration({ phone_number: '+972520000001' }) })
    const dana = await makeAccount(database, 'conflict@example.com')
    expect((await save(dana.caller, '+972520000001')).error).toEqual({
      code: 'PHONE_ALREADY_EXISTS',
      message: 'The phone number belongs to another account',
      details: '{"existingEmail":"t***@e***.com"}',
    })
    expect(await save(dana.caller, '972520000002')).toEqual({ error: null })
    expect(await profile(dana.id)).toMatchObject({ first_name: 'דנה', phone_number: '+972520000002' })
  })

  test('a student hears of five taken phones an hour, however many are asked at once; then of free ones no more', async () => {
    const phones = await Promise.all(
      Array.from({ length: 12 }, async (_, i) => {
        const phone = freshPhone()
        await signUp(database, `held${i}@example.com`, { metadata: registration({ phone_number: phone }) })
        return phone
      }),
    )
    const mallory = await makeAccount(database, 'mallory@example.com')
    const [here, elsewhere] = ['203.0.113.77', '203.0.113.78']
    const asked = await Promise.all(phones.map((phone) => save(mallory.caller, phone, here)))
    const codes = asked.map(({ error }) => error?.code)
    expect(codes.sort()).toEqual([...Array(5).fill('PHONE_ALREADY_EXISTS'), ...Array(7).fill('TOO_MANY_REQUESTS')])
    const other = await makeAccount(database, 'mallory2@example.com')
    expect((await save(mallory.caller, freshPhone(), elsewhere)).error?.code).toBe('TOO_MANY_REQUESTS')
    expect((await save(other.caller, freshPhone(), here)).error?.code).toBe('TOO_MANY_REQUESTS')
    expect(await save(other.caller, freshPhone(), elsewhere)).toEqual({ error: null })
  })

  test('a student whose account was closed saves nothing', async () => {
    const dana = await signUp(database, 'closed@example.com')
    await owner(database, 'update users set is_active = false where id = $1', [dana.id])
    const before = await profile(dana.id)
    expect(await save(dana.caller, freshPhone()).catch(errorCode)).toBe('FORBIDDEN')
    expect(await profile(dana.id)).toEqual(before)
  })

  test('[5-01] terms and privacy can be agreed to afterwards, and stand in the ledger then', async () => {
    const dana = await makeAccount(database, 'late@example.com')
    await callAs(database, dana.caller, 'save_profile', ['דנה', 'לוי', freshPhone(), true, true])
    expect(await profile(dana.id)).toMatchObject({ terms_consent: true, privacy_consent: true })
    expect(
      await owner(database, 'select purpose from consent_events where user_id = $1 order by 1', [dana.id]),
    ).toEqual([{ purpose: 'privacy' }, { purpose: 'terms' }])
    await save(dana.caller, (await profile(dana.id))?.phone_number as string)
    expect(await profile(dana.id)).toMatchObject({ terms_consent: true, privacy_consent: true })
  })
})
