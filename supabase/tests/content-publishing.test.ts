import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { callAs, errorCode, owner } from './support/outcome.ts'
import { ANONYMOUS, SERVICE, signUpStaff } from './support/people.ts'

let database: Database
let editor: Awaited<ReturnType<typeof signUpStaff>>
let colleague: Awaited<ReturnType<typeof signUpStaff>>

beforeAll(async () => {
  database = await openAcademyDatabase()
  editor = await signUpStaff(database, 'editor@academy.example', 'super_admin')
  colleague = await signUpStaff(database, 'colleague@academy.example', 'super_admin')
})
afterAll(() => database?.close())
beforeEach(async () => {
  for (const table of ['courses', 'categories', 'authors']) await owner(database, `delete from public.${table}`)
  await owner(database, 'delete from private.attempts')
})

type Problem = { code: string; field: string | null; can_waive: boolean }
type Stored = {
  id: string
  version: number
  values: Record<string, unknown>
  live: Record<string, unknown>
  state: string
  is_shown: boolean
  publish_at: string | null
  unpublish_at: string | null
  schedule_failure: string | null
  problems: Problem[]
}
const ask = <Value = Stored>(name: string, values: unknown[], who = editor) =>
  callAs<Value>(database, who.caller, name, values)
const failure = (asked: Promise<unknown>) => asked.then(() => 'done', errorCode)

const category = (changes: object = {}) => ({
  name_he: 'השקעות',
  description_he: 'מה שכדאי לדעת',
  slug: 'investments',
  ...changes,
})
const make = (kind: string, fields: object) => ask('create_content', [kind, randomUUID(), JSON.stringify(fields)])
const makeCategory = (changes: object = {}) => make('category', category(changes))
const save = (kind: string, { id, version }: Stored, changes: object, who = editor) =>
  ask('save_content', [kind, id, version, JSON.stringify(changes)], who)
const publish = (kind: string, { id, version }: Stored, waiver: string | null = null) =>
  ask('publish_content', [kind, id, version, waiver])
const seen = async (table = 'categories') =>
  (await database.queryAsCaller<Record<string, unknown>>(ANONYMOUS, `select * from ${table} order by order_index`)).rows

