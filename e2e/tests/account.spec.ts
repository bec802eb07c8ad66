import { returningStudent } from '../support/account.ts'
import { codeIn, linkIn } from '../support/mailbox.ts'
import { fillInRegistration, newStudent } from '../support/student.ts'
import { expect, test } from '../support/test.ts'

test('[2.5-03] [2.6-02] [2.6-03] [2.1-18] [4-16] registration passes by keyboard alone, and the page that waits finishes by itself when the link is opened in the same browser', async ({
  page,
  academy,
  context,
}) => {
  const student = newStudent()
  await page.goto('/register')
  await page.getByLabel('שם פרטי').focus()
  await page.keyboard.type(student.firstName)
  await page.keyboard.press('Tab')
  await page.keyboard.type('לוי')
  await page.keyboard.press('Tab')
  await page.keyboard.type(student.email)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByPlaceholder('Search country...')).toBeFocused()
  await page.keyboard.type('israel')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'קידומת מדינה: ישראל +972' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type(student.phone)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'ההרשמה הצליחה' })).toBeVisible()
  const mail = await academy.mail.waitFor(student.email)
  expect(codeIn(mail)).toMatch(/^\d{6}$/)

  const opened = await context.newPage()
  await opened.goto(linkIn(mail, '/auth/callback'))
  await opened.waitForURL('**/dashboard')
  await page.waitForURL('**/dashboard')
  expect(await page.evaluate(() => location.search + location.hash)).toBe('')
})

test('[2.6-04] [5-04] a taken phone offers recovery, which leads back to signing in [2.9-02] [2.9-03] [2.9-04]', async ({
  page,
  academy,
}) => {
  const owner = await returningStudent(page, academy)
  await fillInRegistration(page, { ...newStudent(), phone: owner.phone })
  await page.getByRole('button', { name: 'שלח קישור הרשמה' }).click()
  const dialog = page.getByRole('dialog', { name: 'מספר הטלפון כבר רשום' })
  await expect(dialog).toContainText('כל מספר טלפון יכול להירשם פעם אחת בלבד.')
  await expect(dialog).not.toContainText(owner.email)

  const since = Date.now()
  await dialog.getByRole('link', { name: 'לשחזור הגישה' }).click()
  await page.getByRole('textbox', { name: 'מספר טלפון' }).fill(owner.phone)
  await page.getByRole('button', { name: 'שליחת קישור שחזור' }).click()
  await expect(page.getByRole('heading', { name: 'בדקו את תיבת האימייל' })).toBeVisible()
  const mail = await academy.mail.waitFor(owner.email, since)
  await page.goto(linkIn(mail, '/auth/recover-account'))
  await expect(page.getByText(owner.email)).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
  await page.waitForURL('**/login')
  await expect(page.getByLabel('כתובת אימייל')).toHaveValue(owner.email)
  await page.getByRole('button', { name: 'כניסה לחשבון ששוחזר' }).click()
  await page.waitForURL('**/dashboard')
})
