import type { Page } from '@playwright/test'
import { installClock, stopClock } from '../support/clock.ts'
import { someCourse } from '../support/lesson.ts'
import { readRows, whileChanged } from '../support/rows.ts'
import { expect, expectRefusals, OFFLINE, test } from '../support/test.ts'

const cardOf = (page: Page, courseId: string) =>
  page
    .getByRole('main')
    .getByRole('article')
    .filter({ has: page.locator(`[data-course-link="${courseId}"]`) })

const LONG = Array.from({ length: 40 }, (_, index) => `מילה${index}`).join(' ')

test('[2.2-17] [2.2-18] [2.2-19] [2.2-20] [2.2-21] [2.2-22] [2.2-23] [2.2-24] [2.2-25] [9-28] [9-30] a card shows its course, and what stands in for what a course lacks', async ({
  page,
  academy,
}) => {
  const course = await someCourse(academy)
  const change = {
    title_he: 'קורס בדיקה',
    description_he: LONG,
    duration_minutes: 95,
    thumbnail_url: null,
    category_id: null,
  }
  await whileChanged(academy, 'courses', course.id, change, async () => {
    await expect(async () => {
      await page.goto('/courses')
      await expect(cardOf(page, course.id)).toContainText('קורס בדיקה', { timeout: 1_000 })
    }).toPass()
    const card = cardOf(page, course.id)
    await card.scrollIntoViewIfNeeded()
    const picture = card.locator('img').first()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
    await expect(card.getByText('כללי', { exact: true })).toBeVisible()
    await expect(card.getByRole('heading', { name: 'קורס בדיקה' })).toBeVisible()
    const [shown = ''] = await card.locator('p', { hasText: '…' }).allTextContents()
    expect(shown.length).toBeLessThanOrEqual(80)
    expect(LONG.split(' ')).toContain(shown.split(' ').at(-1)?.replace('…', ''))
    await expect(card).toContainText(`${course.lessons.length} שיעורים`)
    await expect(card.getByText('1h 35m', { exact: true })).toBeVisible()
    await expect(card.getByRole('button', { name: 'שמירת הקורס קורס בדיקה במועדפים' })).toBeVisible()
    await card.getByRole('link', { name: 'לצפייה בקורס: קורס בדיקה' }).click()
    const panel = page.getByRole('dialog', { name: 'קורס בדיקה' })
    await expect(panel.getByText('כללי', { exact: true })).toBeVisible()
    await expect(panel.getByText('1h 35m', { exact: true })).toBeVisible()
    await expect(panel.locator('img').first()).toHaveJSProperty('complete', true)
  })
})

test('[1-01] [2.3-01] [2.3-02] [2.3-03] [2.3-04] [2.3-05] [9-40] home: two ways in, the first three courses, the featured categories with their counts', async ({
  page,
  academy,
}) => {
  await page.goto('/')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('האקדמיה לפיננסים')
  await expect(main.getByRole('link', { name: 'להתחיל ללמוד' })).toHaveAttribute('href', '/dashboard')
  await expect(main.getByRole('link', { name: 'לכל הקורסים' }).first()).toHaveAttribute('href', '/courses')
  await expect(main.getByText(/ומבחני ידע עם הסבר לכל תשובה/)).toBeVisible()
  const courses = await readRows<{ id: string; title_he: string; category_id: string }>(
    academy,
    'courses',
    'select=id,title_he,category_id&is_published=eq.true&order=order_index',
  )
  const recommended = main.getByRole('region', { name: 'קורסים מומלצים' })
  await expect(recommended.getByRole('article').getByRole('heading')).toHaveText(
    courses.slice(0, 3).map(({ title_he }) => title_he),
  )
  const featured = await readRows<{ id: string; name_he: string; description_he: string; slug: string }>(
    academy,
    'categories',
    'select=id,name_he,description_he,slug&is_featured=eq.true&is_active=eq.true&order=order_index',
  )
  const entries = main.getByRole('region', { name: 'תחומי לימוד' }).getByRole('listitem')
  await expect(entries).toHaveCount(featured.length)
  for (const [index, { id, name_he, description_he, slug }] of featured.entries()) {
    const count = courses.filter(({ category_id }) => category_id === id).length
    const counted = count === 0 ? 'בקרוב' : count === 1 ? 'קורס אחד' : `${count} קורסים`
    for (const text of [name_he, description_he, counted]) await expect(entries.nth(index)).toContainText(text)
    await expect(entries.nth(index).getByRole('link')).toHaveAttribute('href', `/categories/${slug}`)
  }
  await expect(main.getByRole('heading', { name: 'מתחילים משיעור אחד' })).toBeVisible()
  await expect(main.getByRole('region').last().getByRole('link', { name: 'להרשמה' })).toBeVisible()

  await recommended.getByRole('article').nth(1).click()
  await page.waitForURL(`**/courses/${courses[1]?.id}`)
  const panel = page.getByRole('dialog', { name: courses[1]?.title_he ?? '' })
  await expect(panel).toBeVisible()
  await panel.getByRole('button', { name: 'סגירה' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await expect(page.locator(`[data-course-link="${courses[1]?.id}"]`)).toBeFocused()
  await entries.first().getByRole('link').click()
  await page.waitForURL('**/categories/*')
  await page.locator('header').getByRole('link', { name: 'האקדמיה לפיננסים' }).click()
  await page.waitForURL((url) => url.pathname === '/')
})

test('[4-47] [9-25] [8-36] the list of a category stops loading after 8 s, says so, and comes with a retry', async ({
  page,
}) => {
  await installClock(page)
  await page.goto('/about-us', { waitUntil: 'networkidle' })
  // Never answered until the page is told to go on.
  await page.route(/\.data/, () => undefined)
  await stopClock(page)
  const asked = page.waitForRequest(/\.data/)
  await page.locator('footer').getByRole('link', { name: 'השקעות', exact: true }).click()
  await asked
  await page.clock.runFor(7_000)
  await expect(page.getByText('טוען...')).toBeVisible()
  await page.clock.runFor(1_100)
  await expect(page.getByRole('alert').getByRole('heading', { name: 'הקורסים לא נטענו' })).toBeVisible()
  await expect(page.getByText('טוען...')).toBeHidden()
  await page.unroute(/\.data/)
  await page.getByRole('alert').getByRole('button', { name: 'לנסות שוב' }).click()
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
})

test('without a connection a list says so inside the page, and comes when the connection is back', async ({
  page,
  context,
  problems,
}) => {
  await page.goto('/about-us', { waitUntil: 'networkidle' })
  await page.locator('footer').getByRole('link', { name: 'קורסים', exact: true }).click()
  await page.waitForURL('**/courses')
  await page.locator('footer').getByRole('link', { name: 'אודות', exact: true }).click()
  await page.waitForURL('**/about-us')
  await context.setOffline(true)
  await expect(page.getByText('אין חיבור לאינטרנט. מה שכבר נטען נשאר כאן')).toBeVisible()
  await page.locator('footer').getByRole('link', { name: 'קורסים', exact: true }).click()
  await expect(page.getByRole('alert').getByRole('heading', { name: 'הקורסים לא נטענו' })).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('alert').getByRole('button', { name: 'לנסות שוב' }).click()
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
  expectRefusals(problems, OFFLINE)
})
