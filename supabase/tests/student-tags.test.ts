import { beforeEach, expect, test } from 'vitest'
import { callAs, errorCode, owner } from './support/outcome.ts'
import { type Person, signUp } from './support/people.ts'
import { as, database, withStaff } from './support/staff.ts'

withStaff()

let counter = 0
let dana: Person
let omer: Person
beforeEach(async () => {
  counter += 1
  dana = await signUp(database, `dana${counter}@example.com`)
  omer = await signUp(database, `omer${counter}@example.com`)
  await owner(database, 'delete from private.student_tags')
})

type Answer = { id: string; outcome: string; code?: string }
type Listed = { rows: { id: string; tags: string[] }[]; total: number }

const change = (tag: string | null, has: boolean, people: Person[] = [dana], by = 'admin') =>
  callAs<Answer[]>(database, as(by), 'change_student_tag', [people.map(({ id }) => id), tag, has])
const outcomes = (answers: Answer[]) => answers.map(({ outcome, code }) => code ?? outcome)
const list = (query: object) =>
  callAs<Listed>(database, as('admin'), 'list_students', [JSON.stringify({ ...query, count: true })])
const tagsOf = async ({ id }: Person) => (await list({ id })).rows[0]?.tags
const names = (by = 'admin') => callAs<string[]>(database, as(by), 'student_tag_names', [])

test('a tag is given to many, is one however it is written, and goes with the last who has it', async () => {
  expect(outcomes(await change('  Pilot   א ', true, [dana, omer, dana]))).toEqual(['changed', 'changed'])
  expect(outcomes(await change('PILOT א', true))).toEqual(['unchanged'])
  await change('עיתונות', true)
  expect(await tagsOf(dana)).toEqual(['Pilot א', 'עיתונות'])
  expect(await names()).toEqual(['Pilot א', 'עיתונות'])
  expect(outcomes(await change('pilot א', false, [dana, omer]))).toEqual(['changed', 'changed'])
  expect(outcomes(await change('pilot א', false))).toEqual(['unchanged'])
  expect(await names()).toEqual(['עיתונות'])
  expect(outcomes(await change('לא בשימוש', false))).toEqual(['unchanged'])
})

test('[2.12-05] a list finds who has a tag, an export takes along exactly those, and the choice names them', async () => {
  await change('Pilot', true, [dana])
  const found = await list({ tag: 'pilot' })
  expect(found).toMatchObject({ rows: [{ id: dana.id, tags: ['Pilot'] }], total: 1 })
  expect((await list({ tag: 'אין כזאת' })).total).toBe(0)
  const asked = JSON.stringify({ tag: 'Pilot' })
  const opened = await callAs<{ id: string; total: number }>(database, as('admin'), 'open_students_export', [
    asked,
    'csv',
  ])
  expect(opened.total).toBe(1)
  const read = await callAs<{ rows: { id: string }[] }>(database, as('admin'), 'read_students_export', [
    opened.id,
    null,
  ])
  expect(read.rows).toMatchObject([{ id: dana.id, tags: ['Pilot'] }])
  const chosen = await callAs<[string, string][]>(database, as('admin'), 'student_choice', [asked])
  expect(chosen.map(([id]) => id)).toEqual([dana.id])
})

test('tags are bounded: their words, ten of a student, two hundred in all, a hundred students at once', async () => {
  for (const tag of [null, '', ' ', 'א,ב', 'א'.repeat(31)]) {
    expect(await change(tag, true).catch(errorCode)).toBe('INVALID_TAG')
  }
  const many = Array.from({ length: 101 }, () => dana)
  expect(await change('א', true, many).catch(errorCode)).toBe('TOO_MANY_AT_ONCE')
  for (let n = 0; n < 10; n += 1) await change(`תגית ${n}`, true)
  expect(outcomes(await change('אחת יותר', true, [dana, omer])).toSorted()).toEqual(['TOO_MANY_TAGS', 'changed'])
  expect(outcomes(await change('תגית 3', true))).toEqual(['unchanged'])
  await owner(
    database,
    `with made as (insert into private.student_tags (name) select 'מלאי ' || n from generate_series(1, 189) as n returning id)
     insert into private.tagged_students (student_id, tag_id) select $1, id from made`,
    [omer.id],
  )
  expect(await change('מאתיים ואחת', true).catch(errorCode)).toBe('TOO_MANY_TAGS')
})

test('those who change tags at once neither wait for ever nor make a tag twice', async () => {
  const both = await Promise.all([change('יחד', true, [dana, omer]), change('יחד', true, [omer, dana], 'super_admin')])
  expect(both.flat().filter(({ outcome }) => outcome === 'changed')).toHaveLength(2)
  expect(await names()).toEqual(['יחד'])
})

test('each change has its line with the tags before and after, and nobody tags the own account or a mightier one', async () => {
  await change('א', true)
  await change('ב', true)
  await change('א', false)
  const lines = await owner(
    database,
    `select before -> 'tags' as before, after -> 'tags' as after from audit_log where action = 'student tagged' and entity_id = $1 order by id`,
    [dana.id],
  )
  expect(lines).toEqual([
    { before: [], after: ['א'] },
    { before: ['א'], after: ['א', 'ב'] },
    { before: ['א', 'ב'], after: ['ב'] },
  ])
  const timeline = await callAs<{ rows: { what: string }[] }>(database, as('admin'), 'student_timeline', [
    dana.id,
    '{}',
  ])
  expect(timeline.rows.filter(({ what }) => what === 'student tagged')).toHaveLength(3)
})

test('they are in the copy of the data, and go with the student', async () => {
  await change('עיתונות', true)
  const { data } = await callAs<{ data: { staff_tags: unknown[] } }>(database, dana.caller, 'export_my_data')
  expect(data.staff_tags).toMatchObject([{ name: 'עיתונות' }])
  await owner(database, 'delete from auth.users where id = $1', [dana.id])
  expect(await owner(database, 'select from private.tagged_students')).toEqual([])
  expect(await names()).toEqual([])
})
