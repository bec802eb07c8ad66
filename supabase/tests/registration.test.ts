import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { errorCode, owner, rowsAs } from './support/outcome.ts'
import { ANONYMOUS, freshPhone, makeAccount, registration, signUp } from './support/people.ts'

let database: Database
beforeAll(async () => {
  database = await openAcademyDatabase()
})
afterAll(() => database?.close())

type HookAnswer = { error?: { http_code: number; message: string } }
type Profile = Record<string, unknown>

/** Asks the hook as the sign-in service does. */
async function ask(email: string, metadata: unknown, address = ''): Promise<HookAnswer> {
  const event = { metadata: { ip_address: address }, user: { email, user_metadata: metadata } }
  return database.asAuthAdmin(async (tx) => {
    const { rows } = await tx.query<{ answer: HookAnswer }>('select public.hook_before_user_created($1) as answer', [
      event,
    ])
    return rows[0]?.answer ?? {}
  })
}

async function profile(id: string): Promise<Profile | undefined> {
  return (await owner<Profile>(database, 'select * from users where id = $1', [id]))[0]
}

describe('before an account is made', () => {
  test('[3-19] [7-02] a complete registration passes', async () => {
    expect(await ask('new@example.com', registration())).toEqual({})
  })

  test.each([
    ['[5-01]', 'without privacy consent', { privacy_consent: false }, 'Privacy and Terms consent are required'],
    ['[5-01]', 'without terms consent', { terms_consent: null }, 'Privacy and Terms consent are required'],
    ['[5-03]', 'without a phone', { phone_number: undefined }, 'Phone number is required'],
    ['[5-03]', 'with a blank phone', { phone_number: '   ' }, 'Phone number is required'],
    ['[5-05]', 'without a first name', { first_name: ' ' }, 'First name, last name and email are required'],
    ['[5-05]', 'without a last name', { last_name: '' }, 'First name, last name and email are required'],
    ['[5-07] [9-14]', 'with the placeholder', { phone_number: '+972000000000' }, 'INVALID_PHONE_NUMBER'],
  ])('%s refuses one %s', async (_, __, changes, message) => {
    expect((await ask('new@example.com', registration(changes))).error).toEqual({ http_code: 400, message })
  })

  test.each([
    ['+972501234567', true],
    ['972501234567', true],
    ['12', false],
    ['123456789012345', false],
    ['1234567890123456', false],
    ['1', false],
    ['0501234567', false],
    ['+0501234567', false],
    ['050-1234567', false],
    ['++972501234567', false],
    ['٠٥٠١٢٣٤٥٦٧', false],
    ['+97250123456\n7', false],
  ])('[5-06] [9-15] the phone %j is valid: %s', async (phone, valid) => {
    const { error } = await ask('new@example.com', registration({ phone_number: phone }))
    expect(error === undefined).toBe(valid)
  })

  test('[5-04] [3-22] [8-06] refuses a phone of another email and shows that email masked only', async () => {
    const phone = freshPhone()
    await signUp(database, 'holder@gmail.com', { metadata: registration({ phone_number: phone }) })
    const { error } = await ask('new@example.com', registration({ phone_number: phone.slice(1) }))
    expect(error).toEqual({ http_code: 409, message: 'PHONE_ALREADY_EXISTS {"existingEmail":"h***@g***.com"}' })
  })

  test('a caller learns of at most 5 phones an hour; then a taken one passes like a free one', async () => {
    const phones = await Promise.all(
      Array.from({ length: 8 }, async (_, i) => {
        const phone = freshPhone()
        await signUp(database, `many${i}@example.com`, { metadata: registration({ phone_number: phone }) })
        return phone
      }),
    )
    const codes: unknown[] = []
    for (const phone of phones)
      codes.push((await ask('n@example.com', registration({ phone_number: phone }), '203.0.113.9')).error?.http_code)
    expect(codes).toEqual([409, 409, 409, 409, 409, undefined, undefined, undefined])
  })

  test('[5-04] a number is kept by a confirmed address only', async () => {
    const phone = freshPhone()
    const squatter = await signUp(database, 'squatter@example.com', {
      metadata: registration({ phone_number: phone }),
      verified: false,
    })
    expect(await ask('new@example.com', registration({ phone_number: phone }))).toEqual({})
    expect((await profile(squatter.id))?.phone_number).toBeNull()
  })

  test('[7-05] [5-17] nobody becomes an account of the staff uninvited', async () => {
    const metadata = { user_type: 'admin', is_admin: true, role_id: '00000000-0000-4000-8000-000000000001' }
    expect((await ask('evil@academy.example', metadata)).error).toEqual({
      http_code: 403,
      message: 'Admin user not found',
    })
  })

  test('[5-17] a caller asks for twenty accounts of the staff an hour, by sign-up and by the staff sign-in together', async () => {
    const metadata = { user_type: 'admin' }
    const codes: unknown[] = []
    for (let i = 0; i < 23; i += 1)
      codes.push((await ask(`guess${i}@academy.example`, metadata, '203.0.113.77')).error?.http_code)
    expect(codes).toEqual([...Array<number>(20).fill(403), 429, 429, 429])
    const settings = { 'request.headers': JSON.stringify({ 'x-forwarded-for': '203.0.113.77' }) }
    const call = `select public.check_admin_sign_in('somebody@academy.example')`
    const refused = await database.queryAsCaller(ANONYMOUS, call, [], { settings }).then(() => 'told', errorCode)
    expect(refused).toBe('TOO_MANY_REQUESTS')
  })

  test('[5-17] a closed staff account is told so, one that is invited or active may have an account', async () => {
    await owner(
      database,
      `insert into admin_users (email, role_id, is_active)
       select who || '@academy.example', roles.id, who = 'open'
       from roles, unnest(array['open', 'closed']) as who where roles.name = 'analyst'`,
    )
    const metadata = { user_type: 'admin' }
    expect((await ask('closed@academy.example', metadata)).error).toEqual({
      http_code: 403,
      message: 'Admin account is deactivated',
    })
    expect((await ask('open@academy.example', metadata)).error).toBeUndefined()
  })

  test('only the sign-in service may ask', async () => {
    const refused = await rowsAs(
      database,
      { role: 'anon', claims: {} },
      `select public.hook_before_user_created('{}')`,
    ).catch(errorCode)
    expect(refused).toBe('denied')
  })
})

