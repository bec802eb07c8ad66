import type { Page } from '@playwright/test'
import { signInNewStudent } from '../support/account.ts'
import { type CatalogueCourse, someCourse } from '../support/lesson.ts'
import { toastWithText } from '../support/student.ts'
import { expect, test } from '../support/test.ts'

const panelOf = (page: Page, course: CatalogueCourse) => page.getByRole('dialog', { name: course.title_he })

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
  await expect(toastWithText(page, 'הקורס נשמר בהצלחה ברשימת המועדפים')).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'האזור האישי' }).click()
  await page.getByRole('region', { name: 'המועדפים שלי' }).getByRole('link', { name: course.title_he }).click()
  await page.waitForURL(`**/courses/${course.id}`)
  const panel = panelOf(page, course)
  await panel.getByRole('button', remove).click()
  await expect(toastWithText(page, 'הקורס הוסר מרשימת המועדפים')).toBeVisible()
  await expect(panel.getByRole('button', add)).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByText('עוד לא שמרתם קורסים')).toBeVisible()
})
