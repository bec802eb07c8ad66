import { linkIn } from '../support/mail-server.ts'
import { newStudent, register } from '../support/student.ts'
import { expect, test } from '../support/test.ts'

test('[2.3-01] [2.1-11] [2.4-01] [2.6-03] [2.7-01] a visitor browses, opens a course, registers and follows the mailed link', async ({
  page,
  academy,
}) => {
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
