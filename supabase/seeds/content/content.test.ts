import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { articles } from './articles.ts'
import { idOf } from './id.ts'
import { content } from './index.ts'
import type { Block, RichText } from './types.ts'

const seeds = new URL('../', import.meta.url)
const publicCourses = content.courses.filter(({ is_published }) => is_published)
const publicIds = new Set(publicCourses.map(({ id }) => id))
const publicLessons = content.lessons.filter(({ course_id, is_published }) => is_published && publicIds.has(course_id))
const bodies: [string, RichText][] = [
  ...content.articles.map(({ slug, body }): [string, RichText] => [slug, body]),
  ...content.legalDocumentVersions.map(({ id, body }): [string, RichText] => [id, body]),
]
const blocksOf = (blocks: Block[]): Block[] =>
  blocks.flatMap((block) => {
    if (block.type === 'bulletList' || block.type === 'orderedList') {
      return [block, ...block.content.flatMap((item) => blocksOf(item.content))]
    }
    if (block.type === 'table') {
      return [block, ...block.content.flatMap((row) => row.content.flatMap((cell) => blocksOf(cell.content)))]
    }
    return block.type === 'blockquote' ? [block, ...blocksOf(block.content)] : [block]
  })
const wordsOf = (text: string): number =>
  text
    .replace(/\u2066[^\u2069]*\u2069/g, 'חישוב')
    .split(/\s+/)
    .filter((word) => word !== '').length

describe('the catalogue', () => {
  it('[9-34] has the six categories, one of them without courses and one with more than the menu shows', () => {
    expect(content.categories.map(({ slug }) => slug)).toEqual([
      'finance-basics',
      'investments',
      'insurance',
      'retirement',
      'taxes',
      'banking',
    ])
    const counts = content.categories.map(
      ({ id }) => publicCourses.filter((course) => course.category_id === id).length,
    )
    expect(counts).toEqual([7, 4, 0, 3, 2, 3])
    expect(content.courses.some(({ category_id }) => category_id === idOf('categories', 'insurance'))).toBe(false)
    expect(content.categories.filter(({ is_featured }) => is_featured).length).toBeGreaterThanOrEqual(4)
  })

  it('has enough to learn, and something that must stay hidden', () => {
    expect(publicCourses.length).toBeGreaterThanOrEqual(18)
    expect(publicLessons.length).toBeGreaterThanOrEqual(90)
    expect(content.lessons.filter(({ is_published }) => !is_published)).toHaveLength(2)
    expect(content.courses.filter(({ status }) => status === 'draft')).toHaveLength(1)
    expect(content.authors).toHaveLength(7)
    expect(content.articles).toHaveLength(10)
  })

  it('every id is a version 5 uuid of its own', () => {
    const ids = [
      ...content.categories,
      ...content.authors,
      ...content.courses,
      ...content.lessons,
      ...content.articles,
      ...content.legalDocuments,
      ...content.legalDocumentVersions,
    ].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(idOf('courses', 'compound-interest')).toBe('1ae5b175-973f-5852-bc46-15adb68d83e4')
  })

  it('every row points at rows that exist', () => {
    const has = (rows: { id: string }[], id: string) => rows.some((row) => row.id === id)
    for (const course of content.courses) {
      expect(has(content.categories, course.category_id)).toBe(true)
      expect(has(content.authors, course.author_id)).toBe(true)
    }
    for (const lesson of content.lessons) expect(has(content.courses, lesson.course_id)).toBe(true)
    for (const article of content.articles) expect(has(content.authors, article.author_id)).toBe(true)
    for (const version of content.legalDocumentVersions) {
      expect(has(content.legalDocuments, version.document_id)).toBe(true)
    }
    expect(content.lessonContents.map(({ lesson_id }) => lesson_id)).toEqual(content.lessons.map(({ id }) => id))
  })

  it('slugs, orders and titles are unique where they must be', () => {
    const unique = (values: unknown[]) => expect(new Set(values).size).toBe(values.length)
    unique(content.authors.map(({ slug }) => slug))
    unique(content.articles.map(({ slug }) => slug))
    unique(content.courses.map(({ order_index }) => order_index))
    unique(content.courses.map(({ title_he }) => title_he))
    unique(content.lessonContents.map(({ summary_he }) => summary_he))
    for (const { id } of content.courses) {
      unique(content.lessons.filter(({ course_id }) => course_id === id).map(({ order_index }) => order_index))
    }
    for (const { slug } of [...content.categories, ...content.authors, ...content.articles]) {
      expect(slug).toMatch(/^[a-z]+(-[a-z]+)*$/)
    }
  })

  it('[9-29] leaves one draft to the default duration; what is shown is the sum of its lessons', () => {
    expect(content.courses.filter(({ duration_minutes }) => duration_minutes === undefined)).toEqual(
      content.courses.filter(({ status }) => status === 'draft'),
    )
    for (const course of content.courses) {
      const lessons = content.lessons.filter(({ course_id }) => course_id === course.id)
      const seconds = lessons.reduce((sum, { duration_seconds }) => sum + duration_seconds, 0)
      if (course.duration_minutes !== undefined) expect(course.duration_minutes).toBe(Math.ceil(seconds / 60))
    }
  })
})

