import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { codeOf, editorOf, emptyShelves, type StoredContent } from './support/content.ts'
import { owner } from './support/outcome.ts'
import { signUp, signUpStaff } from './support/people.ts'

let database: Database
let editor: ReturnType<typeof editorOf>

beforeAll(async () => {
  database = await openAcademyDatabase()
  editor = editorOf(database, (await signUpStaff(database, 'editor@academy.example', 'admin')).caller)
})
afterAll(() => database?.close())
beforeEach(async () => {
  await emptyShelves(database)
  await owner(database, 'delete from public.articles')
})

const ID = '5f0c8f3e-0000-4000-8000-000000000001'
const FOLDER = `/storage/v1/object/public/images/library/${ID}/5f0c8f3e-0000-4000-8000-000000000002/`
const PICTURE = { media: ID, src: FOLDER, widths: [320, 640], width: 1600, height: 900, alt: 'גרף', caption: null }
const words = (text: string, href?: string) => ({
  type: 'text',
  text,
  ...(href && { marks: [{ type: 'link', attrs: { href } }] }),
})
const paragraph = (...content: object[]) => ({ type: 'paragraph', content })
const doc = (...content: unknown[]) => ({ type: 'doc', content })
const node = (type: string, attrs: object, content?: object[]) => ({ type, attrs, ...(content && { content }) })

describe('what a text holds besides words', () => {
  const accepts = async (body: unknown) =>
    (
      await owner<{ problem: string | null }>(database, 'select private.rich_text_problem($1::jsonb) as problem', [
        JSON.stringify(body),
      ])
    )[0]?.problem === null

  test('is a picture of the library, a box, a footnote, a course or a fact', async () => {
    const all = doc(
      node('picture', PICTURE),
      node('picture', { ...PICTURE, caption: 'מקור: בנק ישראל' }),
      ...['note', 'warning', 'example'].map((tone) => node('callout', { tone }, [paragraph(words('א'))])),
      paragraph(words('א'), node('footnote', { text: 'ראו שם' })),
      node('courseCard', { id: ID, title: 'יסודות' }),
      paragraph(node('fact', { id: ID, says: '17%', checked_on: '2026-11-01', source: 'רשות המסים' })),
    )
    expect(await accepts(all)).toBe(true)
  })

  // What draws formulas reads them by the same rule; both run against these cases.
  const FORMULAS = JSON.parse(readFileSync(new URL('./formula-cases.json', import.meta.url), 'utf8')) as {
    read: string[]
    refused: string[]
  }
  test('is a formula that can be read', async () => {
    const formula = (text: unknown) => doc(paragraph(node('formula', { text })))
    for (const text of FORMULAS.read) expect([text, await accepts(formula(text))]).toEqual([text, true])
    for (const text of [...FORMULAS.refused, null, 1, 'x'.repeat(301)])
      expect([text, await accepts(formula(text))]).toEqual([text, false])
    expect(await accepts(doc(paragraph(node('formula', { text: 'x', onclick: 'y' }))))).toBe(false)
    expect(await accepts(doc(paragraph(node('formula', { text: 'x' }, [words('y')]))))).toBe(false)
  })

  test.each([
    ['a picture of elsewhere', node('picture', { ...PICTURE, src: 'https://evil.example/' })],
    ['a picture in the folder of another', node('picture', { ...PICTURE, media: ID.replace('5', '6') })],
    ['a picture with a way out of its folder', node('picture', { ...PICTURE, src: `${FOLDER}../` })],
    ['a width that is no number', node('picture', { ...PICTURE, widths: ['320.webp" onerror="alert(1)'] })],
    ['a picture without words that may be empty', node('picture', { ...PICTURE, alt: null })],
    ['very long words', node('picture', { ...PICTURE, alt: 'א'.repeat(301) })],
    ['a handler', node('picture', { ...PICTURE, onerror: 'alert(1)' })],
    ['words inside a picture', node('picture', PICTURE, [paragraph()])],
    ['a picture that says nothing of itself', { type: 'picture' }],
    ['a box of another kind', node('callout', { tone: 'x onload' }, [])],
    ['an empty footnote', paragraph(node('footnote', { text: ' ' }))],
    ['a footnote that is no text', paragraph(node('footnote', { text: { html: '<b>' } }))],
    ['a course without an id', node('courseCard', { id: '../admin', title: 'א' })],
    ['a fact without an id', paragraph(node('fact', { id: null }))],
    ['a fact that says an object', paragraph(node('fact', { id: ID, says: {} }))],
  ])('is not %s', async (_name, part) => expect(await accepts(doc(part))).toBe(false))
})

