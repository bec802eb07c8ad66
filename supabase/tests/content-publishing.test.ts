import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { codeOf, editorOf, emptyShelves, misnotedDrafts, seenBy } from './support/content.ts'
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
afterEach(async () => expect(await misnotedDrafts(database)).toEqual([]))
beforeEach(() => emptyShelves(database))

const seen = (table = 'categories') => seenBy(database, table)

describe('a draft', () => {
  test('is seen by nobody until it is published, and then as it stood in the version that was read', async () => {
    const made = await editor.makeCategory()
    expect(made).toMatchObject({ state: 'draft', is_shown: false, problems: [] })
    expect(await seen()).toEqual([])
    const saved = await editor.save('category', made, { name_he: 'השקעות וחיסכון' })
    expect(await seen()).toEqual([])
    expect(await codeOf(editor.publish('category', made))).toBe('CONTENT_CHANGED')
    expect(await editor.publish('category', saved)).toMatchObject({ state: 'published', is_shown: true })
    expect(await seen()).toMatchObject([{ name_he: 'השקעות וחיסכון', slug: 'investments' }])
  })

  test('of what is published changes nothing for visitors until it is published again', async () => {
    const shown = await editor.publish('category', await editor.makeCategory())
    const changed = await editor.save('category', shown, { name_he: 'אחרת' })
    expect(changed).toMatchObject({ state: 'changed', live: { name_he: 'השקעות' }, values: { name_he: 'אחרת' } })
    expect(await seen()).toMatchObject([{ name_he: 'השקעות' }])
    await editor.publish('category', changed)
    expect(await seen()).toMatchObject([{ name_he: 'אחרת' }])
  })

  test('sent twice is made once', async () => {
    const id = randomUUID()
    const fields = JSON.stringify({ name_he: 'השקעות', slug: 'investments' })
    const [first, second] = await Promise.all([1, 2].map(() => editor.ask('create_content', ['category', id, fields])))
    expect([first?.id, second?.id]).toEqual([id, id])
    expect(await owner(database, 'select id from public.categories')).toHaveLength(1)
  })

  test('of an address that two take at once is made once', async () => {
    for (let round = 0; round < 10; round++) {
      const made = [editor, colleague].map((who) => codeOf(who.makeCategory({ slug: `taken-${round}` })))
      expect((await Promise.all(made)).toSorted()).toEqual(['CONTENT_INVALID', 'done'])
    }
  })

  test('of an address that another takes at once is not published', async () => {
    for (let round = 0; round < 10; round++) {
      const drafts = await Promise.all(
        [editor, colleague].map(async (who, i) => {
          const made = await who.makeCategory({ slug: `first-${round}-${i}` })
          return { who, saved: await who.save('category', made, { slug: `shared-${round}` }) }
        }),
      )
      const shown = drafts.map(({ who, saved }) => codeOf(who.publish('category', saved)))
      expect((await Promise.all(shown)).toSorted()).toEqual(['CONTENT_INCOMPLETE', 'done'])
    }
  })

  test('of two people keeps what both wrote, and asks where they wrote the same field', async () => {
    const made = await editor.makeCategory()
    await colleague.save('category', made, { description_he: 'מאת העמית' })
    const merged = await editor.save('category', made, { is_featured: true })
    expect(merged.values).toMatchObject({ description_he: 'מאת העמית', is_featured: true })
    expect(await codeOf(editor.save('category', made, { description_he: 'שלי' }))).toBe('VERSION_CONFLICT')
    // What is the same is no conflict.
    expect(await editor.save('category', made, { description_he: 'מאת העמית' })).toMatchObject({
      version: merged.version,
    })
  })

  test('of which no version was read is neither saved over, published, scheduled nor put back', async () => {
    const { id, version } = await editor.makeCategory()
    const save = (changes: object) =>
      codeOf(editor.ask('save_content', ['category', id, null, JSON.stringify(changes)]))
    expect(await save({ name_he: 'שלי' })).toBe('VERSION_CONFLICT')
    expect(await save({ name_he: 'השקעות' })).toBe('done')
    expect(await codeOf(editor.ask('publish_content', ['category', id, null, null]))).toBe('CONTENT_CHANGED')
    const schedule = editor.ask('schedule_content', ['category', id, null, '2027-01-01', null, null])
    expect(await codeOf(schedule)).toBe('CONTENT_CHANGED')
    for (const [act, code] of [
      ['set', 'VERSION_CONFLICT'],
      ['publish', 'CONTENT_CHANGED'],
      ['put_back', 'CONTENT_CHANGED'],
    ]) {
      const batch = editor.ask('change_contents', ['category', act, JSON.stringify([{ id }]), '{"is_featured":true}'])
      expect(await batch).toMatchObject([{ code }])
    }
    expect(await editor.ask('read_content', ['category', id])).toMatchObject({ version, state: 'draft' })
  })

  test('follows what is written past it, as by a seed, unless something waits in it', async () => {
    const made = await editor.publish('category', await editor.makeCategory())
    await owner(database, `update public.categories set name_he = 'מבחוץ' where id = $1`, [made.id])
    const read = await editor.ask('read_content', ['category', made.id])
    expect(read).toMatchObject({ state: 'published', values: { name_he: 'מבחוץ' } })
    const changed = await editor.save('category', read, { name_he: 'שלי' })
    await owner(database, `update public.categories set description_he = 'שוב' where id = $1`, [made.id])
    expect(await editor.ask('read_content', ['category', made.id])).toMatchObject({
      values: { name_he: 'שלי' },
      version: changed.version,
    })
  })

  test.each([
    ['a name of nothing', { name_he: '  ' }],
    ['a name of 121 letters', { name_he: 'א'.repeat(121) }],
    ['a text of 2,001 letters', { description_he: 'א'.repeat(2001) }],
    ['an address with a stroke', { slug: 'a/b' }],
    ['an address that climbs', { slug: '..' }],
    ['a column of the table that is no field', { is_active: true }],
    ['an id', { id: randomUUID() }],
    ['a switch that is a word', { is_featured: 'yes' }],
  ])('%s is refused, and nothing of the same save is kept', async (_, changes) => {
    const made = await editor.makeCategory()
    expect(await codeOf(editor.save('category', made, { is_featured: true, ...changes }))).toBe('CONTENT_INVALID')
    expect(await editor.ask('read_content', ['category', made.id])).toEqual(made)
  })

  test.each([
    'javascript:alert(1)',
    'http://x.example/a.png',
    '//evil.example/x',
    '/a\\b',
    'data:image/png;base64,AA',
    'https://a b',
  ])('a picture at %s is refused', async (address) => {
    const course = await editor.make('course', { title_he: 'קורס' })
    expect(await codeOf(editor.save('course', course, { thumbnail_url: address }))).toBe('CONTENT_INVALID')
  })

  test('can be begun three hundred times a day; one that is sent again is none of them', async () => {
    await owner(
      database,
      `insert into private.attempts (scope, key_hash, subject_hash)
       select 'content made', private.keyed_hash($1), private.keyed_hash(n::text) from generate_series(1, 299) as n`,
      [editor.caller.claims.sub],
    )
    const last = await editor.makeCategory()
    expect(await codeOf(editor.makeCategory({ slug: 'another' }))).toBe('TOO_MANY_REQUESTS')
    expect(await codeOf(editor.ask('create_content', ['category', last.id, '{}']))).toBe('done')
    expect(await codeOf(colleague.makeCategory({ slug: 'another' }))).toBe('done')
  })

  test('of an address that is taken is refused', async () => {
    await editor.makeCategory()
    expect(await codeOf(editor.makeCategory())).toBe('CONTENT_INVALID')
  })
})

