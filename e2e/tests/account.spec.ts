import { codeIn, linkIn } from '../support/mail-server.ts'
import { newStudent, register, registerAndEnter } from '../support/student.ts'
import { allowRefusals, expect, expectRefusals, OFFLINE, test } from '../support/test.ts'

const CONTINUE = 'להמשיך ולהשלים את ההרשמה'

test('[2.6-03] [2.1-18] [4-16] the waiting page finishes by itself when the link is opened in the same browser', async ({
  page,
  academy,
  context,
}) => {
  const mail = await register(page, academy, newStudent())
  const opened = await context.newPage()
  await opened.goto(linkIn(mail, '/auth/callback'))
  await opened.waitForURL('**/dashboard')
  await page.waitForURL('**/dashboard')
  expect(await page.evaluate(() => location.search + location.hash)).toBe('')
})

test('[2.7-01] [4-11] in another browser a link waits for a press, signs in that browser only, and works once', async ({
  page,
  academy,
  browser,
}) => {
  const mail = await register(page, academy, newStudent())
  const link = linkIn(mail, '/auth/callback')
  const elsewhere = await browser.newContext()
  const opened = await elsewhere.newPage()
  await opened.goto(link)
  await expect(opened.getByRole('button', { name: CONTINUE })).toBeVisible()
  await opened.reload()
  await opened.getByRole('button', { name: CONTINUE }).click()
  await opened.waitForURL('**/dashboard')
  expect(new URL(page.url()).pathname).toBe('/register')

  const third = await browser.newContext()
  const late = await third.newPage()
  await late.goto(link)
  await expect(late.getByRole('alert')).toContainText('כבר נוצל')
  await expect(late.getByRole('link', { name: 'לבקש קישור חדש' })).toHaveAttribute('href', '/login')
  await elsewhere.close()
  await third.close()
})

test('[2.11-02] [2.2-05] [4-18] signing out ends every tab; signing in again returns to the address that asked', async ({
  page,
  academy,
  context,
}) => {
  const { email } = await registerAndEnter(page, academy)
  const other = await context.newPage()
  await other.goto('/profile')
  await expect(other.getByRole('heading', { name: 'הפרופיל שלי' })).toBeVisible()
  await page.goto('/profile')
  await page.getByRole('main').getByRole('button', { name: 'יציאה מהחשבון' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await expect(page.getByText('Signed out successfully')).toBeVisible()
  await other.waitForURL('**/login')
  expect(
    await page.evaluate(() => [localStorage.getItem('sb-auth-token'), localStorage.getItem('user_session_expiry')]),
  ).toEqual([null, null])

  const since = Date.now()
  await page.goto('/profile')
  await page.waitForURL('**/login')
  await page.getByLabel('כתובת אימייל').fill(email)
  await page.getByRole('button', { name: 'שליחת קישור כניסה' }).click()
  await expect(page.getByText('קישור כניסה נשלח לכתובת האימייל שלכם')).toBeVisible()
  const opened = await context.newPage()
  await opened.goto(linkIn(await academy.mail.waitFor(email, since), '/auth/callback'))
  await opened.waitForURL('**/profile')
  await page.waitForURL('**/profile')
})

test('[2.6-04] [5-04] a taken phone offers recovery, which leads back to signing in [2.9-02] [2.9-03] [2.9-04]', async ({
  page,
  academy,
  browser,
}) => {
  const owner = newStudent()
  await registerAndEnter(page, academy, owner)
  const context = await browser.newContext()
  const second = await context.newPage()
  await second.goto('/register')
  await second.getByLabel('שם פרטי').fill('רון')
  await second.getByLabel('שם משפחה').fill('לוי')
  await second.getByLabel('כתובת אימייל').fill(newStudent().email)
  await second.getByRole('textbox', { name: 'מספר טלפון' }).fill(owner.phone)
  await second.getByRole('checkbox', { name: /תנאי השימוש/ }).check()
  await second.getByRole('button', { name: 'שלח קישור הרשמה' }).click()
  const dialog = second.getByRole('dialog', { name: 'מספר הטלפון כבר רשום' })
  await expect(dialog).toContainText('כל מספר טלפון יכול להירשם פעם אחת בלבד.')
  await expect(dialog).not.toContainText(owner.email)

  const since = Date.now()
  await dialog.getByRole('link', { name: 'לשחזור הגישה' }).click()
  await second.getByRole('textbox', { name: 'מספר טלפון' }).fill(owner.phone)
  await second.getByRole('button', { name: 'שליחת קישור שחזור' }).click()
  await expect(second.getByRole('heading', { name: 'בדקו את תיבת האימייל' })).toBeVisible()
  const mail = await academy.mail.waitFor(owner.email, since)
  await second.goto(linkIn(mail, '/auth/recover-account'))
  await expect(second.getByText(owner.email)).toBeVisible()
  expect(new URL(second.url()).search).toBe('')
  await second.waitForURL('**/login')
  await expect(second.getByLabel('כתובת אימייל')).toHaveValue(owner.email)
  await second.getByRole('button', { name: 'כניסה לחשבון ששוחזר' }).click()
  await second.waitForURL('**/dashboard')
  await context.close()
})

test('[8-13] [4-39] without a connection nothing typed is lost', async ({ context, problems }) => {
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByLabel('כתובת אימייל').fill('dana@example.org')
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'שליחת קישור כניסה' }).click()
  await expect(page.getByRole('alert')).toContainText('אין חיבור לשרת')
  await expect(page.getByLabel('כתובת אימייל')).toHaveValue('dana@example.org')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'שליחת קישור כניסה' }).click()
  await expect(page.getByRole('alert')).toContainText('לא מצאנו חשבון')
  expectRefusals(problems, OFFLINE)
  allowRefusals(problems, /Failed to fetch|status of 422/)
})

test('[2.5-03] [2.6-02] registration passes by keyboard alone', async ({ page, academy }) => {
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
  expect(codeIn(await academy.mail.waitFor(student.email))).toMatch(/^\d{6}$/)
})
