import type { Page } from '@playwright/test'
import { enterAsNewStudent, returningStudent, signInNewStudent } from '../support/account.ts'
import { codeIn, linkIn } from '../support/mail-server.ts'
import { askForLink, fillInRegistration, newStudent, register, signOut, toastSaying } from '../support/student.ts'
import { allowRefusals, expect, expectRefusals, test } from '../support/test.ts'

const CALLBACK = '/auth/callback'
const isSignedIn = (page: Page) => page.evaluate(() => localStorage.getItem('sb-auth-token') !== null)

test('[2.5-02] [8-31] [7-03] [4-16] [4-03] a student comes back by a mailed link, and a used link says so with a way on', async ({
  page,
  academy,
  isMobile,
  problems,
}) => {
  const student = await returningStudent(page, academy)
  const link = linkIn(await askForLink(page, academy, student), CALLBACK)
  await page.goto(link)
  await expect(toastSaying(page, 'Welcome back, דנה!')).toBeVisible()
  await page.waitForURL('**/dashboard')

  await signOut(page, isMobile)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'הקישור לא עבד' })).toBeVisible()
  await expect(page.getByText('הקישור הזה כבר נוצל, או שפג תוקפו')).toBeVisible()
  await expect(page.getByRole('link', { name: 'לדף הבית' }).first()).toHaveAttribute('href', '/')
  await page.getByRole('link', { name: 'לבקש קישור חדש' }).click()
  await page.waitForURL('**/login')
  expectRefusals(problems, /status of 403 .*\/auth\/v1\/verify/)
})

test('a student comes back by the six digits, typed where one waits; wrong digits are refused', async ({
  page,
  academy,
  problems,
}) => {
  const student = await returningStudent(page, academy)
  const code = codeIn(await askForLink(page, academy, student))
  const field = page.getByLabel('קוד מהאימייל')
  await field.fill(code === '000000' ? '111111' : '000000')
  await expect(page.getByText('הקוד אינו נכון או שפג תוקפו')).toBeVisible()
  await field.fill(code)
  await page.waitForURL('**/dashboard')
  expectRefusals(problems, /status of 403 .*\/auth\/v1\/verify/)
})

test('[4-05] [8-02] an older link is dead once a newer one was asked for; who has an account is sent to sign in', async ({
  page,
  academy,
  isMobile,
  browser,
  problems,
}) => {
  const student = await returningStudent(page, academy)
  const asked = { type: 'magiclink', email: student.email }
  const first = (await academy.asServer('POST', '/auth/v1/admin/generate_link', asked)) as { hashed_token: string }
  const older = `${CALLBACK}?token_hash=${first.hashed_token}&type=email`
  await page.clock.install()
  await page.goto('/login')
  await page.getByLabel('כתובת אימייל').fill(student.email)
  // One address gets one mail a minute: the first one is the link above, so that the second can leave at once.
  await page.route('**/auth/v1/otp*', (route) => route.fulfill({ json: {} }), { times: 1 })
  await page.getByRole('button', { name: 'שליחת קישור כניסה' }).click()
  const resend = page.getByRole('button', { name: 'לשלוח שוב' })
  await expect(page.getByRole('button', { name: /אפשר לשלוח שוב בעוד/ })).toBeDisabled()
  await page.clock.runFor(61_000)
  const since = Date.now()
  await resend.click()
  await expect(page.getByText('שלחנו אימייל חדש. הקישור הקודם כבר לא תקף.')).toBeVisible()
  const newer = linkIn(await academy.mail.waitFor(student.email, since), CALLBACK)

  const context = await browser.newContext()
  const other = await context.newPage()
  await other.goto(older)
  await expect(other.getByText('הקישור הזה כבר נוצל, או שפג תוקפו')).toBeVisible()
  await expect(other.getByRole('link', { name: 'לבקש קישור חדש' })).toHaveAttribute('href', '/login')
  await context.close()

  await page.goto(newer)
  await page.waitForURL('**/dashboard')

  await signOut(page, isMobile)
  await fillInRegistration(page, student)
  await page.getByRole('button', { name: 'שלח קישור הרשמה' }).click()
  await expect(page.getByRole('alert').first()).toContainText('כבר יש חשבון עם הפרטים האלה')
  allowRefusals(problems, /status of 4.. .*\/signup/)
})