describe('publishing', () => {
  test('says what is missing; what may be waived wants a reason, which stays', async () => {
    const course = await editor.make('course', { title_he: 'קורס' })
    const codes = course.problems.map(({ code }) => code).sort()
    expect(codes).toEqual(['AUTHOR_MISSING', 'CATEGORY_MISSING', 'DESCRIPTION_MISSING', 'NO_LESSONS'])
    expect(await codeOf(editor.publish('course', course))).toBe('CONTENT_INCOMPLETE')
    expect(await codeOf(editor.publish('course', course, '   '))).toBe('CONTENT_INCOMPLETE')
    expect(await editor.publish('course', course, 'השיעורים עולים היום')).toMatchObject({ state: 'published' })
    const [newest] = await editor.ask<{ waiver: string; made_by: string }[]>('content_history', ['course', course.id])
    expect(newest).toMatchObject({ waiver: 'השיעורים עולים היום', made_by: expect.any(String) })
    expect(await seen('courses')).toMatchObject([{ status: 'published' }])
  })

  test.each(['כדאי לקנות עכשיו', 'מומלץ למכור', 'תשואה מובטחת', 'קנו עכשיו'])(
    'finds what reads as advice: %s',
    async (words) => {
      const made = await editor.makeCategory({ description_he: `הקדמה. ${words}.` })
      expect(made.problems).toMatchObject([{ code: 'READS_AS_ADVICE', can_waive: true }])
    },
  )

  test('of one that was hidden brings it back; hiding keeps what waits in the draft', async () => {
    const shown = await editor.publish('category', await editor.makeCategory())
    const changed = await editor.save('category', shown, { name_he: 'עוד לא' })
    const hidden = await editor.ask('unpublish_content', ['category', shown.id])
    expect(hidden).toMatchObject({ state: 'draft', values: { name_he: 'עוד לא' }, live: { name_he: 'השקעות' } })
    expect(await seen()).toEqual([])
    expect(await editor.publish('category', { ...changed })).toMatchObject({ state: 'published' })
  })

  test('pressed thirty times at once is one version, and beside a save shows nothing that was not read', async () => {
    const made = await editor.makeCategory()
    const codes = await Promise.all(Array.from({ length: 30 }, () => codeOf(editor.publish('category', made))))
    expect(new Set(codes)).toEqual(new Set(['done']))
    expect(await editor.ask('content_history', ['category', made.id])).toHaveLength(2)
    const read = await editor.ask('read_content', ['category', made.id])
    const outcomes = await Promise.all([
      codeOf(colleague.save('category', read, { name_he: 'ברגע האחרון' })),
      codeOf(editor.publish('category', read)),
    ])
    expect(outcomes[0]).toBe('done')
    expect(['done', 'CONTENT_CHANGED']).toContain(outcomes[1])
    expect(await seen()).toMatchObject([{ name_he: 'השקעות' }])
  })

  test('that lies in no trash is taken back as it stands, with its schedule and without a line', async () => {
    const { id, version } = await editor.publish('category', await editor.makeCategory())
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    await editor.ask('schedule_content', ['category', id, version, null, tomorrow, null])
    const stands = await editor.ask<object>('read_content', ['category', id])
    expect(await editor.ask('trash_content', ['category', id, false])).toEqual(stands)
    await editor.ask('trash_content', ['category', id, true])
    const trashed = await editor.ask<object>('read_content', ['category', id])
    expect(await codeOf(editor.ask('trash_content', ['category', id, null]))).toBe('CONTENT_INVALID')
    expect(await editor.ask('trash_content', ['category', id, true])).toEqual(trashed)
    const lines = await owner(
      database,
      `select action from audit_log where entity_id = $1 and action in ('content trashed', 'content taken back')`,
      [id],
    )
    expect(lines).toEqual([{ action: 'content trashed' }])
  })

  test('an author is always shown and cannot be hidden', async () => {
    const author = await editor.make('author', { name_he: 'נועה', slug: 'noa', expertise_areas: ['חיסכון'] })
    expect(author).toMatchObject({ is_shown: true, state: 'published', values: { expertise_areas: ['חיסכון'] } })
    expect(await codeOf(editor.ask('unpublish_content', ['author', author.id]))).toBe('CONTENT_ALWAYS_SHOWN')
    expect(await codeOf(editor.ask('trash_content', ['author', author.id, true]))).toBe('CONTENT_ALWAYS_SHOWN')
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    const end = editor.ask('schedule_content', ['author', author.id, author.version, null, tomorrow, null])
    expect(await codeOf(end)).toBe('CONTENT_ALWAYS_SHOWN')
  })
})