describe('a draft', () => {
  test('is seen by nobody until it is published, and then as it stood in the version that was read', async () => {
    const made = await makeCategory()
    expect(made).toMatchObject({ state: 'draft', is_shown: false, problems: [] })
    expect(await seen()).toEqual([])
    const saved = await save('category', made, { name_he: 'השקעות וחיסכון' })
    expect(await seen()).toEqual([])
    expect(await failure(publish('category', made))).toBe('CONTENT_CHANGED')
    expect(await publish('category', saved)).toMatchObject({ state: 'published', is_shown: true })
    expect(await seen()).toMatchObject([{ name_he: 'השקעות וחיסכון', slug: 'investments' }])
  })

  test('of what is published changes nothing for visitors until it is published again', async () => {
    const shown = await publish('category', await makeCategory())
    const changed = await save('category', shown, { name_he: 'אחרת' })
    expect(changed).toMatchObject({ state: 'changed', live: { name_he: 'השקעות' }, values: { name_he: 'אחרת' } })
    expect(await seen()).toMatchObject([{ name_he: 'השקעות' }])
    await publish('category', changed)
    expect(await seen()).toMatchObject([{ name_he: 'אחרת' }])
  })

  test('sent twice is made once', async () => {
    const id = randomUUID()
    const fields = JSON.stringify(category())
    const [first, second] = await Promise.all([1, 2].map(() => ask('create_content', ['category', id, fields])))
    expect([first?.id, second?.id]).toEqual([id, id])
    expect(await owner(database, 'select id from public.categories')).toHaveLength(1)
  })

  test('of two people keeps what both wrote, and asks where they wrote the same field', async () => {
    const made = await makeCategory()
    await save('category', made, { description_he: 'מאת העמית' }, colleague)
    const merged = await save('category', made, { is_featured: true })
    expect(merged.values).toMatchObject({ description_he: 'מאת העמית', is_featured: true })
    expect(await failure(save('category', made, { description_he: 'שלי' }))).toBe('VERSION_CONFLICT')
    // What is the same is no conflict.
    expect(await save('category', made, { description_he: 'מאת העמית' })).toMatchObject({ version: merged.version })
  })

  test('follows what is written past it, as by a seed, unless something waits in it', async () => {
    const made = await publish('category', await makeCategory())
    await owner(database, `update public.categories set name_he = 'מבחוץ' where id = $1`, [made.id])
    const read = await ask('read_content', ['category', made.id])
    expect(read).toMatchObject({ state: 'published', values: { name_he: 'מבחוץ' } })
    const changed = await save('category', read, { name_he: 'שלי' })
    await owner(database, `update public.categories set description_he = 'שוב' where id = $1`, [made.id])
    expect(await ask('read_content', ['category', made.id])).toMatchObject({
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
    const made = await makeCategory()
    expect(await failure(save('category', made, { is_featured: true, ...changes }))).toBe('CONTENT_INVALID')
    expect(await ask('read_content', ['category', made.id])).toEqual(made)
  })

  test.each([
    'javascript:alert(1)',
    'http://x.example/a.png',
    '//evil.example/x',
    '/a\\b',
    'data:image/png;base64,AA',
    'https://a b',
  ])('a picture at %s is refused', async (address) => {
    const course = await make('course', { title_he: 'קורס' })
    expect(await failure(save('course', course, { thumbnail_url: address }))).toBe('CONTENT_INVALID')
  })

  test('of an address that is taken is refused', async () => {
    await makeCategory()
    expect(await failure(makeCategory())).toBe('CONTENT_INVALID')
  })
})

describe('publishing', () => {
  test('says what is missing; what may be waived wants a reason, which stays', async () => {
    const course = await make('course', { title_he: 'קורס' })
    const codes = course.problems.map(({ code }) => code).sort()
    expect(codes).toEqual(['AUTHOR_MISSING', 'CATEGORY_MISSING', 'DESCRIPTION_MISSING', 'NO_LESSONS'])
    expect(await failure(publish('course', course))).toBe('CONTENT_INCOMPLETE')
    expect(await failure(publish('course', course, '   '))).toBe('CONTENT_INCOMPLETE')
    expect(await publish('course', course, 'השיעורים עולים היום')).toMatchObject({ state: 'published' })
    const [newest] = await ask<{ waiver: string; made_by: string }[]>('content_history', ['course', course.id])
    expect(newest).toMatchObject({ waiver: 'השיעורים עולים היום', made_by: expect.any(String) })
    expect(await seen('courses')).toMatchObject([{ status: 'published' }])
  })

  test.each(['כדאי לקנות עכשיו', 'מומלץ למכור', 'תשואה מובטחת', 'קנו עכשיו'])(
    'finds what reads as advice: %s',
    async (words) => {
      const made = await makeCategory({ description_he: `הקדמה. ${words}.` })
      expect(made.problems).toMatchObject([{ code: 'READS_AS_ADVICE', can_waive: true }])
    },
  )

  test('of one that was hidden brings it back; hiding keeps what waits in the draft', async () => {
    const shown = await publish('category', await makeCategory())
    const changed = await save('category', shown, { name_he: 'עוד לא' })
    const hidden = await ask('unpublish_content', ['category', shown.id])
    expect(hidden).toMatchObject({ state: 'draft', values: { name_he: 'עוד לא' }, live: { name_he: 'השקעות' } })
    expect(await seen()).toEqual([])
    expect(await publish('category', { ...changed })).toMatchObject({ state: 'published' })
  })

  test('an author is always shown and cannot be hidden', async () => {
    const author = await make('author', { name_he: 'נועה', slug: 'noa', expertise_areas: ['חיסכון'] })
    expect(author).toMatchObject({ is_shown: true, state: 'published', values: { expertise_areas: ['חיסכון'] } })
    expect(await failure(ask('unpublish_content', ['author', author.id]))).toBe('CONTENT_ALWAYS_SHOWN')
    expect(await failure(ask('trash_content', ['author', author.id, true]))).toBe('CONTENT_ALWAYS_SHOWN')
  })
})

describe('a schedule', () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const schedule = (
    { id, version }: Stored,
    from: string | null,
    to: string | null = null,
    waiver: string | null = null,
  ) => ask('schedule_content', ['category', id, version, from, to, waiver])
  /** Lets the moments of a record come. */
  const due = (id: string, column: string) =>
    owner(database, `update private.content_items set ${column} = now() - interval '1 second' where id = $1`, [id])
  const run = () => callAs<number>(database, SERVICE, 'run_content_schedules')

  test('shows and hides by itself, once each, whatever stands in the draft at that moment', async () => {
    const made = await schedule(await makeCategory(), inDays(1), inDays(2))
    expect(made).toMatchObject({ state: 'scheduled' })
    expect([await run(), await seen()]).toEqual([0, []])
    await save('category', made, { name_he: 'ברגע האחרון' })
    await due(made.id, 'publish_at')
    expect(await run()).toBe(1)
    expect(await seen()).toMatchObject([{ name_he: 'ברגע האחרון' }])
    expect(await run()).toBe(0)
    await due(made.id, 'unpublish_at')
    expect([await run(), await seen(), await run()]).toEqual([1, [], 0])
  })

  test('of what lacks something wants the reason at once, and keeps it with the version', async () => {
    const bare = await makeCategory({ description_he: null })
    expect(await failure(schedule(bare, inDays(1)))).toBe('CONTENT_INCOMPLETE')
    await schedule(bare, inDays(1), null, 'התיאור בדרך')
    await due(bare.id, 'publish_at')
    expect(await run()).toBe(1)
    const waivers = async (id: string) =>
      (await ask<{ waiver: string | null }[]>('content_history', ['category', id])).map(({ waiver }) => waiver)
    expect(await waivers(bare.id)).toEqual(['התיאור בדרך', null])
    const whole = await schedule(await makeCategory({ slug: 'whole' }), inDays(1), null, 'לשווא')
    await due(whole.id, 'publish_at')
    expect([await run(), await waivers(whole.id)]).toEqual([1, [null, null]])
  })

  test('is taken back, and by publishing at once', async () => {
    const made = await schedule(await makeCategory(), inDays(1))
    expect(await schedule(made, null)).toMatchObject({ state: 'draft', publish_at: null })
    const again = await schedule(made, inDays(1))
    expect(await publish('category', again)).toMatchObject({ state: 'published', publish_at: null })
  })

  test.each([
    ['yesterday', -1, null],
    ['an end before the beginning', 2, 1],
    ['in three years', 1100, null],
  ])('for %s is refused', async (_, from, to) => {
    const made = await makeCategory()
    expect(await failure(schedule(made, inDays(from), to === null ? null : inDays(to)))).toBe('CONTENT_SCHEDULE')
  })

  test('whose record cannot be shown says why, and the others go on', async () => {
    const [one, two] = [await makeCategory({ slug: 'one' }), await makeCategory({ slug: 'two' })]
    await schedule(one, inDays(1))
    await schedule(two, inDays(1))
    await owner(database, `update private.content_items set draft = draft || '{"slug": "two"}' where id = $1`, [one.id])
    for (const { id } of [one, two]) await due(id, 'publish_at')
    expect(await run()).toBe(1)
    expect(await seen()).toMatchObject([{ slug: 'two' }])
    expect(await ask('read_content', ['category', one.id])).toMatchObject({
      state: 'draft',
      schedule_failure: 'incomplete',
    })
    expect(await run()).toBe(0)
  })

  test('is kept by the moment, so that a change of clocks moves nothing', async () => {
    // Three in the morning of the day on which the clocks of Israel go forward and back.
    for (const moment of ['2027-03-26T00:30:00Z', '2027-10-30T23:30:00Z']) {
      const made = await schedule(await makeCategory({ slug: `d${moment.slice(5, 7)}` }), moment)
      expect(new Date(made.publish_at ?? '').toISOString()).toBe(new Date(moment).toISOString())
    }
  })
})

describe('versions', () => {
  test('are kept of all that visitors saw, and an earlier one comes back as a draft', async () => {
    const first = await publish('category', await makeCategory())
    const second = await publish('category', await save('category', first, { name_he: 'שם חדש' }))
    await ask('unpublish_content', ['category', first.id])
    const history = await ask<{ version: number; data: Record<string, unknown>; is_shown: boolean }[]>(
      'content_history',
      ['category', first.id],
    )
    expect(history.map(({ version, data, is_shown }) => [version, data.name_he, is_shown])).toEqual([
      [4, 'שם חדש', false],
      [3, 'שם חדש', true],
      [2, 'השקעות', true],
      [1, 'השקעות', false],
    ])
    const back = await save('category', second, history[2]?.data ?? {})
    expect(back).toMatchObject({ values: { name_he: 'השקעות' } })
    expect(await seen()).toEqual([])
  })
})

describe('the trash', () => {
  test('hides, keeps everything, and gives it back as a draft', async () => {
    const shown = await publish('category', await makeCategory())
    expect(await ask('trash_content', ['category', shown.id, true])).toMatchObject({ state: 'trash', is_shown: false })
    expect(await seen()).toEqual([])
    expect(await failure(save('category', shown, { name_he: 'א' }))).toBe('CONTENT_IN_TRASH')
    expect(await failure(publish('category', shown))).toBe('CONTENT_IN_TRASH')
    const list = (state?: string) =>
      ask<{ rows: { id: string }[] }>('list_content', [JSON.stringify({ kind: 'category', state })])
    expect([(await list()).rows, (await list('trash')).rows.map(({ id }) => id)]).toEqual([[], [shown.id]])
    expect(await ask('trash_content', ['category', shown.id, false])).toMatchObject({
      state: 'draft',
      values: shown.values,
    })
  })
})

describe('addresses', () => {
  const former = (slug: string) => callAs<string | null>(database, ANONYMOUS, 'content_redirect', ['category', slug])

  test('that were public lead to the present one, over several changes and back; a draft’s lead nowhere', async () => {
    let one = await makeCategory({ slug: 'never-shown' })
    for (const slug of ['first', 'second', 'third'])
      one = await publish('category', await save('category', one, { slug }))
    expect(await Promise.all(['first', 'second', 'third', 'never-shown'].map(former))).toEqual([
      'third',
      'third',
      null,
      null,
    ])
    await publish('category', await save('category', one, { slug: 'first' }))
    expect(await Promise.all(['first', 'second', 'third'].map(former))).toEqual([null, 'first', 'first'])
  })

  test('of what is hidden lead nowhere, and one that somebody else has now is theirs', async () => {
    let one = await publish('category', await makeCategory({ slug: 'first' }))
    one = await publish('category', await save('category', one, { slug: 'second' }))
    expect(await former('first')).toBe('second')
    await ask('unpublish_content', ['category', one.id])
    expect(await former('first')).toBeNull()
    await publish('category', await makeCategory({ slug: 'first' }))
    expect(await former('first')).toBeNull()
  })
})

describe('order', () => {
  test('is the server’s: before another or at the end, all in one step', async () => {
    const ids: string[] = []
    for (const slug of ['a', 'b', 'c', 'd']) ids.push((await publish('category', await makeCategory({ slug }))).id)
    const [a, b, c, d] = ids
    const slugs = async () => (await seen()).map(({ slug }) => slug).join('')
    await ask('move_content', ['category', d, b])
    expect(await slugs()).toBe('adbc')
    await ask('move_content', ['category', a, null])
    expect(await slugs()).toBe('dbca')
    await ask('move_content', ['category', a, a])
    await Promise.all([ask('move_content', ['category', c, d]), ask('move_content', ['category', b, null], colleague)])
    const order = await owner<{ order_index: number }>(database, 'select order_index from public.categories order by 1')
    expect(order.map(({ order_index }) => order_index)).toEqual([1, 2, 3, 4])
  })
})

describe('a copy', () => {
  test('is a draft with an address and a name of its own', async () => {
    const one = await publish('category', await makeCategory())
    const copy = await ask('duplicate_content', ['category', one.id, randomUUID()])
    expect(copy).toMatchObject({
      state: 'draft',
      values: { name_he: 'השקעות (עותק)', description_he: 'מה שכדאי לדעת' },
    })
    expect(copy.values.slug).not.toBe(one.values.slug)
    expect(await seen()).toHaveLength(1)
  })
})

describe('a list', () => {
  const list = (query: object) =>
    ask<{ rows: { id: string; title: string; sort_value: string }[]; total: number; size: number }>('list_content', [
      JSON.stringify({ kind: 'category', ...query }),
    ])

  test('finds by name and address, also what waits in a draft, and takes no sign for more than itself', async () => {
    const one = await publish('category', await makeCategory())
    await makeCategory({ name_he: 'ביטוח 100%', slug: 'insurance' })
    await save('category', one, { name_he: 'חיסכון' })
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
