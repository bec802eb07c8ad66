import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { PHONE_PATTERNS } from '../../web/app/shared/phone/phone-patterns.rules.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { callAs, errorCode, owner, rowsAs } from './support/outcome.ts'
import { ANONYMOUS, freshPhone, registration, signUp } from './support/people.ts'

type Case = { phone: string; valid: boolean; why: string }
const CASES = JSON.parse(readFileSync(new URL('./phone-cases.json', import.meta.url), 'utf8')) as Case[]

let database: Database
beforeAll(async () => {
  database = await openAcademyDatabase()
})
afterAll(() => database?.close())

/** A student whose number was stored under a rule that took more. */
async function withStoredPhone(phone: string) {
  const dana = await signUp(database, `stored${freshPhone().slice(1)}@example.com`, { metadata: registration() })
  await owner(database, 'alter table users disable trigger users_write')
  await owner(
    database,
    'update users set phone_number = $2, phone_owed = not private.is_real_phone($2) where id = $1',
    [dana.id, phone],
  )
  await owner(database, 'alter table users enable trigger users_write')
  return dana
}

const row = async (id: string) =>
  (await owner(database, 'select phone_number, phone_owed from users where id = $1', [id]))[0]

test.each(CASES)('[5-06] [5-07] [9-14] [9-15] $phone is a phone: $valid, $why', async ({ phone, valid }) => {
  const rows = await owner(database, 'select private.is_real_phone(private.normalise_phone($1)) as real', [phone])
  expect(rows).toEqual([{ real: valid }])
})

test('[5-06] browser and database hold the same patterns', async () => {
  expect(await owner(database, 'select private.phone_patterns() as held')).toEqual([{ held: PHONE_PATTERNS }])
})

test('[4-23] a stored number that no country has stays and is owed, until there is a real one', async () => {
  const dana = await withStoredPhone('+97252123456')
  expect(await row(dana.id)).toEqual({ phone_number: '+97252123456', phone_owed: true })
  await rowsAs(database, dana.caller, `update users set first_name = 'דניאלה' where id = $1`, [dana.id])
  await owner(database, 'update users set last_login_at = now() where id = $1', [dana.id])
  expect(await row(dana.id)).toEqual({ phone_number: '+97252123456', phone_owed: true })
  const phone = freshPhone()
  await callAs(database, dana.caller, 'save_profile', ['דנה', 'לוי', phone, false, false])
  expect(await row(dana.id)).toEqual({ phone_number: phone, phone_owed: false })
})

test('[4-23] the student sees that a phone is owed and cannot write that it is not', async () => {
  const dana = await withStoredPhone('+972521111')
  expect(await rowsAs(database, dana.caller, 'select phone_owed from users')).toEqual([{ phone_owed: true }])
  const tried = rowsAs(database, dana.caller, 'update users set phone_owed = false where id = $1', [dana.id])
  expect(await tried.catch(errorCode)).toBe('denied')
})

test.each(['+97252123456', '+9720521234567', '+11125550100'])(
  '[5-06] %s is refused everywhere, before anything is counted',
  async (phone) => {
    const dana = await signUp(database, `wrong${freshPhone().slice(1)}@example.com`, { metadata: registration() })
    const counted = () => owner(database, 'select count(*) from private.attempts')
    const before = await counted()
    const save = callAs(database, dana.caller, 'save_profile', ['דנה', 'לוי', phone, false, false])
    expect(await save.catch(errorCode)).toBe('INVALID_PHONE_NUMBER')
    const said = [freshPhone().slice(1).padStart(64, '0'), 'new@example.com', 'דנה', 'לוי', phone, false, true, true]
    expect(await callAs(database, ANONYMOUS, 'begin_registration', said)).toMatchObject({
      error: { code: 'INVALID_PHONE_NUMBER' },
    })
    await expect(owner(database, 'update users set phone_number = $2 where id = $1', [dana.id, phone])).rejects.toThrow(
      'INVALID_PHONE_NUMBER',
    )
    expect(await counted()).toEqual(before)
  },
)

test('[4-06] what a registration said under the wider rule becomes a profile that owes its phone', async () => {
  const dana = await signUp(database, `waiting${freshPhone().slice(1)}@example.com`)
  await owner(database, 'alter table private.registrations drop constraint registrations_phone_number_real')
  const [filled] = await owner(
    database,
    `insert into private.registrations (request_hash, email, caller_hash, first_name, last_name, phone_number)
     values (repeat('a', 64), $2, '', 'דנה', 'לוי', '+97252123456')
     returning private.fill_profile($1, registrations) as left_out`,
    [dana.id, dana.email],
  )
  expect(filled).toEqual({ left_out: false })
  expect(await row(dana.id)).toEqual({ phone_number: null, phone_owed: true })
})
