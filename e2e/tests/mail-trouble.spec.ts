import type { Page } from '@playwright/test'
import type { Academy } from '../support/academy.ts'
import { returningStudent, signInNewStudent } from '../support/account.ts'
import { linkIn } from '../support/mail-server.ts'
import { fillInRegistration, newStudent, toastSaying } from '../support/student.ts'
import { allowRefusals, expect, SERVER_AWAY, test } from '../support/test.ts'

test.afterEach(({ academy }) => {
  academy.mail.refuse = false
})

/** The mail server turns away at least one more mail. */
const expectRefusal = (academy: Academy, before: number) =>
  expect.poll(() => academy.mail.refused).toBeGreaterThan(before)

test('[2.6-03] while no mail server takes mails the page does not wait for it, and the mail arrives afterwards', async ({
  page,
  academy,
}) => {
  const student = newStudent()
  const refusedBefore = academy.mail.refused
  academy.mail.refuse = true
  await fillInRegistration(page, student)
  const answer = page.waitForResponse((response) => response.url().includes('/auth/v1/signup'))
  await page.getByRole('button', { name: 'שלח קישור הרשמה' }).click()
  const { responseEnd, requestStart } = (await answer).request().timing()
  await expect(page.getByRole('heading', { name: 'ההרשמה הצליחה' })).toBeVisible()
  expect(responseEnd - requestStart).toBeLessThan(2_000)
  await expectRefusal(academy, refusedBefore)
  expect(academy.mail.mails.filter(({ recipient }) => recipient === student.email)).toEqual([])

  academy.mail.refuse = false
  const mail = await academy.mail.waitFor(student.email)
  await page.goto(linkIn(mail, '/auth/callback'))
  await page.waitForURL('**/dashboard')
})

test('[2.6-03] a mail that could not leave yet survives a server that is killed', async ({
  page,
  academy,
  isMobile,
  problems,
}) => {
  test.skip(isMobile, 'the server is the same for both')
  const student = newStudent()
  const refusedBefore = academy.mail.refused
  academy.mail.refuse = true
  await fillInRegistration(page, student)
  await page.getByRole('button', { name: 'שלח קישור הרשמה' }).click()
  await expect(page.getByRole('heading', { name: 'ההרשמה הצליחה' })).toBeVisible()
  await expectRefusal(academy, refusedBefore)
  await page.waitForLoadState('networkidle')
  await academy.restart('SIGKILL')
  academy.mail.refuse = false
  const mail = await academy.mail.waitFor(student.email)
  expect(academy.mail.mails.filter(({ recipient }) => recipient === student.email)).toHaveLength(1)
  await page.goto(linkIn(mail, '/auth/callback'))
  await page.waitForURL('**/dashboard')
  // The page that waits for the mail asks about it also while the server is away.
  allowRefusals(problems, SERVER_AWAY)
})

const RECOVERY = '/auth/recover-account'

async function askForRecovery(page: Page, phone: string): Promise<void> {
  await page.goto(RECOVERY)
  await page.getByRole('textbox', { name: 'מספר טלפון' }).fill(phone)
  await page.getByRole('button', { name: 'שליחת קישור שחזור' }).click()
  await expect(page.getByRole('heading', { name: 'בדקו את תיבת האימייל' })).toBeVisible()
}

test('[2.9-01] [2.9-02] [2.9-03] [2.9-04] [4-35] [4-36] [4-37] [9-20] who knows the phone gets back in through the address on file', async ({
  page,
  academy,
}) => {
  const student = await returningStudent(page, academy)
  const since = Date.now()
  await askForRecovery(page, student.phone)
  const masked = page.getByText('אם המספר רשום אצלנו, שלחנו קישור לכתובת').locator('bdi')
  await expect(masked).toHaveText(/^d.*@.*$/)
  await expect(masked).not.toHaveText(student.email)
  await expect(page.getByText('הקישור תקף ל־24 שעות')).toBeVisible()

  const link = linkIn(await academy.mail.waitFor(student.email, since), RECOVERY)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'החשבון שוחזר' })).toBeVisible()
  await expect(page.getByText(student.email)).toBeVisible()
  await page.waitForURL('**/login')
  await expect(page.getByText('החשבון שוחזר. אפשר להיכנס עם כתובת האימייל.')).toBeVisible()
  await expect(page.getByLabel('כתובת אימייל')).toHaveValue(student.email)

  await page.goto(link)
  await expect(page.getByText('קישור השחזור אינו תקין או פג תוקף')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'מספר טלפון' })).toBeVisible()
})

test('[2.9-02] [5-11] an empty phone is refused; an unknown one is answered like a known one; another may be tried', async ({
  page,
}) => {
  await page.goto(RECOVERY)
  await page.getByRole('button', { name: 'שליחת קישור שחזור' }).click()
  await expect(page.getByText('אנא הכנס מספר טלפון תקין')).toBeVisible()
  await askForRecovery(page, newStudent().phone)
  await expect(page.getByText('אם המספר רשום אצלנו, שלחנו קישור לכתובת').locator('bdi')).toContainText('@')
  await page.getByRole('button', { name: 'לנסות מספר טלפון אחר' }).click()
  await expect(page.getByRole('heading', { name: 'שחזור גישה לחשבון' })).toBeVisible()
})

test('[2.8-01] [2.8-04] the verification screen asks those who are not signed in to sign in', async ({ page }) => {
  for (const path of ['/auth/verify-email', '/email-verification']) {
    await page.goto(path)
    await expect(page.getByText('כדי לאמת את כתובת האימייל צריך קודם להיכנס לחשבון.')).toBeVisible()
    await expect(page.getByText('הקישור תקף ל־24 שעות.')).toBeVisible()
  }
  await page.getByRole('main').getByRole('link', { name: 'לכניסה' }).click()
  await page.waitForURL('**/login')
})

test('[2.8-03] [4-38] [9-21] the verification screen confirms a verified address and goes on by itself', async ({
  page,
  academy,
}) => {
  await signInNewStudent(page, academy)
  await page.goto('/auth/verify-email')
  await expect(page.getByRole('heading', { name: 'כתובת האימייל אומתה' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'להמשיך', exact: true })).toHaveAttribute('href', '/dashboard')
  await page.waitForURL('**/dashboard')
})

test('[2.8-02] [2.8-04] [8-28] [8-16] an unverified student asks for the link again and looks anew', async ({
  page,
  academy,
}) => {
  const student = await signInNewStudent(page, academy)
  await academy.patch('users', ['email', student.email], { email_verified: false })
  await page.goto('/auth/verify-email')
  await expect(page.getByText(student.email)).toBeVisible()
  await expect(page.getByRole('link', { name: 'חזרה לאזור האישי' })).toHaveAttribute('href', '/dashboard')
  await page.getByRole('button', { name: 'כבר פתחתי את הקישור, לאמת' }).click()
  await expect(page.getByText('הכתובת עוד לא אומתה')).toBeVisible()

  const since = Date.now()
  await page.getByRole('button', { name: 'לשלוח את הקישור שוב' }).click()
  await expect(page.getByText('קישור אימות נשלח')).toBeVisible()
  await academy.mail.waitFor(student.email, since)
  await academy.patch('users', ['email', student.email], { email_verified: true })
  await page.getByRole('button', { name: 'כבר פתחתי את הקישור, לאמת' }).click()
  await expect(toastSaying(page, 'Email verified successfully')).toBeVisible()
  await page.waitForURL('**/dashboard')
})