describe('the profile', () => {
  test('[3-01] is made with the account and says the address alone', async () => {
    const { id } = await makeAccount(database, 'Maya@Example.com', { verified: false })
    expect(await profile(id)).toMatchObject({
      email: 'maya@example.com',
      first_name: '',
      last_name: '',
      phone_number: null,
      marketing_consent: false,
      privacy_consent: false,
      terms_consent: false,
      consent_given_at: null,
      email_verified: false,
      is_active: true,
    })
    expect(await owner(database, 'select from consent_events where user_id = $1', [id])).toEqual([])
    const [account] = await owner(database, 'select raw_user_meta_data as said from auth.users where id = $1', [id])
    expect(account).toEqual({ said: { user_type: 'student' } })
  })

  test('[4-06] the sign-in service writes metadata twice; an account that is unconfirmed keeps none of it', async () => {
    const { id } = await makeAccount(database, 'twice@example.com', { verified: false })
    const said = registration({ first_name: 'רשע', sub: id, email: 'twice@example.com', role_id: 'x' })
    await database.asAuthAdmin((tx) =>
      tx.query('update auth.users set raw_user_meta_data = $2 where id = $1', [id, said]),
    )
    const [account] = await owner(database, 'select raw_user_meta_data as said from auth.users where id = $1', [id])
    expect(account).toEqual({ said: { user_type: 'student', sub: id, email: 'twice@example.com' } })
  })

  test('[4-02] [4-15] is not made for an account of the staff', async () => {
    const { id } = await signUp(database, 'staff1@academy.example', { metadata: { user_type: 'admin' } })
    expect(await profile(id)).toBeUndefined()
  })

  test('[4-23] is filled without a phone that is taken meanwhile', async () => {
    const phone = freshPhone()
    await signUp(database, 'first@example.com', { metadata: registration({ phone_number: phone }) })
    const second = await signUp(database, 'second@example.com', { metadata: registration({ phone_number: phone }) })
    expect(await profile(second.id)).toMatchObject({ first_name: 'דנה', phone_number: null })
  })

  test('[5-04] one number goes to one of many who register at once', async () => {
    const phone = freshPhone()
    await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        signUp(database, `race${i}@example.com`, { metadata: registration({ phone_number: phone }) }),
      ),
    )
    expect(await owner(database, 'select id from users where phone_number = $1', [phone])).toHaveLength(1)
    expect(await owner(database, `select id from users where email like 'race%'`)).toHaveLength(8)
  })

  test('[4-06] an unverified one is unchanged by 100 hostile sign-ups', async () => {
    const victim = await signUp(database, 'victim@example.com', { verified: false })
    const before = JSON.stringify(await profile(victim.id))
    for (let i = 0; i < 100; i++) {
      await database.asAuthAdmin((tx) =>
        tx.query(
          `update auth.users set raw_user_meta_data = $2, confirmation_sent_at = now(), updated_at = now() where id = $1`,
          [victim.id, registration({ first_name: 'רשע', phone_number: freshPhone() })],
        ),
      )
    }
    expect(JSON.stringify(await profile(victim.id))).toBe(before)
  })

  test('[7-09] is updated by its owner with an upsert, which may name their own phone', async () => {
    const phone = freshPhone()
    const maya = await signUp(database, 'holder2@example.com', { metadata: registration({ phone_number: phone }) })
    const upsert = (number: string) =>
      rowsAs(
        database,
        maya.caller,
        `insert into users (id, email, first_name, last_name, phone_number, marketing_consent, privacy_consent, terms_consent)
         values ($1, $2, 'מאיה', 'כהן', $3, true, true, true) on conflict (email) do update set id = excluded.id,
         email = excluded.email, first_name = excluded.first_name, last_name = excluded.last_name,
         phone_number = excluded.phone_number, marketing_consent = excluded.marketing_consent,
         privacy_consent = excluded.privacy_consent, terms_consent = excluded.terms_consent`,
        [maya.id, maya.email, number],
      )
    await upsert(phone)
    expect(await profile(maya.id)).toMatchObject({ first_name: 'מאיה', phone_number: phone, marketing_consent: true })
    expect(await upsert(freshPhone()).catch(errorCode)).toBe('PROTECTED_COLUMN')
  })

  test('[3-01] follows confirmation, address and sign-in of the account', async () => {
    const { id } = await signUp(database, 'follow@example.com', { verified: false })
    await database.asAuthAdmin((tx) =>
      tx.query(`update auth.users set email_confirmed_at = now(), last_sign_in_at = now() where id = $1`, [id]),
    )
    expect(await profile(id)).toMatchObject({
      email_verified: true,
      email_verified_at: expect.any(Date),
      last_login_at: expect.any(Date),
    })
    await database.asAuthAdmin((tx) =>
      tx.query(`update auth.users set email = 'Moved@example.com' where id = $1`, [id]),
    )
    expect(await profile(id)).toMatchObject({ email: 'moved@example.com' })
  })

  test('[9-14] many may hold the placeholder, which the phone gate catches', async () => {
    const people = [await signUp(database, 'ph1@example.com'), await signUp(database, 'ph2@example.com')]
    for (const { id } of people)
      await owner(database, `update users set phone_number = '+972000000000' where id = $1`, [id])
    expect((await profile(people[1]?.id ?? ''))?.phone_number).toBe('+972000000000')
  })
})

