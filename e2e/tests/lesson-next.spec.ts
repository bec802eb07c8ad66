import type { Page } from '@playwright/test'
import type { Academy } from '../support/academy.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { signInNewStudent } from '../support/account.ts'
import { type CatalogueCourse, playUntil, position, progressOf, someCourse } from '../support/lesson.ts'
import { lessonAddress, moveTo, openLesson, openPart, playTheEnd } from '../support/lesson-page.ts'
import { expect, test } from '../support/test.ts'

const COUNTDOWN_MS = 10_000
const countdown = (page: Page) => page.getByText('מתחיל בעוד')

/** Opens a lesson under a clock of its own and plays it to its end. */
async function openAtEnd(page: Page, academy: Academy, number = 1): Promise<CatalogueCourse> {
  const course = await someCourse(academy)
  await signInNewStudent(page, academy)
  await openLesson(page, lessonAddress(course, number))
  return course
}

async function endUnderClock(page: Page): Promise<void> {
  await page.clock.install()
  await playTheEnd(page)
  await page.getByText('סוף השיעור').waitFor()
}

test('the next lesson follows after ten seconds and plays; the person may call it off', async ({ page, academy }) => {
  const course = await openAtEnd(page, academy)
  await endUnderClock(page)
  await expect(countdown(page)).toBeVisible()
  await expectAccessible(page, 'countdown')
  await page.clock.runFor(COUNTDOWN_MS + 500)
  await page.waitForURL(`**${lessonAddress(course, 2)}`)
  await expect(page.getByRole('main')).toBeFocused()
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => !video.paused && video.currentTime > 0))
    .toBe(true)

  await playTheEnd(page)
  await page.getByText('סוף השיעור').waitFor()
  await page.getByRole('button', { name: 'לא לעבור' }).click()
  await page.clock.runFor(60_000)
  expect(page.url()).toContain(lessonAddress(course, 2))
  await expect(page.getByRole('status').filter({ hasText: 'המעבר בוטל.' })).toHaveCount(1)
  await expect(countdown(page)).toBeHidden()
})

test('[3-18] [4-51] the list shows the state of each lesson; a course is started anew and brought back', async ({
  page,
  academy,
}) => {
  const course = await openAtEnd(page, academy)
  await page.getByRole('button', { name: 'סימון השיעור כהושלם' }).click()
  await expect(page.getByText('השיעור הושלם', { exact: true })).toBeVisible()
  await openLesson(page, lessonAddress(course, 2))
  await moveTo(page, 0)
  await playUntil(page, 6, 4)
  await page.locator('video').evaluate((video: HTMLVideoElement) => video.pause())
  await openPart(page, 'שיעורים')
  const lessons = page.getByRole('list', { name: 'השיעורים בקורס' }).getByRole('listitem')
  await expect(lessons.nth(0)).toContainText('הושלם')
  await expect(lessons.nth(1)).toContainText(/נצפו \d+%/)
  await expect(lessons.nth(1)).toContainText('השיעור הנוכחי')
  await expect(lessons.nth(2)).toHaveAttribute('data-state', 'new')
  await expect(page.getByText('נשמר', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'להתחיל את הקורס מחדש' }).click()
  const dialog = page.getByRole('dialog', { name: 'להתחיל את הקורס מחדש?' })
  await expectAccessible(page, 'reset')
  await dialog.getByRole('button', { name: 'ביטול' }).click()
  await expect(lessons.nth(0)).toContainText('הושלם')
  await page.getByRole('button', { name: 'להתחיל את הקורס מחדש' }).click()
  await dialog.getByRole('button', { name: 'להתחיל מחדש' }).click()
  await expect(lessons.nth(0)).toHaveAttribute('data-state', 'new')
  await expect(lessons.nth(1)).toHaveAttribute('data-state', 'new')
  await page.getByRole('button', { name: 'להחזיר את ההתקדמות' }).click()
  await expect(page.getByText('ההתקדמות הוחזרה.')).toBeVisible()
  await page.reload()
  await expect(lessons.nth(0)).toContainText('הושלם')
  await expect(lessons.nth(1)).toContainText(/נצפו \d+%/)
})

