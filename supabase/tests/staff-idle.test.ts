import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Caller, Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { callAs, errorCode, owner } from './support/outcome.ts'
import { openSession, type Person, signUp, signUpStaff } from './support/people.ts'

let database: Database
let member: Person & { adminId: string }
let serial = 0
beforeAll(async () => {
  database = await openAcademyDatabase()
})
afterAll(() => database?.close())
beforeEach(async () => {
  serial += 1
  member = await signUpStaff(database, `idle${serial}@academy.example`, 'admin')
  await setMinutes(60)
})

type Kept = { minutes: number; ended: boolean; over?: string; seconds?: number }
const sessionOf = ({ claims }: Caller) => (claims as { session_id: string }).session_id
const keep = (caller: Caller = member.caller) => callAs<Kept>(database, caller, 'keep_staff_session')
const setMinutes = (minutes: number) =>
  owner(database, `update app_settings set value = to_jsonb($1::integer) where key = 'staff_idle_minutes'`, [minutes])
const pass = (time: string, caller = member.caller) =>
  owner(database, 'update private.staff_activity set active_at = active_at - $2::interval where session_id = $1', [
    sessionOf(caller),
    time,
  ])
const acts = (caller: Caller = member.caller) => callAs(database, caller, 'staff_waiting').then(() => 'done', errorCode)
const sessions = async () =>
  (await owner<{ id: string }>(database, 'select id from auth.sessions where user_id = $1', [member.id])).length

describe('[6-06] a session of the staff that nobody uses', () => {
  test('has no right any more as soon as its minutes are over, whatever the browser says', async () => {
    expect(await keep()).toMatchObject({ minutes: 60, ended: false })
    await pass('59 minutes 50 seconds')
    expect(await acts()).toBe('done')
    await pass('11 seconds')
    expect(await acts()).toBe('FORBIDDEN')
  })

  test('is ended for good by the word of its browser, and not kept by it', async () => {
    await keep()
    const before = await sessions()
    await pass('61 minutes')
    expect(await keep()).toEqual({ minutes: 60, ended: true, over: 'idle' })
    expect(await sessions()).toBe(before - 1)
    expect(await keep()).toEqual({ minutes: 60, ended: true, over: 'age' })
    expect(await acts()).not.toBe('done')
  })

  test('goes on for as long as somebody uses it, until its 24 hours', async () => {
    for (let hour = 0; hour < 5; hour++) {
      expect(await keep()).toMatchObject({ minutes: 60, ended: false })
      await pass('50 minutes')
    }
    expect(await acts()).toBe('done')
    await owner(database, `update auth.sessions set created_at = now() - interval '24 hours 1 second' where id = $1`, [
      sessionOf(member.caller),
    ])
    expect(await acts()).toBe('FORBIDDEN')
  })

  test('ends alone: another one of the same member goes on', async () => {
    const other = await database.asAuthAdmin((tx) => openSession(tx, member, {}))
    await Promise.all([keep(), keep(other)])
    await pass('2 hours')
    expect([await acts(), await acts(other)]).toEqual(['FORBIDDEN', 'done'])
    expect(await keep(other)).toMatchObject({ minutes: 60, ended: false })
  })

  test('is let be where the setting says 0, and a shorter time holds at once for those that are open', async () => {
    await setMinutes(0)
    expect(await keep()).toMatchObject({ minutes: 0, ended: false })
    await pass('20 hours')
    expect(await acts()).toBe('done')
    await setMinutes(5)
    expect(await acts()).toBe('FORBIDDEN')
  })

  test('counts from its beginning while the staff area was never opened in it', async () => {
    const since = (time: string) =>
      owner(database, 'update auth.sessions set created_at = now() - $2::interval where id = $1', [
        sessionOf(member.caller),
        time,
      ])
    await since('59 minutes 50 seconds')
    expect(await acts()).toBe('done')
    await since('61 minutes')
    expect(await acts()).toBe('FORBIDDEN')
    expect(await keep()).toEqual({ minutes: 60, ended: true, over: 'idle' })
  })

  test('[9-02] counts its 24 hours from the sign-in, whenever its page was opened, and is over after them', async () => {
    const begin = (hours: number) =>
      owner(database, 'update auth.sessions set created_at = now() - make_interval(hours => $2) where id = $1', [
        ...[sessionOf(member.caller), hours],
      ])
    await keep()
    await begin(23)
    expect((await keep()).seconds).toBeOneOf([3_599, 3_600])
    await begin(24)
    expect(await keep()).toEqual({ minutes: 60, ended: true, over: 'age' })
    expect(await acts()).toBe('FORBIDDEN')
  })

  test('told by thirty at once is one row, and each hears the same', async () => {
    const heard = await Promise.all(Array.from({ length: 30 }, () => keep()))
    expect(heard.every(({ ended }) => !ended)).toBe(true)
    const rows = await owner(database, 'select from private.staff_activity where session_id = $1', [
      sessionOf(member.caller),
    ])
    expect(rows).toHaveLength(1)
    await pass('61 minutes')
    const after = await Promise.all(Array.from({ length: 10 }, () => keep()))
    expect(after.some(({ ended }) => ended)).toBe(true)
    expect(await acts()).not.toBe('done')
  })
})

test('of a student nothing is kept, and nothing of theirs ends', async () => {
  const student = await signUp(database, `student${serial}@example.org`)
  expect(await keep(student.caller)).toEqual({ minutes: 0, ended: false })
  const rows = await owner(database, 'select from private.staff_activity where session_id = $1', [
    sessionOf(student.caller),
  ])
  expect(rows).toEqual([])
})

test('a visitor may not say it, and nobody reads or writes when others were there', async () => {
  const visitor: Caller = { role: 'anon', claims: { role: 'anon' } }
  expect(await callAs(database, visitor, 'keep_staff_session').then(() => 'done', errorCode)).toBe('denied')
  for (const sql of ['select * from private.staff_activity', 'delete from private.staff_activity where true'])
    expect(await database.asCaller(member.caller, (tx) => tx.query(sql)).then(() => 'done', errorCode)).toBe('denied')
})