describe('consents', () => {
  const ledger = (id: string) =>
    owner<{ purpose: string; granted: boolean }>(
      database,
      'select purpose, granted from consent_events where user_id = $1 order by occurred_at',
      [id],
    )

  test('[5-01] registration writes the ledger, with the text in force', async () => {
    const versions = await owner<{ id: string }>(
      database,
      `with d as (insert into legal_documents (slug, title_he) values ('terms', 'תנאים') returning id)
       insert into legal_document_versions (document_id, version, body, is_published, effective_at)
       select d.id, v, '{"type":"doc"}', v < 3, now() - interval '1 day' from d, generate_series(1, 3) v returning id, version`,
    )
    const { id } = await signUp(database, 'ledger@example.com')
    expect(await ledger(id)).toEqual(
      expect.arrayContaining([
        { purpose: 'terms', granted: true },
        { purpose: 'privacy', granted: true },
        { purpose: 'marketing', granted: false },
      ]),
    )
    const terms = await owner<{ v: string }>(
      database,
      `select document_version_id as v from consent_events where user_id = $1 and purpose = 'terms'`,
      [id],
    )
    expect(terms[0]?.v).toBe(versions[1]?.id)
  })

  test('[3-01] ledger and profile follow each other, each once', async () => {
    const dana = await signUp(database, 'both@example.com')
    await rowsAs(database, dana.caller, 'update users set marketing_consent = true where id = $1', [dana.id])
    await owner(database, `insert into consent_events (user_id, purpose, granted) values ($1, 'marketing', false)`, [
      dana.id,
    ])
    expect(await profile(dana.id)).toMatchObject({ marketing_consent: false })
    expect(
      (await ledger(dana.id)).filter(({ purpose }) => purpose === 'marketing').map(({ granted }) => granted),
    ).toEqual([false, true, false])
  })
})
