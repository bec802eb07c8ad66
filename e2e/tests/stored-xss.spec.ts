import { randomUUID } from 'node:crypto'
import type { Academy } from '../support/academy.ts'
import { signInNewStudent } from '../support/account.ts'
import { asOwner } from '../support/owner.ts'
import { newStudent } from '../support/student.ts'
import { expect, test } from '../support/test.ts'
import { hits, touch, XSS_ADDRESSES, XSS_TEXTS } from '../support/xss-payloads.ts'

test.skip(({ isMobile }) => isMobile, 'a phone shows the same')

/** Texts fit the columns that are short; everything else gets them all. */
const SHORT = XSS_TEXTS.filter((text) => text.length < 95)
const ALL = XSS_TEXTS.join(' ')
const text = (value: string) => ({ type: 'text', text: value })
const BODY = {
  type: 'doc',
  content: [
    ...XSS_TEXTS.map((value) => ({ type: 'paragraph', content: [text(value)] })),
    ...XSS_TEXTS.slice(0, 40).map((value) => ({ type: 'heading', attrs: { level: 2 }, content: [text(value)] })),
    ...XSS_ADDRESSES.map((href) => ({
      type: 'paragraph',
      content: [{ ...text('קישור'), marks: [{ type: 'link', attrs: { href } }] }],
    })),
    ...XSS_TEXTS.slice(0, 40).map((value) => ({ type: value, attrs: { level: value }, content: [text(value)] })),
  ],
}

/** What would refuse them first: a page is safe whatever is stored. */
const LIFT_BOUNDS = ['articles', 'authors', 'categories', 'courses', 'lessons']
  .flatMap((table) =>
    ['bounds', 'rich_text'].map((what) => `alter table ${table} drop constraint if exists ${table}_${what}_check`),
  )
  .join(';')

async function putIn(academy: Academy): Promise<{ paths: string[]; remove: () => Promise<void> }> {
  const [author, category, course, lesson, article] = Array.from({ length: 5 }, () => randomUUID())
  const slug = `x-${author?.slice(0, 8)}`
  const add = (table: string, row: Record<string, unknown>) => academy.asServer('POST', `/rest/v1/${table}`, row)
  await asOwner(academy, LIFT_BOUNDS)
  await add('authors', { id: author, slug, name_he: ALL, bio_he: ALL, expertise_areas: SHORT.slice(0, 20) })
  await add('categories', { id: category, slug, name_he: ALL, description_he: ALL, order_index: 999 })
  const inCourse = { title_he: ALL, description_he: ALL, category_id: category, author_id: author }
  await add('courses', { id: course, ...inCourse, is_published: true, status: 'published', order_index: 999 })
  await add('lessons', { id: lesson, course_id: course, title_he: ALL, duration_seconds: 60, is_published: true })
  const inArticle = { kind: 'news', slug, title_he: ALL, excerpt_he: ALL, body: BODY, author_id: author }
  await add('articles', { id: article, ...inArticle, is_published: true, published_at: new Date(0).toISOString() })
  return {
    paths: [`/news/${slug}`, '/news', `/courses/${course}`, '/courses', '/categories', `/categories/${slug}`],
    async remove() {
      for (const [table, id] of [
        ['articles', article],
        ['lessons', lesson],
        ['courses', course],
        ['categories', category],
        ['authors', author],
      ])
        await academy.asServer('DELETE', `/rest/v1/${table}?id=eq.${id}`)
    },
  }
}

test('no text or address of an editor becomes a script, on any page that shows it', async ({ page, academy }) => {
  expect(XSS_TEXTS.length + XSS_ADDRESSES.length).toBeGreaterThanOrEqual(500)
  const { paths, remove } = await putIn(academy)
  try {
    for (const path of paths) {
      await page.goto(path)
      await page.waitForLoadState('load')
      await touch(page)
      expect(await hits(page), path).toBe(0)
      expect(await page.locator('[onerror], [onload], [onfocus], iframe[srcdoc], base').count(), path).toBe(0)
    }
  } finally {
    await remove()
  }
})

test('no name of a student becomes a script', async ({ page, academy }) => {
  const student = newStudent()
  await signInNewStudent(page, academy, student)
  for (let place = 0; place < 12; place += 2) {
    const [first_name, last_name] = SHORT.slice(place)
    await academy.patch('users', ['email', student.email], { first_name, last_name })
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await touch(page)
    expect(await hits(page), `${first_name} ${last_name}`).toBe(0)
  }
})

test('the check can fail: the same texts run where a text is taken for markup', async ({ page, problems }) => {
  await page.setContent('<main></main>')
  const ran = await page.evaluate(async (texts) => {
    const watched = window as { hits?: number }
    let count = 0
    for (const text of texts) {
      watched.hits = 0
      document.body.append(document.createRange().createContextualFragment(text))
      await new Promise((resolve) => setTimeout(resolve, 5))
      if (watched.hits > 0) count += 1
    }
    return count
  }, XSS_TEXTS)
  expect(ran).toBeGreaterThan(30)
  problems.length = 0
})