test('[2.1-18] a waiting tab finishes by itself when the link is opened in the same browser', async ({
  page,
  academy,
  context,
}) => {
  const student = await returningStudent(page, academy)
  const link = linkIn(await askForLink(page, academy, student), CALLBACK)
  const second = await context.newPage()
  await second.goto(link)
  await second.waitForURL('**/dashboard')
  await page.bringToFront()
  await page.waitForURL('**/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('דנה')
})

test('[5-08] [5-09] [8-05] an unknown address is told to register first', async ({ page, problems }) => {
  await page.goto('/login')
  await page.getByLabel('כתובת אימייל').fill(newStudent().email)
  await page.getByRole('button', { name: 'שליחת קישור כניסה' }).click()
  await expect(page.getByRole('alert')).toHaveText('לא מצאנו חשבון עם הכתובת הזו. קודם נרשמים, ואחר כך נכנסים.')
  await page.getByRole('link', { name: 'הירשמו עכשיו' }).click()
  await page.waitForURL('**/register')
  expectRefusals(problems, /status of 4\d\d .*\/auth\/v1\/otp/)
})

test('[2.6-04] [5-04] [8-06] a phone that is registered already opens the dialog with three ways on', async ({
  page,
  academy,
}) => {
  const owner = await returningStudent(page, academy)
  const second = { ...newStudent(), phone: owner.phone }
  const dialog = page.getByRole('dialog', { name: 'מספר הטלפון כבר רשום' })
  const fillIn = async () => {
    await fillInRegistration(page, second)
    await page.getByRole('button', { name: 'שלח קישור הרשמה' }).click()
    await expect(dialog).toBeVisible()
  }
  await fillIn()
  await expect(dialog.getByText('כל מספר טלפון יכול להירשם פעם אחת בלבד.')).toBeVisible()
  await expect(dialog.getByText(`+972${owner.phone}`)).toBeVisible()
  await expect(dialog).toContainText('@')
  await expect(dialog).not.toContainText(owner.email)
  await dialog.getByRole('button', { name: 'לחזור ולערוך' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel('כתובת אימייל')).toHaveValue(second.email)
  await page.getByRole('button', { name: 'שלח קישור הרשמה' }).click()
  await dialog.getByRole('link', { name: 'לכניסה לחשבון הקיים' }).click()
  await page.waitForURL('**/login')
  await fillIn()
  await dialog.getByRole('link', { name: 'לשחזור הגישה' }).click()
  await page.waitForURL('**/auth/recover-account')
})

test('[2.2-04] [2.2-05] [4-18] [8-16] signing out goes home, says so, and leaves nothing in the browser', {
  tag: '@phone',
}, async ({ page, academy, isMobile }) => {
  await enterAsNewStudent(page, academy)
  await signOut(page, isMobile)
  await expect(toastSaying(page, 'Signed out successfully')).toBeVisible()
  const left = await page.evaluate(() =>
    Object.keys(localStorage).filter((key) => /expiry|force-loaded|sb-auth/.test(key)),
  )
  expect(left).toEqual([])
  await page.goto('/dashboard')
  await page.waitForURL('**/login')
})

test('[2.1-18] [4-17] a signed-in student who opens /login or /register goes to the dashboard', async ({
  page,
  academy,
}) => {
  await signInNewStudent(page, academy)
  for (const path of ['/login', '/register', '/auth/callback']) {
    await page.goto(path)
    await page.waitForURL('**/dashboard')
  }
})

test('[2.11-02] a guarded page is opened after signing in there, also by a link in a new tab', async ({
  page,
  academy,
  context,
}) => {
  const student = await returningStudent(page, academy)
  await page.goto('/profile')
  await page.waitForURL('**/login')
  const since = Date.now()
  await page.getByLabel('כתובת אימייל').fill(student.email)
  await page.getByRole('button', { name: 'שליחת קישור כניסה' }).click()
  const mail = await academy.mail.waitFor(student.email, since)
  const second = await context.newPage()
  await second.goto(linkIn(mail, CALLBACK))
  await second.waitForURL('**/profile')
  await page.waitForURL('**/profile')
})

test('[2.1-02] [2.5-06] [2.5-04] [2.5-05] /login?error=account_inactive says so and keeps the form', async ({
  page,
}) => {
  await page.goto('/login?error=account_inactive')
  await expect(page.getByRole('alert')).toContainText('החשבון הזה אינו פעיל')
  await expect(page.getByRole('alert').getByRole('link', { name: 'ליצירת קשר' })).toHaveAttribute('href', '/contact')
  await expect(page.getByRole('button', { name: 'שליחת קישור כניסה' })).toBeDisabled()
  await page.getByLabel('כתובת אימייל').fill('someone@example.org')
  await expect(page.getByRole('button', { name: 'שליחת קישור כניסה' })).toBeEnabled()
  await expect(page.getByText('לא קיבלתם את האימייל? בדקו בתיקיית הספאם.')).toBeVisible()
  await expect(page.getByText('הקישור תקף ל־24 שעות.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'לשחזור הגישה' })).toHaveAttribute('href', '/auth/recover-account')
})

test('[2.7-01] [4-11] a link that comes back with an error shows it, with both ways on', async ({ page }) => {
  await page.goto('/auth/callback?error=access_denied&error_description=Email+link+is+invalid+or+has+expired')
  await expect(page.getByRole('alert')).toHaveText('Email link is invalid or has expired')
  await expect(page.getByText('הקישור הזה כבר נוצל, או שפג תוקפו')).toBeVisible()
  await page.goto('/auth/verify?error=access_denied')
  await expect(page.getByRole('alert')).toHaveText('Authentication failed')
  await page.getByRole('link', { name: 'לבקש קישור חדש' }).click()
  await page.waitForURL('**/login')
})

test('[2.6-03] [4-06] registering needs a mail that is opened: an unverified account may register again', async ({
  page,
  academy,
}) => {
  const student = newStudent()
  await register(page, academy, student)
  await expect(page.getByText('הקישור תקף ל־24 שעות.')).toBeVisible()
  await expect(page.getByText(student.email)).toBeVisible()
  expect(await isSignedIn(page)).toBe(false)
})
