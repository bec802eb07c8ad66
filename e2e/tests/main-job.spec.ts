import { signInNewStudent } from '../support/account.ts'
import { expectResumedNear, playUntil, position, progressOf, someCourse } from '../support/lesson.ts'
import { linkIn } from '../support/mailbox.ts'
import { ownAcademy } from '../support/project.ts'
import { newStudent, register } from '../support/student.ts'
import { allowRefusals, expect, SERVER_AWAY, test, WITH_MOTION } from '../support/test.ts'

test.use(WITH_MOTION)

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

test('[3-15] [4-48] [9-35] [9-39] no closed tab, killed server or reload loses more than 5 s; the dashboard shows the percent', async ({
  page,
  academy,
  context,
  problems,
}) => {
  const own = ownAcademy(academy, 'its server is killed')
  const course = await someCourse(academy)
  const [lesson] = course.lessons
  if (!lesson) throw new Error('The course has no lesson')
  const { email } = await signInNewStudent(page, academy)
  const address = `/courses/${course.id}/lessons/${lesson.id}`

  await page.goto(address)
  await playUntil(page, 7)
  const beforeClosing = await position(page)
  await page.close()
  const again = await context.newPage()
  await again.goto(address)
  await expectResumedNear(again, beforeClosing)

  await playUntil(again, beforeClosing + 3, 2)
  await own.restart('SIGKILL')
  await playUntil(again, beforeClosing + 8, 2)
  // At its own speed, at which it is not far from what is read when the page is left.
  await playUntil(again, beforeClosing + 9)
  const beforeLeaving = await position(again)
  await again.reload()
  await expectResumedNear(again, beforeLeaving)
  const saved = async () => (await progressOf(academy, email, lesson.id))?.progress_seconds ?? 0
  await expect.poll(saved).toBeGreaterThan(beforeLeaving - 5)
  // What the open page asked for while the server was away.
  allowRefusals(problems, SERVER_AWAY)

  const total = course.lessons.reduce((sum, { duration_seconds }) => sum + duration_seconds, 0)
  await again.goto('/dashboard')
  const shown = await again.getByRole('progressbar').first().getAttribute('aria-valuenow')
  const expected = (100 * beforeLeaving) / Math.max(1, total)
  expect(Math.abs(Number(shown) - expected)).toBeLessThanOrEqual(100 * (5 / total) + 1)
})
