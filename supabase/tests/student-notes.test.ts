import { beforeEach, expect, test } from 'vitest'
import { callAs, errorCode, owner } from './support/outcome.ts'
import { type Person, signUp } from './support/people.ts'
import { as, database, withStaff } from './support/staff.ts'

withStaff()

let counter = 0
let dana: Person
beforeEach(async () => {
  counter += 1
  dana = await signUp(database, `dana${counter}@example.com`)
  for (const role of ['admin', 'super_admin']) await callAs(database, as(role), 'open_student_record', [dana.id])
})

type Note = { id: string; body: string; may_change: boolean }
const write = (by: string, body: string | null, id: string | null = null) =>
  callAs<string>(database, as(by), 'write_student_note', [dana.id, body, id]).catch(errorCode)
const remove = (by: string, id: string) =>
  callAs(database, as(by), 'delete_student_note', [dana.id, id]).then(() => 'done', errorCode)
const read = (by: string) => callAs<Note[]>(database, as(by), 'student_notes', [dana.id])

test('[6-14] notes are read with the record open, and changed by their author for a day', async () => {
  const id = await write('admin', '  התקשרה בנוגע לחשבונית  ')
  expect(await read('admin')).toMatchObject([{ id, body: 'התקשרה בנוגע לחשבונית', may_change: true }])
  expect(await read('super_admin')).toMatchObject([{ id, may_change: false }])
  expect(await write('super_admin', 'אחרת', id)).toBe('NOTE_NOT_YOURS')
  expect(await remove('super_admin', id)).toBe('NOTE_NOT_YOURS')
  expect(await write('admin', 'תוקן', id)).toBe(id)
  await owner(database, `update private.student_notes set created_at = now() - interval '25 hours'`)
  expect(await write('admin', 'שוב', id)).toBe('NOTE_NOT_YOURS')
  expect(await remove('admin', id)).toBe('NOTE_NOT_YOURS')
  await owner(database, `update private.student_notes set created_at = now()`)
  expect(await remove('admin', id)).toBe('done')
  expect(await read('admin')).toEqual([])
})

test('a record that is not open hides them and takes none', async () => {
  await write('admin', 'הערה')
  await owner(database, `update record_views set occurred_at = now() - interval '11 minutes'`)
  expect(await read('admin').catch(errorCode)).toBe('RECORD_NOT_OPENED')
  expect(await write('admin', 'עוד')).toBe('RECORD_NOT_OPENED')
})

test('notes are bounded, and one that is empty is none', async () => {
  for (const body of [null, '', ' \n ', 'א'.repeat(2001)]) expect(await write('admin', body)).toBe('INVALID_NOTE')
  await owner(
    database,
    `insert into private.student_notes (student_id, author_first_name, body) select $1, 'צוות', 'הערה' from generate_series(1, 199)`,
    [dana.id],
  )
  const answers = await Promise.all([write('admin', 'אחת'), write('super_admin', 'שתיים')])
  expect(answers).toContain('TOO_MANY_NOTES')
  expect(await read('admin')).toHaveLength(200)
})

test('they are in the copy of the data, and go with the student; the log keeps no word of them', async () => {
  await write('admin', 'מילה סודית')
  const { data } = await callAs<{ data: { staff_notes: unknown[] } }>(database, dana.caller, 'export_my_data')
  expect(data.staff_notes).toMatchObject([{ body: 'מילה סודית' }])
  const lines = await owner(database, `select * from audit_log where entity_id = $1`, [dana.id])
  expect(JSON.stringify(lines)).not.toContain('מילה סודית')
  await owner(database, 'delete from auth.users where id = $1', [dana.id])
  expect(await owner(database, 'select from private.student_notes where student_id = $1', [dana.id])).toEqual([])
})
