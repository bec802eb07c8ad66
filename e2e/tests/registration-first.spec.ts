import type { Browser } from '@playwright/test'
import type { Academy } from '../support/academy.ts'
import { leaveRegistration } from '../support/account.ts'
import { type CaughtMail, linkIn } from '../support/mailbox.ts'
import { storedSession } from '../support/session.ts'
import { newStudent, register, type Student } from '../support/student.ts'
import { expect, test } from '../support/test.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

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

test('[4-06] [4-03] [2.7-01] [3-05] [3-06] [3-23] [9-01] [9-12] who registers after a stranger had registered the address and opens the link elsewhere is greeted by their own name; local storage keeps session and user for 90 days', async ({
  page,
  academy,
}) => {
  const owner = newStudent()
  // One address gets one mail a minute: the stranger's registration stands without one.
  await leaveRegistration(page, academy, { ...newStudent(), email: owner.email, firstName: 'רשע' })
  const mail = await register(page, academy, owner)
  // As a browser that did not ask: it has nothing of the registration.
  await page.evaluate(() => localStorage.clear())
  await page.goto(linkIn(mail, '/auth/callback'))
  await page.getByRole('button', { name: 'להמשיך ולהשלים את ההרשמה' }).click()
  await page.waitForURL('**/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('דנה')
  expect(await academy.read(`users?email=eq.${owner.email}&select=first_name,phone_number,terms_consent`)).toEqual([
    { first_name: 'דנה', phone_number: `+972${owner.phone}`, terms_consent: true },
  ])
  // The session is renewed once more when the registration has become the profile.
  await expect.poll(async () => (await storedSession(page))?.user?.user_metadata?.first_name).toBe('דנה')
  expect(await storedSession(page)).toMatchObject({
    access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    refresh_token: expect.stringMatching(/.{10,}/),
    expires_at: expect.any(Number),
    user: {
      email: owner.email,
      user_metadata: {
        first_name: owner.firstName,
        last_name: 'לוי',
        user_type: 'student',
        phone_number: `+972${owner.phone}`,
        marketing_consent: false,
        privacy_consent: true,
        terms_consent: true,
      },
    },
  })
  const [expiry, now] = await page.evaluate(() => [Number(localStorage.getItem('user_session_expiry')), Date.now()])
  expect(expiry).toBeLessThanOrEqual(now + 90 * DAY)
  expect(expiry).toBeGreaterThan(now + 90 * DAY - 5 * MINUTE)
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
