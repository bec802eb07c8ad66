import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { callAs, errorCode, owner } from './support/outcome.ts'
import { ANONYMOUS, makeAccount, type Person, SERVICE } from './support/people.ts'
import { linkToken, sendAsGoTrue } from './support/sign-in-service.ts'

let database: Database
let dana: Person
let token: string
let code: string
let serial = 0

beforeAll(async () => {
  database = await openAcademyDatabase()
})
afterAll(() => database?.close())
beforeEach(async () => {
  serial += 1
  await owner(database, 'delete from email_outbox where true')
  await owner(database, 'delete from private.mail_codes where true')
  dana = await makeAccount(database, `dana${serial}@example.com`)
  token = linkToken()
  code = await mailedTo(dana, token)
})

async function mailedTo(person: Person, withToken: string): Promise<string> {
  await sendAsGoTrue(database, { action: 'magiclink', user: { id: person.id, email: person.email }, token: withToken })
  const [mail] = await owner<{ code: string }>(
    database,
    `select content ->> 'code' as code from email_outbox where recipient = $1 order by created_at desc limit 1`,
    [person.email],
  )
  return mail?.code ?? ''
}
const redeem = (typed: string, { email = dana.email, purpose = 'email' } = {}) =>
  callAs<string | null>(database, ANONYMOUS, 'redeem_mail_code', [email, typed, purpose])
const wrong = (nth = 1) => String((Number(code) + nth) % 1_000_000).padStart(6, '0')

describe('[2.5-04] the code of a mail', () => {
  test('gives the token of its link, once, in any spelling of the address', async () => {
    expect(await redeem(code, { email: ` ${dana.email.toUpperCase()} ` })).toBe(token)
    expect(await redeem(code)).toBeNull()
    expect(await owner(database, 'select from private.mail_codes')).toEqual([])
  })

  test('is worth nothing after five wrong tries, however often it is right then', async () => {
    for (let i = 1; i <= 12; i++) expect(await redeem(wrong(i))).toBeNull()
    expect(await redeem(code)).toBeNull()
  })

  test('is still right at the fifth try', async () => {
    for (let i = 1; i <= 4; i++) expect(await redeem(wrong(i))).toBeNull()
    expect(await redeem(code)).toBe(token)
  })

  test('lives ten minutes', async () => {
    const rows = await owner(
      database,
      'select extract(epoch from expires_at - now())::int between 590 and 600 as right from private.mail_codes',
    )
    expect(rows).toEqual([{ right: true }])
    await owner(database, `update private.mail_codes set expires_at = now() where true`)
    expect(await redeem(code)).toBeNull()
    await owner(database, 'select private.forget_old_rows(100)')
    expect(await owner(database, 'select from private.mail_codes')).toEqual([])
  })

  test('of thirty guesses at once five count, and of thirty right ones one gets the token', async () => {
    await Promise.all(Array.from({ length: 30 }, (_, i) => redeem(wrong(i + 1))))
    expect(await owner(database, 'select guesses from private.mail_codes')).toEqual([{ guesses: 5 }])
    await owner(database, 'delete from private.caller_counts where true')
    code = await mailedTo(dana, token)
    const tokens = await Promise.all(Array.from({ length: 30 }, () => redeem(code)))
    expect(tokens.filter((one) => one !== null)).toEqual([token])
  })

  test('opens no other account, and nothing that it was not mailed for', async () => {
    const noa = await makeAccount(database, `noa${serial}@example.com`)
    const tokenOfNoa = linkToken()
    await mailedTo(noa, tokenOfNoa)
    await owner(database, `update private.mail_codes set code_hash = $2 where recipient = $1`, [
      noa.email,
      (
        await owner<{ hash: Buffer }>(
          database,
          'select code_hash as hash from private.mail_codes where recipient = $1',
          [dana.email],
        )
      )[0]?.hash,
    ])
    expect(await redeem(code, { email: noa.email })).toBeNull()
    expect(await redeem(code, { purpose: 'email_change' })).toBeNull()
    expect(await redeem(code, { purpose: 'anything' })).toBeNull()
    expect(await redeem(code)).toBe(token)
  })

  test('ends with the next mail', async () => {
    const next = linkToken()
    const newer = await mailedTo(dana, next)
    if (newer !== code) expect(await redeem(code)).toBeNull()
    expect(await redeem(newer)).toBe(next)
  })

  test('goes with the account', async () => {
    await owner(database, 'select private.delete_person_mails($1)', [[dana.email]])
    expect(await owner(database, 'select from private.mail_codes')).toEqual([])
  })

  test('is stored as a hash that only this database can make', async () => {
    const [row] = await owner<{ row: string }>(database, 'select to_jsonb(c)::text as row from private.mail_codes c')
    expect(row?.row).not.toContain(`"${code}"`)
  })
})

test('a guess counts although its statement fails after the answer', async () => {
  await owner(database, `update private.mail_codes set code_hash = 'x' where true`)
  const counted = async () =>
    (
      await owner<{ n: string }>(
        database,
        `select coalesce(sum(last_value % 1000000000), 0) as n from pg_sequences where schemaname = 'private' and sequencename ~ '^mail_code_guesses_'`,
      )
    )[0]?.n
  const before = Number(await counted())
  for (let i = 0; i < 3; i++)
    await expect(
      database.queryAsCaller(
        ANONYMOUS,
        `select 1 / (public.redeem_mail_code($1, '000000', 'email') is not null)::int`,
        [dana.email],
      ),
    ).rejects.toThrow('division')
  expect(Number(await counted())).toBe(before + 3)
})

test('visitors and persons redeem, and nobody but the sign-in service has mails sent', async () => {
  expect(await callAs(database, dana.caller, 'redeem_mail_code', [dana.email, code, 'email'])).toBe(token)
  for (const caller of [ANONYMOUS, dana.caller, SERVICE])
    expect(await callAs(database, caller, 'hook_send_email', ['{}']).catch(errorCode)).toBe('denied')
})
