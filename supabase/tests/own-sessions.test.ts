import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Caller, Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { callAs, errorCode, owner, rowsAs } from './support/outcome.ts'
import { ANONYMOUS, freshPhone, type Person, signUp } from './support/people.ts'

type Session = {
  id: string
  created_at: Date
  last_used_at: Date
  user_agent: string | null
  address: string | null
  is_current: boolean
}

let database: Database
let dana: Person
let serial = 0
beforeAll(async () => {
  database = await openAcademyDatabase()
})
afterAll(() => database?.close())
beforeEach(async () => {
  serial += 1
  dana = await signUp(database, `dana${serial}@example.com`)
})

const sessionOf = ({ caller }: { caller: Caller }) => String(caller.claims.session_id)
const list = (caller: Caller) => rowsAs<Session>(database, caller, 'select * from public.list_my_sessions()')
const end = (caller: Caller, id: string) => callAs(database, caller, 'end_my_session', [id])
const codeOf = (work: Promise<unknown>) => work.then(() => 'done', errorCode)

/** Another session of somebody; gives the caller that holds it. */
async function alsoOn(person: Person, { agent = 'Mozilla', ip = '84.229.17.4', daysAgo = 0, expired = false } = {}) {
  const [row] = await owner<{ id: string }>(
    database,
    `with opened as (
       insert into auth.sessions (user_id, user_agent, ip, created_at, updated_at, not_after)
       values ($1, $2, $3, now() - make_interval(days => $4), now() - make_interval(days => $4),
         case when $5 then now() - interval '1 minute' end) returning id),
     noted as (insert into auth.mfa_amr_claims (session_id, authentication_method) select id, 'otp' from opened)
     select id from opened`,
    [person.id, agent, ip, daysAgo, expired],
  )
  return { caller: { ...person.caller, claims: { ...person.caller.claims, session_id: row?.id } } }
}

describe('their own sessions', () => {
  test('[3-05] this one first, the others by last use, with masked addresses', async () => {
    const phone = await alsoOn(dana, { agent: 'Safari', ip: '84.229.17.4', daysAgo: 2 })
    const tablet = await alsoOn(dana, { agent: 'Firefox', ip: '2a06:c701:4f2::9', daysAgo: 1 })
    await owner(database, `update auth.sessions set refreshed_at = now() - interval '1 hour' where id = $1`, [
      sessionOf(phone),
    ])
    const rows = await list(dana.caller)
    expect(rows.map(({ id }) => id)).toEqual([sessionOf(dana), sessionOf(phone), sessionOf(tablet)])
    expect(rows.map(({ is_current }) => is_current)).toEqual([true, false, false])
    expect(rows.map(({ address }) => address)).toEqual([null, '84.229.*.*', '2a06:c701:*'])
    expect(rows[1]?.user_agent).toBe('Safari')
    expect(Date.now() - new Date(rows[1]?.last_used_at ?? 0).getTime()).toBeLessThan(2 * 3_600_000)
  })

  test('[9-01] what has run out is no session', async () => {
    await alsoOn(dana, { daysAgo: 91 })
    await alsoOn(dana, { expired: true })
    expect(await list(dana.caller)).toHaveLength(1)
  })

  test('are nobody else’s', async () => {
    const ron = await signUp(database, `ron${serial}@example.com`)
    expect((await list(ron.caller)).map(({ id }) => id)).toEqual([sessionOf(ron)])
    await end(ron.caller, sessionOf(dana))
    expect(await list(dana.caller)).toHaveLength(1)
    expect(await codeOf(list(ANONYMOUS))).toBe('denied')
    expect(await codeOf(end(ANONYMOUS, sessionOf(dana)))).toBe('denied')
  })
})

