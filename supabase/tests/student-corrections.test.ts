import { beforeEach, expect, test } from 'vitest'
import { callAs, errorCode, owner } from './support/outcome.ts'
import { addApp, freshPhone, type Person, registration, signUp, signUpStaff } from './support/people.ts'
import { as, database, staff, withStaff } from './support/staff.ts'

withStaff()

let counter = 0
let dana: Person
beforeEach(async () => {
  counter += 1
  dana = await signUp(database, `dana${counter}@example.com`)
})

const act = <Value>(by: string, name: string, ...values: unknown[]) => callAs<Value>(database, as(by), name, values)
const code = (by: string, name: string, ...values: unknown[]) => act(by, name, ...values).then(() => 'done', errorCode)
const open = (by: string, student = dana) => act(by, 'open_student_record', student.id)
const row = async (student = dana) => {
  const [found] = await owner<Record<string, unknown>>(database, 'select * from users where id = $1', [student.id])
  return found
}
const notices = (student: Person, kind: string) =>
  owner(database, 'select id from private.security_notices where user_id = $1 and kind = $2', [student.id, kind])
const lines = (student = dana) =>
  owner<{ action: string; before: unknown; after: Record<string, unknown> }>(
    database,
    `select action, before, after from audit_log where entity = 'users' and entity_id = $1 and actor is not null order by id`,
    [student.id],
  )
type Saved = { version: number; values: Record<string, string> }

test('[6-07] names and phone are corrected by what was read, and the log keeps the phone masked', async () => {
  expect(await code('admin', 'correct_student', dana.id, 1, { first_name: 'נועה' })).toBe('RECORD_NOT_OPENED')
  await open('admin')
  const { details_version: version, phone_number: former } = (await row()) ?? {}
  const phone = freshPhone()
  const saved = await act<Saved>('admin', 'correct_student', dana.id, version, {
    first_name: ' נועה ',
    phone_number: phone,
  })
  expect(saved).toEqual({
    version: Number(version) + 1,
    values: { first_name: 'נועה', last_name: 'לוי', phone_number: phone },
  })
  const [line] = await lines()
  expect(line).toMatchObject({
    action: 'student corrected',
    before: { first_name: 'דנה' },
    after: { first_name: 'נועה' },
  })
  expect(JSON.stringify(line)).not.toContain(phone)
  expect(JSON.stringify(line)).not.toContain(String(former))
  expect(await notices(dana, 'phone_changed')).toHaveLength(1)
  expect(await act<Saved>('admin', 'correct_student', dana.id, saved.version, {})).toEqual(saved)
})

