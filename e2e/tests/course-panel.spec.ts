import type { Page } from '@playwright/test'
import { type CatalogueCourse, someCourse } from '../support/lesson.ts'
import { readRows } from '../support/rows.ts'
import { expect, test, WITH_MOTION } from '../support/test.ts'

test.use(WITH_MOTION)

const panelOf = (page: Page, { title_he }: CatalogueCourse) => page.getByRole('dialog', { name: title_he })
const lessonTime = (seconds: number) => {
  const minutes = Math.max(1, Math.floor(seconds / 60))
  return minutes < 60 ? `${minutes} דק׳` : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}

/** Opens the panel from the list, by what the browser fetches and no kept page. */
async function openFromList(page: Page, course: CatalogueCourse) {
  await page.goto('/courses')
  await page.locator(`[data-course-link="${course.id}"]`).click()
  const panel = panelOf(page, course)
  await expect(panel).toBeVisible()
  return panel
}

test('[2.4-01] [2.4-14] [2.4-15] [9-41] [9-42] a panel is a dialog in the middle, below 768 px a drawer of 95% at the bottom; it offers to start, with the bookmark beside, and a lesson closes it', async ({
  page,
  academy,
}) => {
  const course = await someCourse(academy)
  await page.setViewportSize({ width: 768, height: 1000 })
  const panel = await openFromList(page, course)
  const box = async () => (await panel.boundingBox()) ?? { x: -1, y: -1, width: 0, height: 0 }
  await expect(async () => {
    const { x, y, width, height } = await box()
    expect(Math.abs(x + width / 2 - 768 / 2)).toBeLessThanOrEqual(8)
    expect(Math.abs(y + height / 2 - 500)).toBeLessThanOrEqual(1)
    expect(width).toBeLessThan(768)
  }).toPass()
  await page.setViewportSize({ width: 767, height: 1000 })
  await expect(async () => {
    const { x, y, width, height } = await box()
    expect([x, Math.round(y), width, Math.round(height)]).toEqual([0, 50, 767, 950])
  }).toPass()

  const start = panel.getByRole('link', { name: 'להתחיל ללמוד' })
  await expect(start).toHaveAttribute('href', `/courses/${course.id}/start`)
  const save = panel.getByRole('button', { name: /^שמירת הקורס/ })
  const [one, other] = await Promise.all([start.boundingBox(), save.boundingBox()])
  expect(Math.abs((one?.y ?? 0) + (one?.height ?? 0) / 2 - (other?.y ?? 0) - (other?.height ?? 0) / 2)).toBeLessThan(6)
  await panel.locator('ol > li a').nth(1).click()
  await page.waitForURL('**/login')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('[2.4-02] [2.4-03] [2.4-04] [2.4-05] [2.4-06] [2.4-07] [2.4-08] [2.4-09] [2.4-10] [9-31] the panel tells all about a course', async ({
  page,
  academy,
}) => {
  const course = await someCourse(academy, 1)
  const [row] = await readRows<{
    description_he: string
    duration_minutes: number
    category: { name_he: string }
    author: { name_he: string; expertise_areas: string[] }
  }>(
    academy,
    'courses',
    `id=eq.${course.id}&select=description_he,duration_minutes,category:categories(name_he),author:authors(name_he,expertise_areas)`,
  )
  if (!row) throw new Error('The course has no row')
  const panel = await openFromList(page, course)
  await expect(panel.locator('img').first()).toBeVisible()
  await expect(panel.getByRole('heading', { name: course.title_he })).toBeVisible()
  for (const text of [
    row.category.name_he,
    `${course.lessons.length} שיעורים`,
    `${Math.floor(row.duration_minutes / 60)}h ${row.duration_minutes % 60}m`,
    row.description_he,
    row.author.name_he,
    row.author.expertise_areas.slice(0, 2).join(' • '),
  ])
    await expect(panel).toContainText(text)
  const lessons = panel.locator('ol > li')
  await expect(lessons).toHaveCount(course.lessons.length)
  for (const [index, { title_he, duration_seconds }] of course.lessons.entries()) {
    await expect(lessons.nth(index)).toContainText(String(index + 1))
    await expect(lessons.nth(index)).toContainText(title_he)
    await expect(lessons.nth(index)).toContainText(lessonTime(duration_seconds))
  }
})
