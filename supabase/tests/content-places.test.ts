import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { codeOf, editorOf, emptyShelves, type StoredContent, seenBy } from './support/content.ts'
import { callAs, owner } from './support/outcome.ts'
import { ANONYMOUS, SERVICE, signUpStaff } from './support/people.ts'

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

const seen = (table = 'categories') => seenBy(database, table)

describe('a schedule', () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const schedule = (
    { id, version }: StoredContent,
    from: string | null,
    to: string | null = null,
    waiver: string | null = null,
  ) => editor.ask('schedule_content', ['category', id, version, from, to, waiver])
  /** Lets the moments of a record come. */
  const due = (id: string, column: string) =>
    owner(database, `update private.content_items set ${column} = now() - interval '1 second' where id = $1`, [id])
  const run = () => callAs<number>(database, SERVICE, 'run_content_schedules')

  test('shows and hides by itself, once each, whatever stands in the draft at that moment', async () => {
    const made = await schedule(await editor.makeCategory(), inDays(1), inDays(2))
    expect(made).toMatchObject({ state: 'scheduled' })
    expect([await run(), await seen()]).toEqual([0, []])
    await editor.save('category', made, { name_he: 'ברגע האחרון' })
    await due(made.id, 'publish_at')
    expect(await run()).toBe(1)
    expect(await seen()).toMatchObject([{ name_he: 'ברגע האחרון' }])
    expect(await run()).toBe(0)
    await due(made.id, 'unpublish_at')
    expect([await run(), await seen(), await run()]).toEqual([1, [], 0])
  })

  test('of many is met once, however many processes meet it at the same time', async () => {
    const slugs = Array.from({ length: 12 }, (_, n) => `due-${n}`)
    for (const slug of slugs) {
      const { id } = await schedule(await editor.makeCategory({ slug }), inDays(1))
      await due(id, 'publish_at')
    }
    const met = await Promise.all(Array.from({ length: 6 }, run))
    expect(met.reduce((sum, some) => sum + some, 0)).toBe(slugs.length)
    expect((await seen()).map(({ slug }) => slug).sort()).toEqual([...slugs].sort())
    const made = `select count(*) as n from private.content_versions where is_shown and kind = 'category' and data ->> 'slug' like 'due-%' group by id`
    expect((await owner<{ n: string }>(database, made)).map(({ n }) => Number(n))).toEqual(slugs.map(() => 1))
  })

  test('of what lacks something wants the reason at once, and keeps it with the version', async () => {
    const bare = await editor.makeCategory({ description_he: null })
    expect(await codeOf(schedule(bare, inDays(1)))).toBe('CONTENT_INCOMPLETE')
    await schedule(bare, inDays(1), null, 'התיאור בדרך')
    await due(bare.id, 'publish_at')
    expect(await run()).toBe(1)
    const waivers = async (id: string) =>
      (await editor.ask<{ waiver: string | null }[]>('content_history', ['category', id])).map(({ waiver }) => waiver)
    expect(await waivers(bare.id)).toEqual(['התיאור בדרך', null])
    const whole = await schedule(await editor.makeCategory({ slug: 'whole' }), inDays(1), null, 'לשווא')
    await due(whole.id, 'publish_at')
    expect([await run(), await waivers(whole.id)]).toEqual([1, [null, null]])
  })

  test('is taken back, and by publishing at once', async () => {
    const made = await schedule(await editor.makeCategory(), inDays(1))
    expect(await schedule(made, null)).toMatchObject({ state: 'draft', publish_at: null })
    const again = await schedule(made, inDays(1))
    expect(await editor.publish('category', again)).toMatchObject({ state: 'published', publish_at: null })
  })

  test.each([
    ['yesterday', -1, null],
    ['an end before the beginning', 2, 1],
    ['in three years', 1100, null],
  ])('for %s is refused', async (_, from, to) => {
    const made = await editor.makeCategory()
    expect(await codeOf(schedule(made, inDays(from), to === null ? null : inDays(to)))).toBe('CONTENT_SCHEDULE')
  })

  test('whose record cannot be shown says why, and the others go on', async () => {
    const [one, two] = [await editor.makeCategory({ slug: 'one' }), await editor.makeCategory({ slug: 'two' })]
    await schedule(one, inDays(1))
    await schedule(two, inDays(1))
    await owner(database, `update private.content_items set draft = draft || '{"slug": "two"}' where id = $1`, [one.id])
    for (const { id } of [one, two]) await due(id, 'publish_at')
    expect(await run()).toBe(1)
    expect(await seen()).toMatchObject([{ slug: 'two' }])
    expect(await editor.ask('read_content', ['category', one.id])).toMatchObject({
      state: 'draft',
      schedule_failure: 'incomplete',
    })
    expect(await run()).toBe(0)
  })

  test('is kept by the moment, so that a change of clocks moves nothing', async () => {
    // Three in the morning of the day on which the clocks of Israel go forward and back.
    for (const moment of ['2027-03-26T00:30:00Z', '2027-10-30T23:30:00Z']) {
      const made = await schedule(await editor.makeCategory({ slug: `d${moment.slice(5, 7)}` }), moment)
      expect(new Date(made.publish_at ?? '').toISOString()).toBe(new Date(moment).toISOString())
    }
  })
})