describe('worksheets', () => {
  const files = content.media.filter(({ bucket }) => bucket === 'lesson-files')
  const named = content.lessonContents.flatMap(({ attachments }) => attachments)

  it('[2.1-14] every file that a lesson names is there, of the size that is told', () => {
    expect(named.length).toBeGreaterThanOrEqual(6)
    for (const { path, bytes } of named) {
      const file = files.find((one) => one.path === path)
      expect(statSync(new URL(file?.file ?? '', seeds)).size).toBe(bytes)
    }
    expect(new Set(named.map(({ path }) => path))).toEqual(new Set(files.map(({ path }) => path)))
  })

  it('are light, and no file lies about that no lesson hands out', () => {
    const sizes = readdirSync(new URL('media/files/', seeds)).map((name) => {
      expect(files.map(({ file }) => file)).toContain(`media/files/${name}`)
      return statSync(new URL(`media/files/${name}`, seeds)).size
    })
    expect(Math.max(...sizes)).toBeLessThan(60_000)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(250_000)
  })

  it('the first bytes of each are what its ending says', () => {
    for (const { file, contentType } of files) {
      const head = readFileSync(new URL(file, seeds)).subarray(0, 5).toString('latin1')
      expect(head).toMatch(contentType === 'application/pdf' ? /^%PDF-/ : /^\xEF\xBB\xBF/)
    }
  })
})

describe('pictures', () => {
  const images = content.media.filter(({ bucket }) => bucket === 'images')

  it('every address in a row has its file', () => {
    const addresses = [
      ...content.courses.map(({ thumbnail_url }) => thumbnail_url),
      ...content.courses.map(({ author_image_url }) => author_image_url),
      ...content.articles.map(({ cover_url }) => cover_url),
      ...content.lessonContents.flatMap(({ poster_url }) => (poster_url === null ? [] : [poster_url])),
    ]
    const stored = new Set(images.map(({ path }) => `/storage/v1/object/public/images/${path}`))
    for (const address of addresses) expect(stored).toContain(address)
    expect(stored).toContain('/storage/v1/object/public/images/courses/default.webp')
    expect(stored).toContain('/storage/v1/object/public/images/social/academy.png')
  })

  it('no file lies about that nothing names', () => {
    const listed = readdirSync(new URL('media/images/', seeds), { recursive: true, encoding: 'utf8' })
    const files = listed.filter((path) => /\.\w+$/.test(path)).map((path) => path.replaceAll('\\', '/'))
    expect(files.sort()).toEqual(images.map(({ path }) => path).sort())
  })

  it('are light', () => {
    for (const { file, path } of images) {
      expect(existsSync(new URL(file, seeds))).toBe(true)
      expect(statSync(new URL(file, seeds)).size).toBeLessThan(path.endsWith('.png') ? 120_000 : 25_000)
    }
  })
})

describe('texts', () => {
  const texts = [JSON.stringify(content)]

  it('are free of filler, exclamation marks and machine leftovers', () => {
    for (const text of texts) {
      expect(text).not.toMatch(/!|lorem|ipsum|TODO|undefined|placeholder|test video/i)
      expect(text).not.toMatch(/[{}]\s*[₪\d]/)
    }
  })

  it('isolates are paired, and a sign before a number never stands outside of one', () => {
    const strings = [
      ...content.lessonContents.map(({ summary_he }) => summary_he),
      ...bodies.map(([, body]) => JSON.stringify(body)),
    ]
    for (const text of strings) {
      expect(text.split('\u2066').length).toBe(text.split('\u2069').length)
      expect(text.replace(/\u2066[^\u2069]*\u2069/g, '')).not.toMatch(/(^|[\s(])[+−]\d/)
    }
  })

  it('every published lesson has a summary of 60 to 150 words', () => {
    const lengths = publicLessons.map(({ id, title_he }) => {
      const summary = content.lessonContents.find(({ lesson_id }) => lesson_id === id)?.summary_he ?? ''
      return [title_he, wordsOf(summary)] as const
    })
    expect(lengths.filter(([, words]) => words < 60 || words > 150)).toEqual([])
  })

  it('descriptions are written', () => {
    for (const { description_he } of publicCourses) {
      const sentences = description_he.split(/[.?](?:\s|$)/).filter((part) => part.trim() !== '')
      expect(sentences.length).toBeGreaterThanOrEqual(2)
      expect(sentences.length).toBeLessThanOrEqual(4)
    }
    for (const { description_he } of content.lessons) expect(description_he.length).toBeGreaterThan(20)
    for (const { expertise_areas } of content.authors) {
      expect(expertise_areas.length).toBeGreaterThanOrEqual(2)
      expect(expertise_areas.length).toBeLessThanOrEqual(4)
    }
  })

  it.each(bodies)('the rich text of %s is well formed', (_name, body) => {
    const blocks = blocksOf(body.content)
    expect(blocks.length).toBeGreaterThan(8)
    expect(blocks.some(({ type }) => type === 'heading')).toBe(true)
    expect(blocks.some(({ type }) => type === 'bulletList' || type === 'orderedList')).toBe(true)
    for (const block of blocks) {
      if (block.type === 'paragraph' || block.type === 'heading') {
        for (const node of block.content) {
          if (node.type === 'fact') continue
          expect(node.text).not.toBe('')
          expect(node.text).not.toMatch(/\*\*|^#|\]\(|^\| /)
        }
      }
      if (block.type === 'table') {
        expect(new Set(block.content.map((row) => row.content.length)).size).toBe(1)
        expect(block.content[0]?.content.every(({ type }) => type === 'tableHeader')).toBe(true)
      }
    }
  })

  it('articles are dated and of both kinds', () => {
    expect(new Set(articles.map(({ kind }) => kind))).toEqual(new Set(['news', 'essay']))
    expect(content.legalDocuments.map(({ slug }) => slug)).toEqual(['terms', 'privacy', 'cookies', 'accessibility'])
    for (const { published_at, checked_on, reading_minutes } of articles) {
      expect(Date.parse(published_at)).toBeLessThan(Date.parse(checked_on))
      expect(reading_minutes).toBeGreaterThanOrEqual(1)
    }
  })
})
