import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { codeOf, editorOf, emptyShelves } from './support/content.ts'
import { owner } from './support/outcome.ts'
import { signUpStaff } from './support/people.ts'

let database: Database
let editor: ReturnType<typeof editorOf>
let colleague: ReturnType<typeof editorOf>
let record: string

beforeAll(async () => {
  database = await openAcademyDatabase()
  editor = editorOf(database, (await signUpStaff(database, 'editor@academy.example', 'super_admin')).caller)
  colleague = editorOf(database, (await signUpStaff(database, 'colleague@academy.example', 'super_admin')).caller)
})
afterAll(() => database?.close())
beforeEach(async () => {
  await emptyShelves(database)
  record = (await editor.makeCategory()).id
})

type Writing = ReturnType<typeof editorOf>
const keep = (who: Writing, changes: object, { id = record, version = 1, before = {} } = {}) =>
  who.ask('keep_working_copy', ['category', id, version, JSON.stringify(before), JSON.stringify(changes)])
const read = (who: Writing) => who.ask<{ changes: object } | null>('read_working_copy', ['category', record])
const drop = (who: Writing) => who.ask('drop_working_copy', ['category', record])

test('a working copy is its writer’s alone, the newest one, until it is dropped', async () => {
  expect(await read(editor)).toBeNull()
  await keep(editor, { name_he: 'א' })
  await keep(editor, { name_he: 'אב' }, { version: 2, before: { name_he: 'השקעות' } })
  expect(await read(editor)).toMatchObject({
    version: 2,
    before: { name_he: 'השקעות' },
    changes: { name_he: 'אב' },
    stored_at: expect.any(String),
  })
  expect(await read(colleague)).toBeNull()
  await keep(colleague, { name_he: 'ג' })
  await drop(colleague)
  expect([await read(colleague), (await read(editor))?.changes]).toEqual([null, { name_he: 'אב' }])
  await drop(editor)
  expect(await read(editor)).toBeNull()
})

test('a working copy lasts fourteen days, changes nothing of the record, and goes with it', async () => {
  await keep(editor, { name_he: 'א' })
  expect(await editor.ask('read_content', ['category', record])).toMatchObject({
    version: 1,
    values: { name_he: 'השקעות' },
  })
  await owner(database, `update private.working_copies set stored_at = now() - interval '15 days'`)
  expect(await read(editor)).toBeNull()
  await keep(editor, { name_he: 'ב' })
  await owner(database, 'delete from public.categories where id = $1', [record])
  expect(await owner(database, 'select 1 from private.working_copies')).toEqual([])
})

test.each([
  ['a field that the record has not', { body: 'x' }, 'CONTENT_INVALID'],
  ['more than a record holds', { name_he: 'א'.repeat(300_000) }, 'CONTENT_INVALID'],
])('a working copy of %s is refused', async (_, changes, code) => {
  expect(await codeOf(keep(editor, changes))).toBe(code)
})

test('a working copy of no record is refused', async () => {
  expect(await codeOf(keep(editor, {}, { id: randomUUID() }))).toBe('CONTENT_NOT_FOUND')
})

test('who has a record open hears of the others, until they leave or fall silent', async () => {
  const attend = (who: Writing, writing = false, leaving = false) =>
    who.ask<{ name: string; writing: boolean }[]>('attend_content', ['category', record, writing, leaving])
  expect(await attend(editor)).toEqual([])
  expect(await attend(colleague, true)).toEqual([{ name: 'צוות', writing: false }])
  expect(await attend(editor)).toEqual([{ name: 'צוות', writing: true }])
  await attend(colleague, false, true)
  expect(await attend(editor)).toEqual([])
  await attend(colleague, true)
  await owner(database, `update private.content_writers set seen_at = now() - interval '2 minutes'`)
  expect(await attend(editor)).toEqual([])
  expect(await codeOf(editor.ask('attend_content', ['category', randomUUID(), true, false]))).toBe('CONTENT_NOT_FOUND')
})
