import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { codeOf, editorOf, type StoredContent, seenBy } from './support/content.ts'
import { callAs, owner } from './support/outcome.ts'
import { ANONYMOUS, signUpStaff } from './support/people.ts'

let database: Database
let editor: ReturnType<typeof editorOf>
beforeAll(async () => {
  database = await openAcademyDatabase()
  editor = editorOf(database, (await signUpStaff(database, 'editor@academy.example', 'admin')).caller)
})
afterAll(() => database?.close())
beforeEach(() => owner(database, 'delete from public.articles'))

const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'מילים' }] }] }
const make = (slug: string, fields: object = {}, kind = 'news') =>
  editor.make(kind, { title_he: slug, slug, excerpt_he: 'בקצרה', checked_on: '2026-11-01', body, ...fields })
const show = async (slug: string, fields: object = {}, kind = 'news') =>
  editor.publish(kind, await make(slug, fields, kind))
const seenOf = async (slug: string) => (await seenBy(database, 'articles')).find((row) => row.slug === slug)
/** What stands at the end of an article, as visitors read it. */
const relatedTo = async (slug: string) =>
  (
    await database.queryAsCaller<{ slug: string }>(
      ANONYMOUS,
      `select related.slug from articles, public.related_articles(articles) as related where articles.slug = $1`,
      [slug],
    )
  ).rows.map((row) => row.slug)
const hide = (kind: string, { id }: StoredContent) => editor.ask('unpublish_content', [kind, id])

test('[2.12-13] [2.12-14] tags are public when they are published, and come back with an older version', async () => {
  const first = await show('rates', { tags: ['ריבית'] })
  const draft = await editor.save('news', first, { tags: ['ריבית', 'משכנתה'] })
  expect([draft.state, (await seenOf('rates'))?.tags]).toEqual(['changed', ['ריבית']])
  const second = await editor.publish('news', draft)
  expect([second.state, (await seenOf('rates'))?.tags]).toEqual(['published', ['ריבית', 'משכנתה']])
  const [plain] = await Promise.all([show('plain', {}, 'essay')])
  expect([plain.state, plain.values.tags, plain.values.related_ids]).toEqual(['published', [], []])
})

test('a direct write gives an article no tag twice, however it is written', async () => {
  const { id } = await show('twice', { tags: ['מס'] })
  const write = (tags: string[]) =>
    owner(database, 'update articles set tags = $2 where id = $1', [id, tags]).then(
      () => 'done',
      ({ constraint }) => constraint,
    )
  expect(await write(['IRA', 'מס', 'ira'])).toBe('articles_tags_once')
  expect(await write(['IRA', 'מס'])).toBe('done')
})

test('what was written before tags is no draft that differs', async () => {
  await owner(
    database,
    `insert into articles (kind, slug, title_he, excerpt_he, body, checked_on, is_published, published_at)
     values ('news', 'old', 'ישן', 'בקצרה', $1, '2026-11-01', true, now())`,
    [JSON.stringify(body)],
  )
  const [{ id } = { id: '' }] = await owner<{ id: string }>(database, `select id from articles`)
  expect(await editor.ask('read_content', ['news', id])).toMatchObject({ state: 'published', values: { tags: [] } })
})

test.each([
  [{ tags: ['א,ב'] }],
  [{ tags: ['א'.repeat(31)] }],
  [{ tags: Array.from({ length: 11 }, (_, n) => `תגית ${n}`) }],
  [{ tags: ['IRA', 'ira'] }],
  [{ tags: null }],
  [{ tags: [7] }],
  [{ tags: 'ריבית' }],
  [{ related_ids: [randomUUID()] }],
  [{ related_ids: ["' or true --"] }],
  [{ related_ids: null }],
])('%o is refused', async (changes) => {
  expect(await codeOf(editor.save('news', await make('rates'), changes))).toBe('CONTENT_INVALID')
})

test('an article is not related to itself, and to three at most', async () => {
  const made = await make('rates')
  expect(await codeOf(editor.save('news', made, { related_ids: [made.id] }))).toBe('CONTENT_INVALID')
  const others = await Promise.all(['a', 'b', 'c', 'd'].map((slug) => make(slug)))
  const ids = others.map(({ id }) => id)
  expect(await codeOf(editor.save('news', made, { related_ids: ids }))).toBe('CONTENT_INVALID')
  expect(await codeOf(editor.save('news', made, { related_ids: ids.slice(1) }))).toBe('done')
})

test('at the end stand the chosen ones that are public, else those that share most tags, across both kinds', async () => {
  const two = await show('two', { tags: ['ריבית', 'מס'] }, 'essay')
  const one = await show('one', { tags: ['ריבית'] })
  await show('none', { tags: ['פנסיה'] })
  await make('draft', { tags: ['ריבית', 'מס'] })
  const main = await show('main', { tags: ['ריבית', 'מס'] })
  expect(await relatedTo('main')).toEqual(['two', 'one'])
  const chosen = await editor.save('news', main, { related_ids: [one.id, two.id] })
  await editor.publish('news', chosen)
  expect(await relatedTo('main')).toEqual(['one', 'two'])
  await hide('news', one)
  expect(await relatedTo('main')).toEqual(['two'])
  await hide('essay', two)
  expect(await relatedTo('main')).toEqual([])
})

test('a preview shows what the draft chose, and the record tells which articles lead to it', async () => {
  const other = await show('other')
  const main = await make('main', { related_ids: [other.id] })
  const { token } = await editor.ask<{ token: string }>('make_content_preview', ['news', main.id, 7])
  const preview = await callAs<{ row: { related: { slug: string }[] } }>(database, ANONYMOUS, 'read_content_preview', [
    token,
  ])
  expect(preview.row.related).toMatchObject([{ slug: 'other' }])
  expect(await editor.ask('list_links_to', ['news', other.id])).toEqual([
    { kind: 'news', id: main.id, title: 'main', is_shown: false },
  ])
})

test('tags find articles in the list of staff, by the draft, and complete what is typed from both kinds', async () => {
  await show('one', { tags: ['מס', 'מע"מ'] })
  await make('two', { tags: ['ריבית'] })
  await make('three', { tags: ['מס'] }, 'essay')
  const trashed = await make('four', { tags: ['אשפה'] })
  await editor.ask('trash_content', ['news', trashed.id, true])
  const found = async (tag: string, kind = 'news') => {
    const { rows } = await editor.ask<{ rows: { slug: string; tags: string[] }[] }>('list_content', [
      JSON.stringify({ kind, tag }),
    ])
    return rows.map(({ slug, tags }) => [slug, tags])
  }
  expect(await found('מס')).toEqual([['one', ['מס', 'מע"מ']]])
  expect(await found('מע"מ')).toEqual([['one', ['מס', 'מע"מ']]])
  expect(await found('ריבית')).toEqual([['two', ['ריבית']]])
  expect(await found('מס', 'essay')).toEqual([['three', ['מס']]])
  expect(await found(`' or true --`)).toEqual([])
  const names = await editor.ask<string[]>('article_tag_names', [])
  expect(names.sort()).toEqual(['מס', 'מע"מ', 'ריבית'].sort())
})
