import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { callAs, errorCode, owner, rowsAs } from './support/outcome.ts'
import { ANONYMOUS, openSession, type Person, signUp, signUpStaff } from './support/people.ts'

type SignIn = { signed_in_at: Date; browser: string; system: string; with_app: boolean; is_open: boolean }

let database: Database
let dana: Person
let serial = 0
beforeAll(async () => {
  database = await openAcademyDatabase()
})
afterAll(() => database?.close())
beforeEach(async () => {
  serial += 1
  dana = await signUp(database, `enters${serial}@example.com`)
})

const PHONE =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36'
const mine = (caller = dana.caller) => rowsAs<SignIn>(database, caller, 'select * from public.list_my_sign_ins()')
const enter = (daysAgo = 0, person = dana) =>
  owner<{ id: string }>(
    database,
    `insert into auth.sessions (user_id, user_agent, ip, created_at, updated_at)
     values ($1, $2, '84.229.17.4', now() - make_interval(days => $3), now()) returning id`,
    [person.id, PHONE, daysAgo],
  )

test('[3-05] a sign-in stays in the list when its session has ended, with a masked address', async () => {
  const [{ id = '' } = {}] = await enter(3)
  await owner(database, 'delete from auth.sessions where id = $1', [id])
  const [now, before] = await mine()
  expect(now).toMatchObject({ is_open: true, with_app: false })
  expect(before).toMatchObject({ browser: 'Chrome', system: 'Android', address: '84.229.*.*', is_open: false })
})

test('the code of the app is noted with the sign-in that gave it', async () => {
  const [{ id = '' } = {}] = await enter()
  await owner(database, `update auth.sessions set aal = 'aal2' where id = $1`, [id])
  expect((await mine()).map(({ with_app }) => with_app).toSorted()).toEqual([false, true])
})

test('fifty of an account are kept, none longer than 180 days, and those of others stay', async () => {
  const ron = await signUp(database, `beside${serial}@example.com`)
  await enter(200, ron)
  for (let day = 60; day > 0; day -= 1) await enter(day)
  const kept = await owner<{ person: string; days: number }>(
    database,
    'select user_id as person, extract(day from now() - signed_in_at)::int as days from private.sign_ins where user_id = any ($1)',
    [[dana.id, ron.id]],
  )
  const of = (person: Person) => kept.filter((line) => line.person === person.id).map(({ days }) => days)
  expect(of(dana)).toHaveLength(50)
  expect(Math.max(...of(dana))).toBe(49)
  expect(of(ron)).toEqual([0])
  expect(await mine()).toHaveLength(50)
})

test('the list is of the caller alone, and of a session that stands', async () => {
  const ron = await signUp(database, `other${serial}@example.com`)
  await enter(1, ron)
  expect(await mine()).toHaveLength(1)
  expect(await mine(ANONYMOUS).catch(errorCode)).toBe('denied')
  await owner(database, 'delete from auth.sessions where user_id = $1', [dana.id])
  expect(await mine().catch(errorCode)).toBe('SESSION_ENDED')
  for (const caller of [dana.caller, ron.caller])
    expect(await rowsAs(database, caller, 'select from private.sign_ins').catch(errorCode)).toBe('denied')
})

test('[6-14] the timeline tells of ended sign-ins; from which device only while the record is open', async () => {
  const admin = await signUpStaff(database, `reads${serial}@academy.example`, 'admin')
  await enter(2)
  await owner(database, 'delete from auth.sessions where user_id = $1', [dana.id])
  const lines = async () => {
    const { rows } = await callAs<{ rows: { what: string; detail: string | null }[] }>(
      database,
      admin.caller,
      'student_timeline',
      [dana.id, { kinds: ['sign_in'] }],
    )
    return rows.filter(({ what }) => what === 'signed_in').map(({ detail }) => detail)
  }
  expect(await lines()).toEqual([null, null])
  await callAs(database, admin.caller, 'open_student_record', [dana.id])
  expect(await lines()).toContain('Chrome · Android · 84.229.*.*')
})

test('the rows are in the copy of the own data, and go with the account', async () => {
  expect(JSON.stringify(await callAs(database, dana.caller, 'export_my_data'))).toContain('sign_ins')
  await owner(database, 'delete from auth.users where id = $1', [dana.id])
  expect(await owner(database, 'select from private.sign_ins where user_id = $1', [dana.id])).toEqual([])
})

test('a list that cannot be written stops no sign-in', async () => {
  await owner(database, 'alter table private.sign_ins rename to sign_ins_away')
  try {
    const caller = await database.asAuthAdmin((tx) => openSession(tx, dana))
    expect(await rowsAs(database, caller, 'select is_current from public.list_my_sessions() limit 1')).toEqual([
      { is_current: true },
    ])
  } finally {
    await owner(database, 'alter table private.sign_ins_away rename to sign_ins')
  }
})
