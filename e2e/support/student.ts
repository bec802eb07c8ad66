import { expect, type Locator, type Page } from '@playwright/test'
import type { Academy } from './academy.ts'
import { untilAnswered } from './answered.ts'
import { type CaughtMail, linkIn } from './mailbox.ts'
import { storedSession } from './session.ts'

export type Student = { email: string; phone: string; firstName: string }

let made = 0

/** A person whom no other test knows. */
export function newStudent(): Student {
  made += 1
  const number = String(Date.now() + made).slice(-7)
  return { email: `dana.${number}.${process.pid}@example.org`, phone: `52${number}`, firstName: 'דנה' }
}

/** Fills in the registration form, up to its button. */
export async function fillInRegistration(page: Page, { firstName, email, phone }: Student): Promise<void> {
  await page.goto('/register')
  await page.getByLabel('שם פרטי').fill(firstName)
  await page.getByLabel('שם משפחה').fill('לוי')
  await page.getByLabel('כתובת אימייל').fill(email)
  await page.getByRole('textbox', { name: 'מספר טלפון' }).fill(phone)
  await page.getByRole('checkbox', { name: /תנאי השימוש/ }).check()
}

/** Registers on the form; the mail is the answer. */
export async function register(page: Page, academy: Academy, student: Student): Promise<CaughtMail> {
  const since = Date.now()
  await fillInRegistration(page, student)
  await page.getByRole('button', { name: 'שלח קישור הרשמה' }).click()
  await expect(page.getByRole('heading', { name: 'ההרשמה הצליחה' })).toBeVisible()
  return academy.mail.waitFor(student.email, since)
}

/** Registers and follows the mailed link in the same browser, up to the dashboard. */
export async function registerAndEnter(page: Page, academy: Academy, student = newStudent()): Promise<Student> {
  const mail = await register(page, academy, student)
  await page.goto(linkIn(mail, '/auth/callback'))
  await page.waitForURL('**/dashboard')
  // The session is renewed once more when the registration has become the profile.
  await expect.poll(async () => (await storedSession(page))?.user?.user_metadata?.first_name).toBe(student.firstName)
  return student
}

/** Asks for a login link on the sign-in screen; the mail is the answer. */
export async function askForLink(page: Page, academy: Academy, { email }: Student): Promise<CaughtMail> {
  const since = Date.now()
  await page.goto('/login')
  await page.getByLabel('כתובת אימייל').fill(email)
  await page.getByRole('button', { name: 'שליחת קישור כניסה' }).click()
  await expect(page.getByText('קישור כניסה נשלח לכתובת האימייל שלכם, בדקו את תיבת האימייל.')).toBeVisible()
  return academy.mail.waitFor(email, since, '/auth/callback')
}

/** Ends the session by a button, once the browser has what its pages asked for. */
export async function pressSignOut(button: Locator): Promise<void> {
  await untilAnswered(button.page())
  await button.click()
}

/** Ends the session through the menu that the screen's width offers. */
export async function signOut(page: Page, isMobile: boolean): Promise<void> {
  if (isMobile) await page.getByRole('button', { name: 'פתיחת התפריט' }).click()
  else await page.getByRole('button', { name: /תפריט המשתמש של/ }).click()
  await pressSignOut(page.getByRole(isMobile ? 'button' : 'menuitem', { name: 'יציאה', exact: true }))
  await page.waitForURL((url) => url.pathname === '/')
}

/** The toast with this text; toasts come and go, so it is looked for at once. */
export const toastWithText = (page: Page, text: string | RegExp) =>
  page.locator('[data-sonner-toast]').filter({ hasText: text })