describe('versions', () => {
  test('are kept of all that visitors saw, and an earlier one comes back as a draft', async () => {
    const first = await editor.publish('category', await editor.makeCategory())
    const second = await editor.publish('category', await editor.save('category', first, { name_he: 'שם חדש' }))
    await editor.ask('unpublish_content', ['category', first.id])
    const history = await editor.ask<{ version: number; data: Record<string, unknown>; is_shown: boolean }[]>(
      'content_history',
      ['category', first.id],
    )
    expect(history.map(({ version, data, is_shown }) => [version, data.name_he, is_shown])).toEqual([
      [4, 'שם חדש', false],
      [3, 'שם חדש', true],
      [2, 'השקעות', true],
      [1, 'השקעות', false],
    ])
    const back = await editor.save('category', second, history[2]?.data ?? {})
    expect(back).toMatchObject({ values: { name_he: 'השקעות' } })
    expect(await seen()).toEqual([])
  })
})

describe('a copy', () => {
  test('is a draft with an address and a name of its own', async () => {
    const one = await editor.publish('category', await editor.makeCategory())
    const copy = await editor.ask('duplicate_content', ['category', one.id, randomUUID()])
    expect(copy).toMatchObject({
      state: 'draft',
      values: { name_he: 'השקעות (עותק)', description_he: 'מה שכדאי לדעת' },
    })
    expect(copy.values.slug).not.toBe(one.values.slug)
    expect(await seen()).toHaveLength(1)
  })
})
