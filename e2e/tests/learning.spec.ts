import type { Page } from '@playwright/test'
import { signInNewStudent } from '../support/account.ts'
import { type CatalogueCourse, someCourse } from '../support/lesson.ts'
import { toastSaying } from '../support/student.ts'
import { expect, test } from '../support/test.ts'

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