test('of two who correct the same version one is refused, and told what stands and who made it so', async () => {
  await open('admin')
  await open('super_admin')
  const version = Number((await row())?.details_version)
  const both = await Promise.allSettled([
    act('admin', 'correct_student', dana.id, version, { first_name: 'אחת' }),
    act('super_admin', 'correct_student', dana.id, version, { first_name: 'שתיים' }),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const refused = both.find((one) => one.status === 'rejected')?.reason as { message: string }
  const { code: said, details } = JSON.parse(refused.message) as { code: string; details: string }
  expect(said).toBe('VERSION_CONFLICT')
  expect(JSON.parse(details)).toMatchObject({
    version: version + 1,
    values: { last_name: 'לוי' },
    changes: expect.arrayContaining([expect.objectContaining({ field: 'first_name', by: 'צוות' })]),
  })
})

test('what the student changes raises the version too, a sign-in does not', async () => {
  const before = Number((await row())?.details_version)
  await owner(database, 'update users set last_login_at = now() where id = $1', [dana.id])
  expect((await row())?.details_version).toBe(before)
  await database.queryAsCaller(dana.caller, `update users set last_name = 'כהן' where id = $1`, [dana.id])
  expect((await row())?.details_version).toBe(before + 1)
})

test.each([
  [{ first_name: ' ' }, 'INVALID_NAME'],
  [{ last_name: 'א'.repeat(101) }, 'INVALID_NAME'],
  [{ phone_number: '+9721' }, 'INVALID_PHONE_NUMBER'],
  [{ email: 'x@example.com' }, 'INVALID_BODY'],
  [{ first_name: 5 }, 'INVALID_BODY'],
  [['x'], 'INVALID_BODY'],
])('[5-06] refuses %j as %s', async (changes, expected) => {
  await open('admin')
  const version = (await row())?.details_version
  expect(await code('admin', 'correct_student', dana.id, version, JSON.stringify(changes))).toBe(expected)
})

test('[5-03] a number of two accounts goes to the one that staff decide on, and both are told', async () => {
  const phone = freshPhone()
  const other = await signUp(database, `other${counter}@example.com`, {
    metadata: registration({ phone_number: phone }),
  })
  await open('admin')
  const version = (await row())?.details_version
  expect(await code('admin', 'correct_student', dana.id, version, { phone_number: phone })).toBe('PHONE_ALREADY_EXISTS')
  expect(await code('admin', 'move_student_phone', dana.id, phone, 'אב')).toBe('REASON_REQUIRED')
  expect(await code('admin', 'move_student_phone', dana.id, freshPhone(), 'הציגה חשבון')).toBe('PHONE_NOT_HELD')
  const twice = await Promise.all([1, 2].map(() => code('admin', 'move_student_phone', dana.id, phone, 'הציגה חשבון')))
  expect(twice.toSorted()).toEqual(['PHONE_NOT_HELD', 'done'])
  expect((await row())?.phone_number).toBe(phone)
  expect((await row(other))?.phone_number).toBe(null)
  for (const person of [dana, other]) expect(await notices(person, 'phone_changed')).toHaveLength(1)
})

test.each([null, ' ', '054', '+9721', '+972000000000'])(
  '[5-06] %j is no number to be given to a student',
  async (phone) => {
    expect(await code('admin', 'move_student_phone', dana.id, phone, 'הציגה חשבון')).toBe('INVALID_PHONE_NUMBER')
  },
)

test('[6-07] ends the sessions, helps with a lost second step, and tells the owner', async () => {
  await database.asAuthAdmin((tx) => addApp(tx, dana.id))
  const isOffered = async () => {
    await act('admin', 'open_student_record', dana.id)
    return ((await act('admin', 'read_student_record', dana.id)) as { has_second_step: boolean }).has_second_step
  }
  expect(await isOffered()).toBe(true)
  expect(await act('admin', 'end_student_sessions', dana.id, 'ביקשה בטלפון')).toBe(1)
  expect(await code('admin', 'help_with_second_step', dana.id, '')).toBe('REASON_REQUIRED')
  expect(await code('admin', 'help_with_second_step', dana.id, 'הטלפון אבד')).toBe('done')
  expect(await code('admin', 'help_with_second_step', dana.id, 'הטלפון אבד')).toBe('NO_SECOND_STEP')
  expect(await isOffered()).toBe(false)
  expect(await notices(dana, 'second_step_removed')).toHaveLength(1)
  expect((await lines()).map(({ action }) => action)).toEqual(['sessions ended', 'second step removed'])
})

test('a student who is of the staff is helped with the second step by super_admin alone', async () => {
  const member = await signUpStaff(database, `both${counter}@academy.example`, 'analyst', {
    metadata: registration(),
    app: true,
  })
  const help = (by: string) => code(by, 'help_with_second_step', member.id, 'הטלפון אבד')
  expect([await help('admin'), await help('super_admin')]).toEqual(['INSUFFICIENT_LEVEL', 'done'])
})

test('a verification mail is asked for three times a day, and never for a verified address', async () => {
  expect(await code('admin', 'note_verification_mail', dana.id)).toBe('ALREADY_VERIFIED')
  const waiting = await signUp(database, `waiting${counter}@example.com`, { verified: false })
  const answers: string[] = []
  for (let i = 0; i < 4; i += 1) answers.push(await code('admin', 'note_verification_mail', waiting.id))
  expect(answers).toEqual(['done', 'done', 'done', 'TOO_MANY_REQUESTS'])
})

test('[6-11] nobody acts on a mightier one, on oneself, without the permission, or as a student', async () => {
  const mighty = await signUpStaff(database, `mighty${counter}@academy.example`, 'super_admin', {
    metadata: registration(),
  })
  const ways: [string, unknown[]][] = [
    ['correct_student', [1, {}]],
    ['move_student_phone', [freshPhone(), 'סיבה טובה']],
    ['end_student_sessions', ['סיבה טובה']],
    ['help_with_second_step', ['סיבה טובה']],
    ['note_verification_mail', []],
    ['write_student_note', ['הערה']],
    ['open_student_data', ['סיבה טובה']],
    ['request_student_deletion', ['סיבה טובה']],
  ]
  for (const [name, values] of ways) {
    expect([name, await code('admin', name, mighty.id, ...values)]).toEqual([name, 'INSUFFICIENT_LEVEL'])
    for (const role of ['analyst', 'marketing', 'unknown']) {
      expect([name, await code(role, name, dana.id, ...values)]).toEqual([name, 'FORBIDDEN'])
    }
    const asStudent = await callAs(database, dana.caller, name, [dana.id, ...values]).then(() => 'done', errorCode)
    expect([name, asStudent]).toEqual([name, 'FORBIDDEN'])
  }
  expect(await code('super_admin', 'help_with_second_step', staff.super_admin?.id, 'אני')).toBe('USER_NOT_FOUND')
})