describe('the trash', () => {
  test('hides, keeps everything, and gives it back as a draft', async () => {
    const shown = await editor.publish('category', await editor.makeCategory())
    expect(await editor.ask('trash_content', ['category', shown.id, true])).toMatchObject({
      state: 'trash',
      is_shown: false,
    })
    expect(await seen()).toEqual([])
    expect(await codeOf(editor.save('category', shown, { name_he: 'א' }))).toBe('CONTENT_IN_TRASH')
    expect(await codeOf(editor.publish('category', shown))).toBe('CONTENT_IN_TRASH')
    const list = (state?: string) =>
      editor.ask<{ rows: { id: string }[] }>('list_content', [JSON.stringify({ kind: 'category', state })])
    expect([(await list()).rows, (await list('trash')).rows.map(({ id }) => id)]).toEqual([[], [shown.id]])
    expect(await editor.ask('trash_content', ['category', shown.id, false])).toMatchObject({
      state: 'draft',
      values: shown.values,
    })
  })
})

describe('addresses', () => {
  const former = (slug: string) => callAs<string | null>(database, ANONYMOUS, 'content_redirect', ['category', slug])

  test('that were public lead to the present one, over several changes and back; a draft’s lead nowhere', async () => {
    let one = await editor.makeCategory({ slug: 'never-shown' })
    for (const slug of ['first', 'second', 'third'])
      one = await editor.publish('category', await editor.save('category', one, { slug }))
    expect(await Promise.all(['first', 'second', 'third', 'never-shown'].map(former))).toEqual([
      'third',
      'third',
      null,
      null,
    ])
    await editor.publish('category', await editor.save('category', one, { slug: 'first' }))
    expect(await Promise.all(['first', 'second', 'third'].map(former))).toEqual([null, 'first', 'first'])
  })

  test('of what is hidden lead nowhere, and one that somebody else has now is theirs', async () => {
    let one = await editor.publish('category', await editor.makeCategory({ slug: 'first' }))
    one = await editor.publish('category', await editor.save('category', one, { slug: 'second' }))
    expect(await former('first')).toBe('second')
    await editor.ask('unpublish_content', ['category', one.id])
    expect(await former('first')).toBeNull()
    await editor.publish('category', await editor.makeCategory({ slug: 'first' }))
    expect(await former('first')).toBeNull()
  })
})

describe('order', () => {
  test('is the server’s: before another or at the end, all in one step', async () => {
    const ids: string[] = []
    for (const slug of ['a', 'b', 'c', 'd'])
      ids.push((await editor.publish('category', await editor.makeCategory({ slug }))).id)
    const [a, b, c, d] = ids
    const slugs = async () => (await seen()).map(({ slug }) => slug).join('')
    await editor.ask('move_content', ['category', d, b])
    expect(await slugs()).toBe('adbc')
    await editor.ask('move_content', ['category', a, null])
    expect(await slugs()).toBe('dbca')
    await editor.ask('move_content', ['category', a, a])
    await Promise.all([
      editor.ask('move_content', ['category', c, d]),
      colleague.ask('move_content', ['category', b, null]),
    ])
    const order = await owner<{ order_index: number }>(database, 'select order_index from public.categories order by 1')
    expect(order.map(({ order_index }) => order_index)).toEqual([1, 2, 3, 4])
  })
})

