import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { callAs, errorCode, owner } from './support/outcome.ts'
import { ANONYMOUS, type Person, signUp } from './support/people.ts'
import { begin, finish, publishQuiz, rightAnswers } from './support/quizzes.ts'
import { stubRest } from './support/rest-shim.ts'
import { as, database, withStaff } from './support/staff.ts'

withStaff()

let counter = 0
let dana: Person
let course: string
let quiz: string
beforeEach(async () => {
  stubRest(database)
  counter += 1
  dana = await signUp(database, `dana${counter}@example.com`)
  ;({ id: quiz, courseId: course } = await publishQuiz(database))
  await owner(
    database,
    `insert into lessons (course_id, title_he, duration_seconds, is_published, order_index)
     select $1, 'שיעור ' || n, 100, true, n from generate_series(1, 2) as n`,
    [course],
  )
  await owner(database, 'delete from private.attempts')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

type Certificate = {
  number: string
  first_name?: string
  course_title?: string
  covers?: { lessons: string[]; quizzes: { title: string; version: number; percent: number }[] }
  revoked_at: string | null
}
const completeLessons = () =>
  owner(
    database,
    `insert into course_completions (user_id, course_id, lesson_count, lesson_ids)
     select $1, $2, count(*), array_agg(id) from lessons where course_id = $2`,
    [dana.id, course],
  )
async function passTest(who = dana, test = quiz) {
  const attempt = await begin(who, test)
  await finish(who, attempt.id, await rightAnswers(database, attempt))
}
const issue = (first = 'דנה', last = 'לוי', who = dana) =>
  callAs<string>(database, who.caller, 'issue_certificate', [course, first, last]).catch(errorCode)
const verify = (number: string) => callAs<Certificate | null>(database, ANONYMOUS, 'verify_certificate', [number])
const mine = () =>
  callAs<{ completed_at: string | null; missing: { id: string }[]; number: string | null; may_issue_again: boolean }>(
    database,
    dana.caller,
    'my_certificate',
    [course],
  )
const revoke = (by: string, number: string, reason: string | null = 'נבדק שוב', again = false) =>
  callAs(database, as(by), 'revoke_certificate', [dana.id, number, reason, again]).then(() => 'done', errorCode)

async function certified(): Promise<string> {
  await completeLessons()
  await passTest()
  return issue()
}

describe('a certificate', () => {
  test('is there when the lessons are completed and the tests are passed, and not before', async () => {
    expect(await issue()).toBe('COURSE_NOT_COMPLETED')
    await passTest()
    expect(await issue()).toBe('COURSE_NOT_COMPLETED')
    expect(await mine()).toMatchObject({ completed_at: null, missing: [], number: null })
    await completeLessons()
    const other = await publishQuiz(database, {}, { id: crypto.randomUUID(), courseId: course })
    expect(await issue()).toBe('COURSE_NOT_COMPLETED')
    expect((await mine()).missing).toEqual([{ id: other.id, title: 'ריבית ומס' }])
    await passTest(dana, other.id)
    const number = await issue()
    expect(number).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/)
    expect(await mine()).toMatchObject({ number })
  })

  test('is not given for a course that is hidden or not there, whatever was done in it', async () => {
    await completeLessons()
    await passTest()
    await owner(database, 'update courses set is_published = false where id = $1', [course])
    expect(await issue()).toBe('COURSE_NOT_FOUND')
    course = crypto.randomUUID()
    expect(await issue()).toBe('COURSE_NOT_FOUND')
  })

  test('names who, what and when, and is checked by whoever has the number, however it is typed', async () => {
    const number = await certified()
    const shown = await verify(number)
    expect(shown).toMatchObject({
      number,
      first_name: 'דנה',
      last_name: 'לוי',
      course_title: 'קורס',
      revoked_at: null,
      covers: { watched_percent: 80, lessons: [], quizzes: [{ title: 'ריבית ומס', version: 1, percent: 100 }] },
    })
    expect(Object.keys(shown ?? {})).not.toContain('user_id')
    const typed = number
      .toLowerCase()
      .replace(/(.{4})/g, '$1-')
      .replaceAll('0', 'o')
      .replaceAll('1', 'l')
    expect(await verify(` ${typed} `)).toEqual(shown)
    expect(await verify('AAAAAAAAAAAA')).toBeNull()
    expect(await verify('%')).toBeNull()
    expect(await verify('x'.repeat(100_000))).toBeNull()
  })

  test('is one, however often it is asked for at once', async () => {
    await completeLessons()
    await passTest()
    const numbers = await Promise.all([issue(), issue(), issue()])
    expect(new Set(numbers).size).toBe(1)
  })

  test('bears the name that was confirmed, which is the one on file', async () => {
    await completeLessons()
    await passTest()
    expect(await issue('בנק', 'ישראל')).toBe('NAME_CHANGED')
    await owner(database, `update users set first_name = 'רות' where id = $1`, [dana.id])
    expect(await issue()).toBe('NAME_CHANGED')
    expect((await verify(await issue('רות')))?.first_name).toBe('רות')
  })

  test('stays as it was when name, course and tests change or are hidden', async () => {
    const number = await certified()
    const before = await verify(number)
    await publishQuiz(database, { title: 'אחר' }, { id: quiz, courseId: course })
    await owner(database, `update users set first_name = 'אחרת' where id = $1`, [dana.id])
    await owner(database, `update lessons set title_he = 'אחר' where course_id = $1`, [course])
    await owner(database, 'update courses set is_published = false where id = $1', [course])
    expect(await verify(number)).toEqual(before)
  })

  test('goes with the account, and is in the copy of the data', async () => {
    const number = await certified()
    const { data } = await callAs<{ data: { certificates: unknown[] } }>(database, dana.caller, 'export_my_data')
    expect(data.certificates).toMatchObject([{ number, course_title: 'קורס' }])
    await owner(database, 'delete from auth.users where id = $1', [dana.id])
    expect(await verify(number)).toBeNull()
  })

  test('is of nobody else: tests and lessons of one are nothing to another', async () => {
    await certified()
    const noam = await signUp(database, `noam${counter}@example.com`)
    expect(await issue('דנה', 'לוי', noam)).toBe('COURSE_NOT_COMPLETED')
    expect(await callAs(database, ANONYMOUS, 'issue_certificate', [course, 'דנה', 'לוי']).catch(errorCode)).toBe(
      'denied',
    )
  })

  test.each([
    ['not shown where the account was closed', 'is_active', 'FORBIDDEN'],
    ['shown, and not given, where the address is not verified', 'email_verified', 'shown'],
  ])('is %s', async (_, column, seen) => {
    await completeLessons()
    await passTest()
    await owner(database, `update users set ${column} = false where id = $1`, [dana.id])
    expect(await mine().then(() => 'shown', errorCode)).toBe(seen)
    expect(await issue()).toBe('FORBIDDEN')
  })
})

describe('revoking', () => {
  test('wants users.manage, a reason, and is seen by whoever checks', async () => {
    const number = await certified()
    expect(await revoke('analyst', number)).toBe('FORBIDDEN')
    expect(await revoke('admin', number, '')).toBe('REASON_REQUIRED')
    expect(await revoke('admin', number, null)).toBe('REASON_REQUIRED')
    expect(await revoke('admin', 'AAAAAAAAAAAA')).toBe('CERTIFICATE_NOT_FOUND')
    expect(await revoke('admin', number)).toBe('done')
    expect(await revoke('admin', number)).toBe('CERTIFICATE_NOT_FOUND')
    const shown = await verify(number)
    expect(Object.keys(shown ?? {}).sort()).toEqual(['number', 'revoked_at'])
    expect(await issue()).toBe('CERTIFICATE_REVOKED')
    const [line] = await owner<{ after: { reason: string } }>(
      database,
      `select after from audit_log where action = 'certificate revoked' and entity_id = $1`,
      [dana.id],
    )
    expect(line?.after.reason).toBe('נבדק שוב')
  })

  test('after a wrong name leaves room for another one', async () => {
    const number = await certified()
    await revoke('admin', number, 'השם תוקן', true)
    expect(await mine()).toMatchObject({ may_issue_again: true })
    const next = await issue()
    expect(next).not.toBe(number)
    expect((await verify(number))?.revoked_at).toBeTruthy()
    expect((await verify(next))?.revoked_at).toBeNull()
  })

  test('lists are read with the record open', async () => {
    const number = await certified()
    const read = () => callAs<{ number: string }[]>(database, as('admin'), 'student_certificates', [dana.id])
    expect(await read().catch(errorCode)).toBe('RECORD_NOT_OPENED')
    await callAs(database, as('admin'), 'open_student_record', [dana.id])
    expect(await read()).toMatchObject([{ number, revoked_at: null }])
  })
})

test('numbers are twelve signs of sixty random bits', async () => {
  const rows = await owner<{ number: string }>(
    database,
    'select private.new_certificate_number() as number from generate_series(1, 2000)',
  )
  expect(new Set(rows.map(({ number }) => number)).size).toBe(2000)
  const counts = new Map<string, number>()
  for (const { number } of rows) for (const sign of number) counts.set(sign, (counts.get(sign) ?? 0) + 1)
  expect(counts.size).toBe(32)
  // 750 of each are expected; six standard deviations are 162.
  for (const count of counts.values()) expect(Math.abs(count - 750)).toBeLessThan(170)
})
