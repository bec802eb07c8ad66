import type { Browser } from '@playwright/test'
import type { Academy } from '../support/academy.ts'
import { leaveRegistration } from '../support/account.ts'
import { type CaughtMail, linkIn } from '../support/mail-server.ts'
import { newStudent, register, type Student } from '../support/student.ts'
import { expect, test } from '../support/test.ts'

/** A stranger registers the address from a browser of their own; the mail reaches its owner. */
async function strangerRegisters(browser: Browser, academy: Academy, owner: Student): Promise<CaughtMail> {
  const context = await browser.newContext({ baseURL: academy.url })
  const mail = await register(await context.newPage(), academy, {
    ...newStudent(),
    email: owner.email,
    firstName: 'רשע',
  })
  await context.close()
  return mail
}

test('[4-06] [4-03] who registers after a stranger had registered the address is greeted by their own name', async ({
  page,
  academy,
  browser,
}) => {
  const owner = newStudent()
  const stranger = await browser.newContext({ baseURL: academy.url })
  // One address gets one mail a minute: the stranger's registration stands without one.
  await leaveRegistration(await stranger.newPage(), academy, { ...newStudent(), email: owner.email, firstName: 'רשע' })
  await stranger.close()
  const mail = await register(page, academy, owner)
  await page.goto(linkIn(mail, '/auth/callback'))
  await page.waitForURL('**/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('דנה')
  expect(await academy.read(`users?email=eq.${owner.email}&select=first_name,phone_number,terms_consent`)).toEqual([
    { first_name: 'דנה', phone_number: `+972${owner.phone}`, terms_consent: true },
  ])
})

test('[2.7-01] [5-01] [4-06] who opens the link of a stranger sees whose details it carries, and goes on without them', async ({
  page,
  academy,
  browser,
}) => {
  const owner = newStudent()
  const mail = await strangerRegisters(browser, academy, owner)
  await page.goto(linkIn(mail, '/auth/callback'))
  await expect(page.getByText('הפרטים שבהרשמה')).toContainText('רשע')
  await page.getByRole('button', { name: 'אלה לא הפרטים שלי, להמשיך בלעדיהם' }).click()
  await expect(page.getByRole('heading', { name: 'נשאר להשלים את הפרטים' })).toBeVisible()
  await page.getByRole('link', { name: 'להשלמת הפרטים' }).click()
  await page.getByLabel('שם פרטי').fill('דנה')
  await page.getByLabel('שם משפחה').fill('לוי')
  await page.getByRole('textbox', { name: 'מספר טלפון' }).fill(owner.phone)
  const save = page.getByRole('button', { name: 'שמירת השינויים' })
  await save.click()
  await expect(page.getByText('יש לאשר את תנאי השימוש')).toBeVisible()
  await page.getByRole('checkbox', { name: /תנאי השימוש/ }).check()
  await save.click()
  await page.getByRole('link', { name: 'לאזור האישי' }).first().click()
  await page.waitForURL('**/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('דנה')
})
