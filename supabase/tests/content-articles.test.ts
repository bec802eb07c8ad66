import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { codeOf, editorOf, seenBy } from './support/content.ts'
import { callAs, owner } from './support/outcome.ts'
import { ANONYMOUS, signUp, signUpStaff } from './support/people.ts'

let database: Database
let editor: ReturnType<typeof editorOf>

beforeAll(async () => {
  database = await openAcademyDatabase()
  editor = editorOf(database, (await signUpStaff(database, 'editor@academy.example', 'admin')).caller)
})
afterAll(() => database?.close())
beforeEach(async () => {
  for (const table of ['public.articles', 'private.attempts']) await owner(database, `delete from ${table}`)
})

const words = (text: string, ...marks: object[]) => ({ type: 'text', text, ...(marks.length > 0 && { marks }) })
const paragraph = (...content: object[]) => ({ type: 'paragraph', content })
const heading = (level: number, text: string) => ({ type: 'heading', attrs: { level }, content: [words(text)] })
const doc = (...content: unknown[]) => ({ type: 'doc', content })
const link = (href: unknown) => ({ type: 'link', attrs: { href } })
const TEXT = doc(heading(2, 'ריבית'), paragraph(words('הריבית היא מחיר הכסף, '), words('כאן', link('/courses'))))
const make = (fields: object = {}, kind = 'news') =>
  editor.make(kind, { title_he: 'שינוי בריבית', slug: 'rate-change', ...fields })
const whole = { excerpt_he: 'בקצרה', checked_on: '2026-11-01', body: TEXT }
const seen = () => seenBy(database, 'articles')

describe('[2.12-13] [2.12-14] an article', () => {
  test.each(['news', 'essay'])(
    'of %s is a draft until it is published, at the moment of its first time',
    async (kind) => {
      const draft = await make(whole, kind)
      expect([draft.state, draft.problems, await seen()]).toEqual(['draft', [], []])
      const shown = await editor.publish(kind, draft)
      expect(await seen()).toMatchObject([{ kind, body: TEXT, reading_minutes: 1 }])
      const [first] = await seen()
      const long = doc(paragraph(words(Array(900).fill('מילה').join(' '))))
      await editor.publish(kind, await editor.save(kind, shown, { body: long }))
      expect(await seen()).toMatchObject([{ published_at: first?.published_at, reading_minutes: 5 }])
      expect(await editor.ask('unpublish_content', [kind, draft.id])).toMatchObject({ state: 'draft' })
      expect(await seen()).toEqual([])
    },
  )

  test('of one kind is no record of the other, though both lie in one table', async () => {
    const news = await make(whole)
    expect(await codeOf(editor.ask('read_content', ['essay', news.id]))).toBe('CONTENT_NOT_FOUND')
    const count = async (kind: string) =>
      (await editor.ask<{ total: number }>('list_content', [JSON.stringify({ kind })])).total
    expect([await count('news'), await count('essay')]).toEqual([1, 0])
    expect((await make(whole, 'essay').catch(() => null)) === null).toBe(true)
  })

  test('says what it lacks, and stops where there is nothing to read', async () => {
    const bare = await make()
    expect(bare.problems.map(({ code, can_waive }) => [code, can_waive]).sort()).toEqual([
      ['BODY_EMPTY', false],
      ['CHECKED_ON_MISSING', true],
      ['EXCERPT_MISSING', true],
    ])
    expect(await codeOf(editor.publish('news', bare, 'מהר'))).toBe('CONTENT_INCOMPLETE')
    const odd = await editor.save('news', bare, {
      ...whole,
      body: doc(heading(3, 'א'), paragraph(words('תשואה מובטחת'))),
    })
    expect(odd.problems.map(({ code }) => code).sort()).toEqual(['HEADING_ORDER', 'READS_AS_ADVICE'])
  })

  test('is for those who manage courses [6-20]', async () => {
    const { id } = await make(whole)
    const people = [
      (await signUp(database, 'dana@example.com')).caller,
      (await signUpStaff(database, 'm@academy.example', 'marketing')).caller,
      (await signUpStaff(database, 'a@academy.example', 'analyst')).caller,
    ]
    for (const caller of people)
      expect(await codeOf(editorOf(database, caller).ask('read_content', ['news', id]))).toBe('FORBIDDEN')
  })

  test('under a former address leads to the present one', async () => {
    const shown = await editor.publish('news', await make(whole))
    await editor.publish('news', await editor.save('news', shown, { slug: 'rates' }))
    expect(await callAs(database, ANONYMOUS, 'content_redirect', ['news', 'rate-change'])).toBe('rates')
  })

  test.each([
    [{ checked_on: '2026-02-30' }],
    [{ checked_on: '2999-01-01' }],
    [{ checked_on: 'yesterday' }],
    [{ excerpt_he: 'א'.repeat(401) }],
    [{ cover_url: 'javascript:alert(1)' }],
    [{ kind: 'essay' }],
    [{ published_at: '2020-01-01' }],
  ])('refuses %o', async (changes) => {
    expect(await codeOf(editor.save('news', await make(), changes))).toBe('CONTENT_INVALID')
  })
})

