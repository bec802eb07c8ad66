import type { Page } from '@playwright/test'
import { signInNewStudent } from '../support/account.ts'
import { type CatalogueCourse, someCourse } from '../support/lesson.ts'
import { toastSaying } from '../support/student.ts'
import { expect, expectRefusals, OFFLINE, test } from '../support/test.ts'

const firstLesson = ({ lessons: [lesson] }: CatalogueCourse) => {
  if (!lesson) throw new Error('The course has no lesson')
  return lesson
}

const panelOf = (page: Page, course: CatalogueCourse) => page.getByRole('dialog', { name: course.title_he })

test('[2.4-11] [2.4-14] [2.4-15] a completed lesson is green in the panel, and the button says to continue', async ({
  page,
  academy,
}) => {
  const course = await someCourse(academy)
  const lesson = firstLesson(course)
  await signInNewStudent(page, academy)
  await page.goto(`/courses/${course.id}`)
  const panel = panelOf(page, course)
  await expect(panel.getByRole('link', { name: 'להתחיל ללמוד' })).toBeVisible()
  await panel.getByRole('link', { name: new RegExp(lesson.title_he) }).click()
  await page.waitForURL(`**/courses/${course.id}/lessons/${lesson.id}`)
  await expect(panel).toBeHidden()
  await page.getByRole('button', { name: 'סימון השיעור כהושלם' }).click()
  await expect(page.getByText('השיעור הושלם', { exact: true })).toBeVisible()

  await page.goto(`/courses/${course.id}`)
  await expect(panel.getByRole('link', { name: 'להמשיך לצפות' })).toBeVisible()
  const done = panel.getByRole('listitem').filter({ hasText: lesson.title_he })
  await expect(done).toHaveAttribute('data-completed', 'true')
  await expect(done.getByRole('link')).toHaveCSS('color', 'rgb(7, 80, 64)')
  await expect(panel.locator('[data-completed]')).toHaveCount(1)
})

test('[8-32] [5-19] a visitor who wants to save a course is told to sign in', async ({ page }) => {
  await page.goto('/courses')
  await page
    .getByRole('button', { name: /^שמירת הקורס/ })
    .first()
    .click()
  await expect(toastSaying(page, 'יש להתחבר כדי לשמור קורסים')).toBeVisible()
})

test('[8-34] [8-35] [4-52] [2.2-19] a course is saved from its card and taken out again in its panel', async ({
  page,
  academy,
}) => {
  const course = await someCourse(academy)
  await signInNewStudent(page, academy)
  const add = { name: `שמירת הקורס ${course.title_he} במועדפים` }
  const remove = { name: `הסרת הקורס ${course.title_he} מהמועדפים` }
  await page.goto('/courses')
  await page.getByRole('button', add).click()
  await expect(toastSaying(page, 'הקורס נשמר בהצלחה ברשימת המועדפים')).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByRole('region', { name: 'המועדפים שלי' })).toContainText(course.title_he)

  await page.goto(`/courses/${course.id}`)
  const panel = panelOf(page, course)
  await panel.getByRole('button', remove).click()
  await expect(toastSaying(page, 'הקורס הוסר מרשימת המועדפים')).toBeVisible()
  await expect(panel.getByRole('button', add)).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByText('עוד לא שמרתם קורסים')).toBeVisible()
})

test('[8-33] [5-20] a course that was saved in another tab meanwhile is not saved twice', async ({
  page,
  academy,
  context,
  problems,
}) => {
  const course = await someCourse(academy)
  await signInNewStudent(page, academy)
  const add = { name: `שמירת הקורס ${course.title_he} במועדפים` }
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto('/courses')
    await expect(tab.getByRole('button', add)).toBeEnabled()
  }
  await other.getByRole('button', add).click()
  await expect(toastSaying(other, 'הקורס נשמר בהצלחה ברשימת המועדפים')).toBeVisible()
  await page.getByRole('button', add).click()
  await expect(toastSaying(page, 'הקורס כבר שמור במועדפים')).toBeVisible()
  expectRefusals(problems, /status of 409 .*\/rest\/v1\/bookmarks/)
})

test('[8-34] [8-35] a course that could not be saved is shown as not saved', async ({
  page,
  academy,
  context,
  problems,
}) => {
  const course = await someCourse(academy)
  await signInNewStudent(page, academy)
  await page.goto('/courses')
  const add = page.getByRole('button', { name: `שמירת הקורס ${course.title_he} במועדפים` })
  await expect(add).toBeEnabled()
  await context.setOffline(true)
  await add.click()
  await expect(toastSaying(page, 'שגיאה בשמירת הקורס')).toBeVisible()
  await expect(add).toHaveAttribute('aria-pressed', 'false')
  await context.setOffline(false)
  expectRefusals(problems, OFFLINE)
})

test('[6-05] [2.1-14] [2.11-02] [2.11-05] lessons are for signed-in students with a verified address', async ({
  page,
  academy,
}) => {
  const course = await someCourse(academy)
  const address = `/courses/${course.id}/lessons/${firstLesson(course).id}`
  await page.goto(address)
  await page.waitForURL('**/login')
  const student = await signInNewStudent(page, academy)
  await academy.patch('users', ['email', student.email], { email_verified: false })
  await page.goto(address)
  await page.waitForURL('**/auth/verify-email')
  await expect(page.getByText(student.email)).toBeVisible()
})

test('[6-05] the file of a video is refused without a token, and its rows are hidden from visitors', async ({
  page,
  academy,
}) => {
  const course = await someCourse(academy)
  await signInNewStudent(page, academy)
  const signed = page.waitForResponse((response) => response.url().includes('/storage/v1/object/sign/'))
  await page.goto(`/courses/${course.id}/lessons/${firstLesson(course).id}`)
  const object = new URL((await signed).url()).pathname.replace('/storage/v1/object/sign/', '')
  const anonKey = (await page.locator('html').getAttribute('data-anon-key')) ?? ''
  for (const headers of [{}, { apikey: anonKey }, { apikey: anonKey, authorization: `Bearer ${anonKey}` }]) {
    for (const way of ['', 'authenticated/', 'public/', 'sign/']) {
      const response = await fetch(`${academy.url}/storage/v1/object/${way}${object}`, {
        headers: headers as HeadersInit,
      })
      expect([way, response.ok]).toEqual([way, false])
      expect(response.headers.get('content-type') ?? '').not.toContain('video')
    }
  }
  const rows = await fetch(`${academy.url}/rest/v1/lesson_contents?select=*`, { headers: { apikey: anonKey } })
  expect(rows.ok ? await rows.json() : []).toEqual([])
})
