import { expect, type Page } from '@playwright/test'
import type { Academy } from './academy.ts'
import { type CaughtMail, linkIn } from './mail-server.ts'

export type Student = { email: string; phone: string; firstName: string }

let made = 0

/** A person whom no other test knows. */
export function newStudent(): Student {
  made += 1
  const number = String(Date.now() + made).slice(-7)
  return { email: `dana.${number}.${process.pid}@example.org`, phone: `52${number}`, firstName: 'דנה' }
}

/** Fills in the registration form and sends it; the mail is the answer. */
export async function register(page: Page, academy: Academy, student: Student): Promise<CaughtMail> {
  const since = Date.now()
  await page.goto('/register')
  await page.getByLabel('שם פרטי').fill(student.firstName)
  await page.getByLabel('שם משפחה').fill('לוי')
  await page.getByLabel('כתובת אימייל').fill(student.email)
  await page.getByRole('textbox', { name: 'מספר טלפון' }).fill(student.phone)
  await page.getByRole('checkbox', { name: /תנאי השימוש/ }).check()
  await page.getByRole('button', { name: 'שלח קישור הרשמה' }).click()
  await expect(page.getByRole('heading', { name: 'ההרשמה הצליחה' })).toBeVisible()
  return academy.mail.waitFor(student.email, since)
}

/** Registers and follows the mailed link in the same browser, up to the dashboard. */
export async function registerAndEnter(page: Page, academy: Academy, student = newStudent()): Promise<Student> {
  const mail = await register(page, academy, student)
  await page.goto(linkIn(mail, '/auth/callback'))
  await page.waitForURL('**/dashboard')
  return student
}