describe('a body', () => {
  const accepts = async (body: unknown) =>
    (
      await owner<{ problem: string | null }>(database, 'select private.rich_text_problem($1::jsonb) as problem', [
        JSON.stringify(body),
      ])
    )[0]?.problem === null

  test('of everything that the editor makes is kept', async () => {
    const item = { type: 'listItem', content: [paragraph(words('פריט'))] }
    const cell = (type: string) => ({ type, attrs: { colspan: 1, rowspan: 1, colwidth: null }, content: [paragraph()] })
    const table = { type: 'table', content: [{ type: 'tableRow', content: [cell('tableHeader'), cell('tableCell')] }] }
    const all = doc(
      ...[
        heading(2, 'א'),
        heading(3, 'ב'),
        paragraph(words('ג', { type: 'bold' }, { type: 'italic' }), words('x = 1', { type: 'code' }), {
          type: 'hardBreak',
        }),
      ],
      ...[
        { type: 'bulletList', content: [item] },
        { type: 'orderedList', attrs: { start: 1, type: null }, content: [item] },
      ],
      ...[{ type: 'blockquote', content: [paragraph()] }, { type: 'horizontalRule' }, table],
      ...['https://a.example/?q=1', '/news/a', '#part', 'mailto:a@b.example', 'tel:+972'].map((href) =>
        paragraph(words('קישור', link(href))),
      ),
    )
    expect(await accepts(all)).toBe(true)
  })

  test('of the articles that come with the academy is one', async () => {
    const { articles } = await import('../seeds/content/articles.ts')
    for (const { slug, body } of articles) expect([slug, await accepts(body)]).toEqual([slug, true])
  })

  const deep = (levels: number): object =>
    levels === 0 ? paragraph() : { type: 'blockquote', content: [deep(levels - 1)] }
  test.each([
    ['null', null],
    ['a text', 'שלום'],
    ['markup', '<p>שלום</p>'],
    ['another root', paragraph()],
    ['a root within', doc(doc())],
    ['an unknown node', doc({ type: 'image', attrs: { src: '/a.webp' } })],
    ['raw markup', doc({ type: 'html', text: '<script>' })],
    ['a text without words', doc(paragraph({ type: 'text', text: '' }))],
    ['words that are none', doc(paragraph({ type: 'text', text: 5 }))],
    ['a further key', doc({ ...paragraph(), onclick: 'alert(1)' })],
    ['a further attribute', doc({ ...paragraph(), attrs: { style: 'color:red' } })],
    ['a heading of the first level', doc(heading(1, 'א'))],
    ['an unknown mark', doc(paragraph(words('א', { type: 'underline' })))],
    ['marks that are no list', doc(paragraph({ type: 'text', text: 'א', marks: {} }))],
    ['content that is no list', doc({ type: 'paragraph', content: {} })],
    ['a node that is none', doc(7)],
    ['eleven levels', doc(deep(11))],
    ['7,000 nodes', doc(...Array(7000).fill({ type: 'paragraph' }))],
    ['100,001 characters', doc(paragraph(words('א'.repeat(100_001))))],
    ['a very long attribute', doc({ type: 'orderedList', attrs: { type: 'a'.repeat(200) }, content: [] })],
  ])('that holds %s is refused', async (_name, body) => expect(await accepts(body)).toBe(false))

  const SCRIPTS = [
    'javascript:',
    'JaVaScRiPt:',
    ' javascript:',
    'java\nscript:',
    '\u0001javascript:',
    'vbscript:',
    'data:text/html,',
    'data:image/svg+xml,',
    'blob:',
    'file:///',
    'about:',
    'ftp://',
    '//evil.example',
    '\\\\evil',
    'intent:',
    'view-source:',
    'livescript:',
    'mocha:',
    'filesystem:',
    'ws://',
  ]
  const ENDS = [
    'alert(1)',
    '<img src=x onerror=alert(1)>',
    '"onmouseover="alert(1)',
    "'><script>alert(1)</script>",
    '%0aalert(1)',
    '&#97;lert(1)',
    '//comment%0aalert(1)',
    '</a><svg/onload=alert(1)>',
    '\u0024{alert(1)}',
    '{{constructor.constructor("alert(1)")()}}',
    '`-alert(1)-`',
    '\u2028alert(1)',
    'void(0)//',
    'x?y=<script>',
    'a b',
  ]
  test(`that leads to one of ${SCRIPTS.length * ENDS.length} scripts is refused`, async () => {
    const wrong = SCRIPTS.flatMap((begins) => ENDS.map((ends) => `${begins}${ends}`))
    const kept = await Promise.all(
      wrong.map(async (href) => ((await accepts(doc(paragraph(words('א', link(href)))))) ? href : null)),
    )
    expect(kept.filter(Boolean)).toEqual([])
    for (const href of [
      null,
      5,
      {},
      ['https://a.example'],
      'https://a.example/"onclick="x',
      'https://a.example/<b>',
      '/\\evil.example',
    ])
      expect(await accepts(doc(paragraph(words('א', link(href)))))).toBe(false)
  })
})
