import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { codeOf, editorOf, emptyShelves, type StoredContent, seenBy } from './support/content.ts'
import { owner } from './support/outcome.ts'
import { signUpStaff } from './support/people.ts'

let database: Database
let editor: ReturnType<typeof editorOf>
let colleague: ReturnType<typeof editorOf>

beforeAll(async () => {
  database = await openAcademyDatabase()
  editor = editorOf(database, (await signUpStaff(database, 'editor@academy.example', 'super_admin')).caller)
  colleague = editorOf(database, (await signUpStaff(database, 'colleague@academy.example', 'super_admin')).caller)
})
afterAll(() => database?.close())
beforeEach(() => emptyShelves(database))

type Answer = { id: string; outcome: string; code?: string; version?: number; before?: object }
const change = (kind: string, act: string, records: { id: string; version: number }[], changes: object = {}) =>
  editor.ask<Answer[]>('change_contents', [
    kind,
    act,
    JSON.stringify(records.map(({ id, version }) => ({ id, version }))),
    JSON.stringify(changes),
  ])
/** What became of records, in their order. */
const outcomes = async (records: StoredContent[], answers: Promise<Answer[]>) => {
  const told = new Map((await answers).map(({ id, outcome, code }) => [id, code ?? outcome]))
  return records.map(({ id }) => told.get(id))
}
const categories = async (...slugs: string[]) => {
  const made: StoredContent[] = []
  for (const slug of slugs) made.push(await editor.makeCategory({ slug }))
  return made
}
const seen = async () => (await seenBy(database, 'categories')).map(({ slug }) => slug)

test('are published as they were read, and no other version', async () => {
  const [one, two, bare, three] = await categories('one', 'two', 'bare', 'three')
  if (!one || !two || !bare || !three) throw new Error('four are made')
  const lacking = await editor.save('category', bare, { description_he: null })
  const published = await editor.publish('category', three)
  await colleague.save('category', two, { name_he: 'אחרת' })
  const gone = { ...one, id: randomUUID() }
  const all = [one, two, lacking, published, gone]
  expect(await outcomes(all, change('category', 'publish', all))).toEqual([
    'changed',
    'CONTENT_CHANGED',
    'CONTENT_INCOMPLETE',
    'unchanged',
    'CONTENT_NOT_FOUND',
  ])
  expect((await seen()).sort()).toEqual(['one', 'three'])
})

test('are hidden, trashed and taken back, each once', async () => {
  const made = await categories('one', 'two')
  await change('category', 'publish', made)
  expect(await outcomes(made, change('category', 'unpublish', made))).toEqual(['changed', 'changed'])
  expect([await seen(), await outcomes(made, change('category', 'unpublish', made))]).toEqual([
    [],
    ['unchanged', 'unchanged'],
  ])
  expect(await outcomes(made, change('category', 'trash', made))).toEqual(['changed', 'changed'])
  expect(await outcomes(made, change('category', 'publish', made))).toEqual(['CONTENT_IN_TRASH', 'CONTENT_IN_TRASH'])
  expect(await outcomes(made, change('category', 'restore', made))).toEqual(['changed', 'changed'])
})

test('take a category, an author or a flag in their drafts, and nothing else', async () => {
  const [category] = await categories('one')
  const courses = [
    await editor.make('course', { title_he: 'א' }),
    await editor.make('course', { title_he: 'ב', category_id: category?.id }),
  ]
  const set = (changes: object) => outcomes(courses, change('course', 'set', courses, changes))
  expect(await set({ category_id: category?.id })).toEqual(['changed', 'unchanged'])
  expect(await set({ category_id: randomUUID() })).toEqual(['CONTENT_INVALID', 'CONTENT_INVALID'])
  expect(await codeOf(set({ title_he: 'ג' }))).toBe('CONTENT_INVALID')
  expect(await codeOf(set({ is_featured: true }))).toBe('CONTENT_INVALID')
  const flagged = await categories('two')
  expect(await outcomes(flagged, change('category', 'set', flagged, { is_featured: true }))).toEqual(['changed'])
  expect(await outcomes(flagged, change('category', 'set', flagged, { is_featured: false }))).toEqual([
    'VERSION_CONFLICT',
  ])
})

test('say what their drafts held, so that it can be put back, unless somebody changed it since', async () => {
  const [one, two] = await categories('one', 'two')
  const course = await editor.make('course', { title_he: 'א', category_id: one?.id })
  const [answer] = await change('course', 'set', [course], { category_id: two?.id })
  expect(answer).toMatchObject({ outcome: 'changed', before: { category_id: one?.id } })
  const now = { id: course.id, version: answer?.version ?? 0 }
  expect(await change('course', 'set', [now], answer?.before)).toMatchObject([
    { outcome: 'changed', before: { category_id: two?.id } },
  ])
  expect(await outcomes([course], change('course', 'set', [now], { category_id: two?.id }))).toEqual([
    'VERSION_CONFLICT',
  ])
  expect((await change('course', 'publish', [course]))[0]).not.toHaveProperty('before')
})

test('of authors stay visible, more than a hundred are refused, and so is another act', async () => {
  const author = await editor.make('author', { name_he: 'נועה', slug: 'noa' })
  expect(await outcomes([author], change('author', 'unpublish', [author]))).toEqual(['CONTENT_ALWAYS_SHOWN'])
  const many = Array.from({ length: 101 }, () => ({ id: randomUUID(), version: 1 }))
  expect(await codeOf(change('category', 'trash', many))).toBe('TOO_MANY_AT_ONCE')
  expect((await change('author', 'delete', [author]))[0]?.code).toBe('CONTENT_INVALID')
})

test('two batches in opposite orders wait for each other', async () => {
  const made = await categories('a', 'b', 'c', 'd')
  const back = [...made].reverse().map(({ id, version }) => ({ id, version }))
  const ends = await Promise.allSettled([
    change('category', 'publish', made),
    colleague.ask('change_contents', ['category', 'publish', JSON.stringify(back), '{}']),
  ])
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  expect((await seen()).length).toBe(4)
})

test('a list tells the version that it shows', async () => {
  const [one] = await categories('one')
  if (!one) throw new Error('one is made')
  await editor.save('category', one, { name_he: 'שנית' })
  const { rows } = await editor.ask<{ rows: { version: number }[] }>('list_content', ['{"kind": "category"}'])
  expect(rows).toMatchObject([{ version: one.version + 1 }])
  expect(await owner(database, 'select version::int from private.content_items where id = $1', [one.id])).toEqual(
    rows.map(({ version }) => ({ version })),
  )
})