describe('links of a text', () => {
  const write = (...content: object[]) =>
    editor.make('news', {
      ...{ title_he: 'ידיעה', slug: 'news-one', excerpt_he: 'בקצרה', checked_on: '2026-11-01' },
      body: doc(...content),
    })
  const gaps = ({ problems }: StoredContent) => problems.map(({ code }) => code)

  test('that show visitors nothing are told before publishing, and can be waived', async () => {
    const category = await editor.makeCategory()
    for (const address of [
      '/courses',
      '/',
      '/rss.xml',
      '/terms?version=1',
      'https://a.example/404',
      '#part',
      'mailto:a@b.example',
    ])
      expect([address, gaps(await write(paragraph(words('א', address))).then(forget))]).toEqual([address, []])
    for (const address of [
      '/nowhere',
      '/news/gone',
      '/categories/investments',
      `/courses/${ID}`,
      '/courses/not-an-id',
      '/admin/news',
      '/news/a/b',
    ])
      expect([address, gaps(await write(paragraph(words('א', address))).then(forget))]).toEqual([
        address,
        ['LINK_BROKEN'],
      ])
    await editor.publish('category', category, 'בבדיקה')
    const text = await write(paragraph(words('א', '/categories/investments#top')))
    expect(gaps(text)).toEqual([])
  })

  test('lead to a former address as long as it leads on', async () => {
    const other = await write(paragraph(words('א')))
    const shown = await editor.publish('news', other)
    await editor.publish('news', await editor.save('news', shown, { slug: 'news-two' }))
    const text = await editor.make('essay', {
      title_he: 'מאמר',
      slug: 'essay',
      body: doc(paragraph(words('א', '/news/news-one'))),
    })
    expect(gaps(text)).not.toContain('LINK_BROKEN')
  })

  test('are told to whoever opens the record they lead to, drafts too', async () => {
    const course = await editor.make('course', { title_he: 'יסודות' })
    await write(node('courseCard', { id: course.id, title: 'יסודות' }))
    await editor.make('essay', {
      title_he: 'מאמר',
      slug: 'essay',
      body: doc(paragraph(words('א', `/courses/${course.id}/lessons/x?y`))),
    })
    await editor.make('essay', { title_he: 'אחר', slug: 'other', body: doc(paragraph(words(course.id, '/courses'))) })
    const links = await editor.ask<{ title: string; is_shown: boolean }[]>('list_links_to', ['course', course.id])
    expect(links.map(({ title, is_shown }) => [title, is_shown])).toEqual([
      ['ידיעה', false],
      ['מאמר', false],
    ])
    const { caller } = await signUp(database, 'dana@example.com')
    expect(await codeOf(editorOf(database, caller).ask('list_links_to', ['course', course.id]))).toBe('FORBIDDEN')
  })

  test('a picture that nobody described is told of', async () => {
    expect(gaps(await write(paragraph(words('א')), node('picture', { ...PICTURE, alt: '' })))).toEqual([
      'PICTURE_TEXT_MISSING',
    ])
  })
})

/** Leaves the address to the next one. */
async function forget(text: StoredContent) {
  await owner(database, 'delete from public.articles')
  return text
}
