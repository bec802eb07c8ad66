import { signInNewStudent } from '../support/account.ts'
import { expectResumedNear, playUntil, position, someCourse } from '../support/lesson.ts'
import { linkIn } from '../support/mail-server.ts'
import { newStudent, register } from '../support/student.ts'
import { allowRefusals, expect, SERVER_AWAY, test } from '../support/test.ts'

test('[2.3-01] [2.1-11] [2.4-01] [2.6-03] [2.7-01] a visitor browses, opens a course, registers and follows the mailed link', {
  tag: '@phone',
}, async ({ page, academy }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'האקדמיה לפיננסים' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'לכל הקורסים' }).first().click()
  await page.waitForURL('**/courses')
  await page
    .getByRole('link', { name: /ריבית דריבית, מהיסוד/ })
    .first()
    .click()
  await expect(page.getByRole('dialog', { name: /ריבית דריבית, מהיסוד/ })).toBeVisible()

  const student = newStudent()
  const mail = await register(page, academy, student)
  expect(mail.html).toContain('dir="rtl"')
  await page.goto(linkIn(mail, '/auth/callback'))
  await page.waitForURL('**/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('דנה')
})

test('[3-15] [9-35] [9-39] a student watches, leaves, and comes back to the same second; the dashboard shows the percent', async ({
  page,
  academy,
  context,
  problems,
}) => {
  const course = await someCourse(academy)
  const [lesson] = course.lessons
  if (!lesson) throw new Error('The course has no lesson')
  await signInNewStudent(page, academy)
  const address = `/courses/${course.id}/lessons/${lesson.id}`

  await page.goto(address)
  await playUntil(page, 7)
  const beforeReload = await position(page)
  await page.reload()
  await expectResumedNear(page, beforeReload)

  await playUntil(page, beforeReload + 6)
  const beforeClosing = await position(page)
  await page.close({ runBeforeUnload: true })
  const again = await context.newPage()
  await again.goto(address)
  await expectResumedNear(again, beforeClosing)

  await playUntil(again, beforeClosing + 6)
  const beforeRestart = await position(again)
  await again.goto('/dashboard')
  await academy.restart('SIGKILL')
  // What the open page asked for while the server was away.
  allowRefusals(problems, SERVER_AWAY)
  await again.goto(address)
  await expectResumedNear(again, beforeRestart)

  const total = course.lessons.reduce((sum, { duration_seconds }) => sum + duration_seconds, 0)
  await again.goto('/dashboard')
  const shown = await again.getByRole('progressbar').first().getAttribute('aria-valuenow')
  const expected = (100 * beforeRestart) / Math.max(1, total)
  expect(Math.abs(Number(shown) - expected)).toBeLessThanOrEqual(100 * (5 / total) + 1)
})
