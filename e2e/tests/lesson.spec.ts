import { expectAccessible } from '../support/accessibility.ts'
import { signInNewStudent } from '../support/account.ts'
import { playUntil, progressOf, someCourse } from '../support/lesson.ts'
import { lessonAddress, openLesson } from '../support/lesson-page.ts'
import { allowRefusals, expect, test } from '../support/test.ts'

test('[2.1-13] [2.4-11] [2.4-14] [2.4-15] [4-49] starting a course opens its first lesson, later the one watched last; the panel follows a mark that is set and taken back', async ({
  page,
  academy,
}) => {
  const course = await someCourse(academy)
  const title = course.lessons[0]?.title_he ?? ''
  const { email } = await signInNewStudent(page, academy)
  const panel = page.getByRole('dialog', { name: course.title_he })
  await page.goto(`/courses/${course.id}`)
  await panel.getByRole('link', { name: 'להתחיל ללמוד' }).press('Enter')
  await page.waitForURL(`**${lessonAddress(course, 1)}`)
  await expect(page.getByRole('button', { name: 'סימון השיעור כהושלם' })).toBeVisible()
  // Above the heading, so that Tab leads to the player first; also after that came in place of the page's frame.
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('button', { name: 'סימון השיעור כהושלם' }).click()
  await expect(page.getByText('השיעור הושלם', { exact: true })).toBeVisible()

  await page.goto(`/courses/${course.id}`)
  await expect(panel.getByRole('link', { name: 'להמשיך לצפות' })).toBeVisible()
  const done = panel.getByRole('listitem').filter({ hasText: title })
  await expect(done).toHaveAttribute('data-completed', 'true')
  await expect(done.getByRole('link')).toHaveCSS('color', 'rgb(7, 80, 64)')
  await expect(panel.locator('[data-completed]')).toHaveCount(1)
  await done.getByRole('link').click()
  await page.waitForURL(`**${lessonAddress(course, 1)}`)
  await expect(panel).toBeHidden()
  await page.getByRole('button', { name: 'ביטול הסימון' }).click()
  await expect(page.getByRole('button', { name: 'סימון השיעור כהושלם' })).toBeVisible()
  await expect.poll(async () => (await progressOf(academy, email, course.lessons[0]?.id))?.completed).toBe(false)

  await page.getByRole('link', { name: 'לשיעור הבא' }).click()
  await page.waitForURL(`**${lessonAddress(course, 2)}`)
  await playUntil(page, 6)
  // Saved by now, and not only when half a minute is over.
  await page.locator('video').evaluate((video: HTMLVideoElement) => video.pause())
  await expect.poll(() => progressOf(academy, email, course.lessons[1]?.id)).toBeDefined()
  await page.goto(`/courses/${course.id}/start`)
  await page.waitForURL(`**${lessonAddress(course, 2)}`)
})

test('[4-49] [4-50] [9-38] a jump to the end completes nothing; watching what was missed does, at once', async ({
  page,
  academy,
}) => {
  const course = await someCourse(academy)
  const { email } = await signInNewStudent(page, academy)
  // A busy machine may need more than the ten seconds after which the next lesson follows.
  await page.addInitScript(() => localStorage.setItem('lesson-autoplay', 'false'))
  // Old enough to have had the time for what is watched here faster than anybody could.
  await academy.patch('users', ['email', email], { created_at: '2025-01-01T00:00:00Z' })
  await openLesson(page, lessonAddress(course, 1))
  const saved = () => progressOf(academy, email, course.lessons[0]?.id)
  const video = page.locator('video')
  // Faster than a person can choose: what counts is which seconds of the video were shown.
  await video.evaluate(async (element: HTMLVideoElement) => {
    element.playbackRate = 16
    element.currentTime = element.duration - 8
    await element.play()
  })
  await expect(page.getByText('סוף השיעור')).toBeVisible()
  await expect(page.getByText('השיעור הושלם', { exact: true })).toBeHidden()
  await expect.poll(async () => (await saved())?.watched_seconds).toBeGreaterThan(0)
  expect((await saved())?.completed).toBe(false)

  await page.getByRole('button', { name: 'קפיצה למה שפספסתי' }).click()
  await expect(page.getByText('השיעור הושלם', { exact: true })).toBeVisible()
  await expect.poll(async () => (await saved())?.completed).toBe(true)
  const seconds = course.lessons[0]?.duration_seconds ?? 0
  expect((await saved())?.watched_seconds).toBeGreaterThanOrEqual(Math.floor(seconds * 0.98))
  await expect(page.getByRole('progressbar')).not.toHaveAttribute('aria-valuenow', '0')
  await expect(page.getByText('סוף השיעור')).toBeVisible()
  await page.getByRole('region').getByRole('link', { name: 'לשיעור הבא' }).click()
  await page.waitForURL(`**${lessonAddress(course, 2)}`)
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('tab', { name: 'שיעורים' }).click()
  await expect(page.getByRole('link', { name: /הושלם/ })).toHaveCount(1)
})

test('[4-48] [7-17] two tabs of one lesson add up', async ({ page, academy, context }) => {
  const course = await someCourse(academy)
  const { email } = await signInNewStudent(page, academy)
  const other = await context.newPage()
  await openLesson(page, lessonAddress(course, 1))
  await openLesson(other, lessonAddress(course, 1))
  await other.locator('video').evaluate((video: HTMLVideoElement) => {
    video.currentTime = 30
  })
  await Promise.all([playUntil(page, 7, 4), playUntil(other, 37, 4)])
  for (const tab of [page, other]) await tab.locator('video').evaluate((video: HTMLVideoElement) => video.pause())
  await expect(page.getByText('נשמר', { exact: true })).toBeVisible()
  await expect(other.getByText('נשמר', { exact: true })).toBeVisible()
  const row = await progressOf(academy, email, course.lessons[0]?.id)
  expect(row?.watched_ranges).toMatch(/^\{\[0,\d+\),\[30,\d+\)\}$/)
})

test('[2.1-14] a lesson that does not exist or may not be seen says so', async ({ page, academy, problems }) => {
  const course = await someCourse(academy)
  await signInNewStudent(page, academy)
  const missing = await page.goto(`/courses/${course.id}/lessons/00000000-0000-4000-8000-000000000000`)
  expect(missing?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'השיעור לא נמצא' })).toBeVisible()
  await page.route('**/rest/v1/lesson_contents?*', (route) => route.fulfill({ json: [] }))
  await page.goto(lessonAddress(course, 1))
  await expect(page.getByText('אין גישה לשיעור הזה')).toBeVisible()
  await expectAccessible(page, 'no access to a lesson')
  allowRefusals(problems, /status of 404/)
})