test('a course that is started anew in one tab stays so while another tab plays on', async ({
  page,
  academy,
  context,
}) => {
  const course = await someCourse(academy)
  const { email } = await signInNewStudent(page, academy)
  await openLesson(page, lessonAddress(course, 1))
  await playUntil(page, 7, 4)
  await page.locator('video').evaluate((video: HTMLVideoElement) => video.pause())
  await expect(page.getByText('נשמר', { exact: true })).toBeVisible()
  await playUntil(page, 8)
  const other = await context.newPage()
  await openLesson(other, lessonAddress(course, 2))
  await openPart(other, 'שיעורים')
  await other.getByRole('button', { name: 'להתחיל את הקורס מחדש' }).click()
  const reset = Date.now()
  await other.getByRole('dialog').getByRole('button', { name: 'להתחיל מחדש' }).click()
  await expect(other.getByText('להחזיר את ההתקדמות')).toBeVisible()

  await playUntil(page, (await position(page)) + 5)
  const most = (Date.now() - reset) / 1000 + 3
  await page.locator('video').evaluate((video: HTMLVideoElement) => video.pause())
  const seconds = async () => (await progressOf(academy, email, course.lessons[0]?.id))?.watched_seconds ?? 0
  await expect.poll(seconds).toBeGreaterThan(2)
  expect(await seconds()).toBeLessThanOrEqual(most)
})

test('[4-51] a completed course stays completed and names the lessons that were added since', async ({
  page,
  academy,
}) => {
  const course = await someCourse(academy, 3)
  const [first, ...others] = course.lessons
  const last = others.at(-1)
  if (!first || !last) throw new Error('The course has no lesson')
  const publish = (lessons: typeof others, isPublished: boolean) =>
    Promise.all(lessons.map(({ id }) => academy.patch('lessons', ['id', id], { is_published: isPublished })))
  const start = `/courses/${course.id}/lessons/${first.id}`
  await signInNewStudent(page, academy)
  await publish(others, false)
  try {
    await expectPageNames(page, start, last.id, false)
    await openLesson(page, start)
    await page.getByRole('button', { name: 'סימון השיעור כהושלם' }).click()
    await expect(page.getByText('השיעור הושלם', { exact: true })).toBeVisible()
    await playTheEnd(page)
    await expect(page.getByText('סיימתם את הקורס', { exact: true })).toBeVisible()
    await expect(page.getByText(/הקורס הושלם ב־.+ והסיום נשאר רשום/)).toBeVisible()
    await expectAccessible(page, 'end of the course')
    await publish(others.slice(-2), true)
    await expectPageNames(page, start, last.id, true)
    await expectPageNames(page, `/courses/${course.id}`, last.id, true)
    await expectTwoMoreLessons(page, `/courses/${course.id}`, start)
  } finally {
    await publish(others, true)
  }
})

/** The dashboard, the panel of the course and the end of its lesson say what was added since. */
async function expectTwoMoreLessons(page: Page, course: string, lesson: string): Promise<void> {
  await page.goto('/dashboard')
  await expect(page.getByText(/סיימתם ב־/)).toBeVisible()
  await expect(page.getByText('נוספו שני שיעורים מאז שסיימתם')).toBeVisible()
  await expectAccessible(page, 'dashboard with new lessons')
  await page.goto(course)
  await expect(page.getByRole('dialog').getByText('נוספו שני שיעורים מאז שסיימתם')).toBeVisible()
  await openLesson(page, lesson)
  await playTheEnd(page)
  await expect(page.getByText('נוספו שני שיעורים מאז שסיימתם')).toBeVisible()
}

/** The server keeps a page for ten seconds: waits until it is made anew, with the lesson or without it. */
const expectPageNames = (page: Page, path: string, lesson: string, isNamed: boolean) =>
  expect.poll(async () => (await (await page.request.get(path)).text()).includes(lesson)).toBe(isNamed)
