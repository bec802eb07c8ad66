import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { codeOf, editorOf, emptyShelves, misnotedDrafts, type StoredContent, seenBy } from './support/content.ts'
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

type Answer = { id: string; outcome: string; code?: string; version?: number; made?: number; before?: object }
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
})

describe('a batch that is put back', () => {
  /** Puts back what a batch said that it did. */
  const back = (kind: string, did: Answer[], by = editor) =>
    by.ask<Answer[]>('change_contents', [
      kind,
      'put_back',
      JSON.stringify(did.map(({ id, version, made, before }) => ({ id, version, made, ...before }))),
      '{}',
    ])
  const read = (kind: string, { id }: { id: string }) => editor.ask('read_content', [kind, id])
  const codes = (answers: Answer[]) => answers.map(({ code, outcome }) => code ?? outcome)

  test('leaves what visitors saw and the drafts as they stood before', async () => {
    const [fresh, shown, hidden] = await categories('fresh', 'shown', 'hidden')
    if (!fresh || !shown || !hidden) throw new Error('three are made')
    const before = await editor.publish('category', shown)
    const drafted = await editor.save('category', before, { name_he: 'אחרת', slug: 'other' })
    const stood = [await read('category', fresh), await read('category', shown)]
    const did = await change('category', 'publish', [fresh, drafted])
    expect(did).toMatchObject([{ outcome: 'changed' }, { outcome: 'changed' }])
    expect((await seen()).sort()).toEqual(['fresh', 'other'])
    expect(codes(await back('category', did))).toEqual(['changed', 'changed'])
    expect(await seen()).toEqual(['shown'])
    const stands = [await read('category', fresh), await read('category', shown)]
    const told = (records: StoredContent[]) => records.map(({ version, values, state }) => ({ version, values, state }))
    expect(told(stands)).toEqual(told(stood))
    expect(await misnotedDrafts(database)).toEqual([])
    expect(codes(await back('category', did))).toEqual(['CONTENT_CHANGED', 'CONTENT_CHANGED'])
    // The address that was public for a moment leads to the one that is again.
    expect(await editor.ask<string>('content_redirect', ['category', 'other'])).toBe('shown')
  })

  test('shows again what was hidden, with the reason that it stood by and its moments', async () => {
    const lacking = await editor.makeCategory({ description_he: null })
    const published = await editor.publish('category', lacking, 'התיאור בדרך')
    const moment = '2027-06-01T10:00:00+00:00'
    const set = await editor.ask('schedule_content', ['category', published.id, published.version, null, moment, null])
    const did = await change('category', 'unpublish', [set])
    expect([await seen(), did[0]?.before]).toEqual([[], { publish_at: null, unpublish_at: moment }])
    expect(codes(await back('category', did))).toEqual(['changed'])
    expect(await seen()).toEqual(['investments'])
    expect(await read('category', set)).toMatchObject({ state: 'published', unpublish_at: moment })
    const kept = await owner<{ waiver: string | null }>(
      database,
      'select waiver from private.content_versions where id = $1 order by version',
      [set.id],
    )
    expect(kept.map(({ waiver }) => waiver)).toEqual([null, 'התיאור בדרך', null, 'התיאור בדרך'])
  })

  test('waits for its moment again, and is refused once that is past', async () => {
    const [one, two] = await categories('one', 'two')
    if (!one || !two) throw new Error('two are made')
    const later = new Date(Date.now() + 3_600_000).toISOString()
    const waits = (item: StoredContent) =>
      editor.ask('schedule_content', ['category', item.id, item.version, later, null, null])
    const did = await change('category', 'publish', [await waits(one), await waits(two)])
    const past = did.map((answer, place) =>
      place === 0 ? answer : { ...answer, before: { publish_at: '2020-01-01T00:00:00Z', unpublish_at: null } },
    )
    expect(codes(await back('category', past))).toEqual(['changed', 'CONTENT_SCHEDULE'])
    const [put, stays] = did.map(({ id }) => id)
    expect(await read('category', { id: put ?? '' })).toMatchObject({ state: 'scheduled', is_shown: false })
    expect(await read('category', { id: stays ?? '' })).toMatchObject({ state: 'published', is_shown: true })
  })

  test('leaves alone what anybody changed since: the draft, what visitors see, a moment, the trash', async () => {
    const made = await categories('draft', 'public', 'moment', 'trash', 'calm')
    const did = await change('category', 'publish', made)
    const [draft, shown, moment, trash] = made
    if (!draft || !shown || !moment || !trash) throw new Error('five are made')
    await colleague.save('category', draft, { name_he: 'אחרת' })
    await colleague.ask('unpublish_content', ['category', shown.id])
    await colleague.ask('schedule_content', ['category', moment.id, moment.version, null, '2027-06-01T10:00:00Z', null])
    await colleague.ask('trash_content', ['category', trash.id, true])
    const told = new Map((await back('category', did)).map(({ id, code, outcome }) => [id, code ?? outcome]))
    expect(made.map(({ id }) => told.get(id))).toEqual([
      ...['CONTENT_CHANGED', 'CONTENT_CHANGED', 'CONTENT_CHANGED', 'CONTENT_IN_TRASH', 'changed'],
    ])
    expect((await seen()).sort()).toEqual(['draft', 'moment'])
  })

  test('is refused where what was shown cannot be any more', async () => {
    const [one] = await categories('one')
    if (!one) throw new Error('one is made')
    const moved = await editor.save('category', await editor.publish('category', one), { slug: 'moved' })
    const did = await change('category', 'publish', [moved])
    await colleague.publish('category', await colleague.makeCategory({ slug: 'one' }))
    expect(codes(await back('category', did))).toEqual(['CONTENT_INCOMPLETE'])
    expect((await seen()).sort()).toEqual(['moved', 'one'])
  })

  test('an article that was never public has its day of publication before it again', async () => {
    const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'גוף' }] }] }
    const fields = { title_he: 'כתבה', slug: 'item', excerpt_he: 'בקצרה', checked_on: '2026-11-01', body }
    const item = await editor.make('essay', fields)
    const did = await change('essay', 'publish', [item])
    expect(did).toMatchObject([{ outcome: 'changed' }])
    const day = async () =>
      (
        await owner<{ at: string | null }>(database, 'select published_at as at from public.articles where id = $1', [
          item.id,
        ])
      )[0]?.at
    expect(await day()).not.toBeNull()
    expect(codes(await back('essay', did))).toEqual(['changed'])
    expect([await day(), (await read('essay', item)).state]).toEqual([null, 'draft'])
  })

  test('wants the right to publish, and a version that there is', async () => {
    const [one] = await categories('one')
    if (!one) throw new Error('one is made')
    const did = await change('category', 'publish', [one])
    const analyst = await signUpStaff(database, 'reader@academy.example', 'analyst')
    expect(await codeOf(back('category', did, editorOf(database, analyst.caller)))).toBe('FORBIDDEN')
    for (const made of [null, 0, 1, 99])
      expect(codes(await back('category', [{ ...did[0], made } as Answer]))).toEqual(['CONTENT_CHANGED'])
    expect(await seen()).toEqual(['one'])
  })
})

test.each([
  { id: 'x' },
  { id: [] },
  { version: 'x' },
  { version: 1.5 },
  { made: '99999999999' },
  { publish_at: '2026-01-01 Nowhere/Nothing' },
  { publish_at: '10000000-01-01' },
  { unpublish_at: '24:00:99' },
  { unpublish_at: {} },
  'x',
  null,
])('are refused whole with %j', async (broken) => {
  const made = await editor.makeCategory()
  const one = broken && typeof broken === 'object' ? { id: made.id, version: made.version, made: 1, ...broken } : broken
  for (const act of ['publish', 'put_back']) {
    const batch = editor.ask('change_contents', ['category', act, JSON.stringify([made, one]), '{}'])
    expect(await codeOf(batch)).toBe('CONTENT_INVALID')
  }
  expect(await seen()).toEqual([])
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
