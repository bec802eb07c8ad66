import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { callAs, errorCode, owner } from './support/outcome.ts'
import { signUp, signUpStaff } from './support/people.ts'
import { as, database, staff, withStaff } from './support/staff.ts'

withStaff()

type Note = { id: string; body: string; author: string | null; may_delete: boolean }
const DAY = '2026-11-03'
const write = (role: string, note: string = randomUUID(), body = 'קמפיין', day: string | null = DAY) =>
  callAs(database, as(role), 'write_analytics_note', [note, day, body])
const list = (role: string) => callAs<Note[]>(database, as(role), 'list_analytics_notes', [DAY, DAY])
const remove = (role: string, note: string) => callAs<boolean>(database, as(role), 'delete_analytics_note', [note])
const lines = (entity: string) =>
  owner<{ action: string }>(database, 'select action from public.audit_log where entity = $1 order by occurred_at', [
    entity,
  ])

beforeEach(async () => {
  await owner(database, 'delete from private.analytics_notes')
  await owner(database, 'delete from private.caller_counts')
})

test('[2.12-08] a note is deleted by who wrote it and by super_admin, and by nobody else', async () => {
  const [mine, other] = [randomUUID(), randomUUID()]
  await write('analyst', mine, 'של האנליסט')
  await write('super_admin', other, 'של ההנהלה')
  const may = async (role: string) => (await list(role)).map(({ body, may_delete }) => [body, may_delete])
  expect(await may('analyst')).toEqual(
    expect.arrayContaining([
      ['של האנליסט', true],
      ['של ההנהלה', false],
    ]),
  )
  expect(await may('super_admin')).toEqual(
    expect.arrayContaining([
      ['של האנליסט', true],
      ['של ההנהלה', true],
    ]),
  )
  expect([await remove('analyst', other), await remove('analyst', mine), await remove('analyst', mine)]).toEqual([
    ...[false, true, false],
  ])
  await write('analyst', mine)
  expect(await remove('super_admin', mine)).toBe(true)
  expect((await list('analyst')).map(({ id }) => id)).toEqual([other])
  expect((await lines('analytics_notes')).map(({ action }) => action)).toEqual([
    ...['insert', 'insert', 'delete', 'insert', 'delete'],
  ])
})

test('a note is never written over, neither by who wrote it nor by another who knows its id', async () => {
  const note = randomUUID()
  await write('analyst', note, 'ראשון')
  await write('analyst', note, 'שני')
  await write('super_admin', note, 'שלישי')
  expect((await list('analyst')).map(({ body }) => body)).toEqual(['ראשון'])
})

test.each(['admin', 'marketing', 'unknown'])(
  '[6-17] %s reads, writes, deletes and takes along nothing',
  async (role) => {
    const note = randomUUID()
    await write('analyst', note)
    const calls = [
      list(role),
      write(role),
      remove(role, note),
      callAs(database, as(role), 'note_analytics_export', ['overview', 'csv', DAY, DAY]),
    ]
    expect(await Promise.all(calls.map((call) => call.catch(errorCode)))).toEqual(Array(4).fill('FORBIDDEN'))
    expect(await list('analyst')).toHaveLength(1)
  },
)

test('[6-17] nor does a student, a member who is closed, or a session that views a student', async () => {
  const student = await signUp(database, 'curious@example.com')
  const closed = await signUpStaff(database, 'closed@academy.example', 'analyst')
  await owner(database, 'update public.admin_users set is_active = false where id = $1', [closed.adminId])
  const viewer = await signUpStaff(database, 'viewer@academy.example', 'super_admin')
  await callAs(database, viewer.caller, 'begin_student_viewing', [student.id, 'לבדיקה'])
  for (const { caller } of [student, closed, viewer]) {
    const calls = [
      callAs(database, caller, 'list_analytics_notes', [DAY, DAY]),
      callAs(database, caller, 'write_analytics_note', [randomUUID(), DAY, 'הערה']),
      callAs(database, caller, 'note_analytics_export', ['overview', 'csv', DAY, DAY]),
    ]
    expect(await Promise.all(calls.map((call) => call.catch(errorCode)))).toEqual(Array(3).fill('FORBIDDEN'))
  }
})

test.each([
  ['no day', null, 'הערה'],
  ['a day long ago', '2019-12-31', 'הערה'],
  ['nothing', DAY, '   '],
  ['lines of nothing', DAY, '\n\n'],
  ['201 letters', DAY, 'א'.repeat(201)],
])('a note with %s is refused', async (_, day, body) => {
  expect(await write('analyst', randomUUID(), body, day).catch(errorCode)).toBe('INVALID_NOTE')
})

test('a member of the staff writes sixty notes an hour, whatever others write', async () => {
  await owner(database, `select private.take_call('analytics notes', $1, 60, '1 hour') from generate_series(1, 59)`, [
    staff.analyst?.id,
  ])
  await write('analyst')
  expect(await write('analyst').catch(errorCode)).toBe('TOO_MANY_REQUESTS')
  await write('super_admin')
  expect(await list('analyst')).toHaveLength(2)
})

test('[2.12-08] who views analytics takes figures along, thirty times an hour, and each leaves its line', async () => {
  const take = (part: string, format: string) =>
    callAs(database, as('analyst'), 'note_analytics_export', [part, format, DAY, DAY]).catch(errorCode)
  expect(await take('students', 'csv')).toBe('INVALID_EXPORT')
  expect(await take('overview', 'pdf')).toBe('INVALID_EXPORT')
  const outcomes: unknown[] = []
  for (let i = 0; i < 31; i += 1) outcomes.push(await take('courses', 'xlsx'))
  expect(outcomes.filter((outcome) => outcome === 'TOO_MANY_REQUESTS')).toHaveLength(1)
  expect(await lines('analytics')).toHaveLength(30)
})