describe('an ended session', () => {
  test('is refused by the next statement, with a code and not with an empty answer', async () => {
    const phone = await alsoOn(dana)
    const token = phone.caller
    expect(await rowsAs(database, token, 'select * from users')).toHaveLength(1)
    await end(dana.caller, sessionOf(phone))
    expect(await codeOf(list(token))).toBe('SESSION_ENDED')
    expect(await codeOf(rowsAs(database, token, 'select * from users'))).toBe('SESSION_ENDED')
    expect(await codeOf(end(token, sessionOf(dana)))).toBe('SESSION_ENDED')
    const course = await owner<{ id: string }>(
      database,
      `insert into courses (title_he, is_published) values ('קורס', true) returning id`,
    )
    const save = rowsAs(database, token, 'insert into bookmarks (course_id) values ($1)', [course[0]?.id])
    expect(await codeOf(save)).toBe('SESSION_ENDED')
    expect(await codeOf(rowsAs(database, token, `update users set first_name = 'x' where id = $1`, [dana.id]))).toBe(
      'SESSION_ENDED',
    )
    expect(await list(dana.caller)).toHaveLength(1)
  })

  test('ending the same one twice, or one that never was, is no error', async () => {
    const phone = await alsoOn(dana)
    await end(dana.caller, sessionOf(phone))
    await end(dana.caller, sessionOf(phone))
    await end(dana.caller, '00000000-0000-4000-8000-000000000000')
    expect(await list(dana.caller)).toHaveLength(1)
  })

  test('all of them end with a new phone, but the one that changed it', async () => {
    await alsoOn(dana)
    const phone = (caller: Caller) =>
      callAs(database, caller, 'save_profile', ['דנה', 'לוי', freshPhone(), false, false])
    await phone(dana.caller)
    expect((await list(dana.caller)).map(({ id }) => id)).toEqual([sessionOf(dana)])
  })
})

describe('a fresh sign-in', () => {
  const change = (caller: Caller) =>
    codeOf(callAs(database, caller, 'save_profile', ['דנה', 'לוי', freshPhone(), false, false]))
  const begin = (caller: Caller) => codeOf(callAs(database, caller, 'begin_email_change'))
  const age = (minutes: number) =>
    owner(database, `update auth.sessions set created_at = now() - make_interval(mins => $2) where id = $1`, [
      sessionOf(dana),
      minutes,
    ])
  const proof = (method: string, minutes: number) =>
    owner(
      database,
      `insert into auth.mfa_amr_claims (session_id, authentication_method, updated_at)
       values ($1, $2, now() - make_interval(mins => $3))`,
      [sessionOf(dana), method, minutes],
    )

  test('[4-24] is wanted for another phone and another address, ten minutes long', async () => {
    await age(9)
    expect([await change(dana.caller), await begin(dana.caller)]).toEqual(['done', 'done'])
    await age(11)
    expect([await change(dana.caller), await begin(dana.caller)]).toEqual([
      'REAUTHENTICATION_NEEDED',
      'REAUTHENTICATION_NEEDED',
    ])
    const name = rowsAs(database, dana.caller, `update users set first_name = 'רותי' where id = $1`, [dana.id])
    expect(await codeOf(name)).toBe('done')
  })

  test('[4-23] is not wanted for the first phone', async () => {
    await owner(database, 'update users set phone_number = null where id = $1', [dana.id])
    await age(60)
    expect(await change(dana.caller)).toBe('done')
  })

  test('can be a proof within a session that is old; a refresh is none', async () => {
    await age(60)
    await proof('token_refresh', 1)
    expect(await begin(dana.caller)).toBe('REAUTHENTICATION_NEEDED')
    await proof('totp', 1)
    expect(await begin(dana.caller)).toBe('done')
  })

  test('is never that of an ended session, nor of nobody', async () => {
    const phone = await alsoOn(dana)
    await end(dana.caller, sessionOf(phone))
    expect(await begin(phone.caller)).toBe('REAUTHENTICATION_NEEDED')
    expect(await begin(ANONYMOUS)).toBe('denied')
  })
})