test('authors have no order, and nothing is moved before or behind what is not there', async () => {
  const author = await editor.make('author', { name_he: 'נועה', slug: 'noa' })
  expect(await codeOf(editor.ask('move_content', ['author', author.id]))).toBe('CONTENT_INVALID')
  const { id } = await editor.makeCategory()
  for (const [before, behind] of [
    [author.id, null],
    [null, author.id],
  ])
    expect(await codeOf(editor.ask('move_content', ['category', id, before, behind]))).toBe('CONTENT_NOT_FOUND')
})

test('a place is counted from one, a step ends at the ends, and what lies in the trash has none', async () => {
  const ids: Record<string, string> = {}
  for (const slug of ['a', 'b', 'c', 'd', 'x'])
    ids[slug] = (await editor.publish('category', await editor.makeCategory({ slug }))).id
  await editor.ask('trash_content', ['category', ids.x, true])
  const move = (slug: string, how: { behind?: string; place?: number; step?: number }) =>
    editor.ask('move_content', ['category', ids[slug], null, ids[how.behind ?? ''], how.place, how.step])
  const slugs = async () => (await seen()).map(({ slug }) => slug).join('')
  expect([await move('d', { place: 1 }), await slugs()]).toEqual([{ place: 1, of: 4, was: 4 }, 'dabc'])
  expect([await move('a', { place: 99 }), await slugs()]).toEqual([{ place: 4, of: 4, was: 2 }, 'dbca'])
  expect([await move('b', { step: -1 }), await slugs()]).toEqual([{ place: 1, of: 4, was: 2 }, 'bdca'])
  expect([await move('b', { step: -1 }), await slugs()]).toEqual([{ place: 1, of: 4, was: 1 }, 'bdca'])
  expect([await move('b', { behind: 'c' }), await slugs()]).toEqual([{ place: 3, of: 4, was: 1 }, 'dcba'])
  expect(await codeOf(move('x', { place: 1 }))).toBe('CONTENT_IN_TRASH')
})

describe('a list', () => {
  const list = (query: object) =>
    editor.ask<{ rows: { id: string; title: string; sort_value: string }[]; total: number; size: number }>(
      'list_content',
      [JSON.stringify({ kind: 'category', ...query })],
    )

  test('finds by name and address, also what waits in a draft, and takes no sign for more than itself', async () => {
    const one = await editor.publish('category', await editor.makeCategory())
    await editor.makeCategory({ name_he: 'ביטוח 100%', slug: 'insurance' })
    await editor.save('category', one, { name_he: 'חיסכון' })
    const found = async (search: string) => (await list({ search })).rows.map(({ title }) => title)
    expect(await found('השקעות')).toEqual(['חיסכון'])
    expect(await found('חיסכון')).toEqual(['חיסכון'])
    expect(await found('insur')).toEqual(['ביטוח 100%'])
    expect([await found('100%'), await found('%'), await found("'; drop")]).toEqual([
      ['ביטוח 100%'],
      ['ביטוח 100%'],
      [],
    ])
  })

  test('goes through all in pages of fifty, in the order that visitors see', async () => {
    await owner(
      database,
      `insert into public.categories (name_he, slug, order_index) select 'שם ' || n, 'c' || n, n from generate_series(1, 120) as n`,
    )
    const titles: string[] = []
    let after: { value: string; id: string } | undefined
    for (let page = 0; page < 3; page++) {
      const { rows, total, size } = await list({ after })
      expect([total, size]).toEqual([120, 50])
      const shown = rows.slice(0, size)
      titles.push(...shown.map(({ title }) => title))
      const last = shown.at(-1)
      after = last && { value: last.sort_value, id: last.id }
    }
    expect(titles).toEqual(Array.from({ length: 120 }, (_, index) => `שם ${index + 1}`))
  })
})
