import type { Page } from '@playwright/test'
import { expectAccessible, tabTo } from '../support/accessibility.ts'
import { signInNewStudent } from '../support/account.ts'
import { codeIn, linkIn } from '../support/mail-server.ts'
import { beginSetup, keepCodes, openSecurity, setUpApp } from '../support/security.ts'
import { askForLink, signOut, toastSaying } from '../support/student.ts'
import { expect, expectRefusals, test } from '../support/test.ts'
import { nextTotpCode, totpCode } from '../support/totp.ts'

const challenge = (page: Page) => page.getByRole('heading', { name: 'עוד שלב אחד' })
const field = (page: Page) => page.getByLabel('קוד מאפליקציית האימות')

test('[3-07] [7-08] an app is added by its picture or key, each sign-in asks for its code, and a recovery code stands in for it once', async ({
  page,
  academy,
  isMobile,
  problems,
}) => {
  const student = await signInNewStudent(page, academy)
  await openSecurity(page)
  const secret = await beginSetup(page)
  await expectAccessible(page, 'setting up an authenticator app')
  const first = page.getByLabel('הקוד הראשון מהאפליקציה')
  await first.fill(totpCode(secret, 0))
  await page.getByRole('button', { name: 'לאשר ולהפעיל' }).click()
  await expect(page.getByText('הקוד אינו נכון.')).toBeVisible()
  await first.fill(totpCode(secret))
  await page.getByRole('button', { name: 'לאשר ולהפעיל' }).click()
  await expect(page.getByText('האימות הדו־שלבי פעיל. בכניסה הבאה')).toBeVisible()
  await expect(page.getByRole('region', { name: 'אימות דו־שלבי' }).getByText('פעיל', { exact: true })).toBeVisible()

  await expectAccessible(page, 'new recovery codes')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: 'קודי הגיבוי לכניסה לאקדמיה לפיננסים' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  const [code = '', another = ''] = await keepCodes(page)
  await expect(page.getByText('נשארו 10 קודים')).toBeVisible()

  await signOut(page, isMobile)
  await page.goto(linkIn(await askForLink(page, academy, student), '/auth/callback'))
  await expect(challenge(page)).toBeVisible()
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveAttribute('autocomplete', 'one-time-code')
  await expectAccessible(page, 'the second step')
  await expect(toastSaying(page, /Welcome back/)).toHaveCount(0)

  const answer = await page.evaluate(async () => {
    const { access_token } = JSON.parse(localStorage.getItem('sb-auth-token') ?? '{}') as { access_token: string }
    const headers = { authorization: `Bearer ${access_token}` }
    const users = await fetch('/rest/v1/users?select=email', { headers })
    return [users.status, (await users.json()).code]
  })
  expect(answer).toEqual([403, 'SECOND_STEP_NEEDED'])
  for (const path of ['/dashboard', '/profile/security']) {
    await page.goto(path)
    await expect(challenge(page)).toBeVisible()
  }

  await field(page).fill(totpCode(secret, 0))
  await expect(page.getByText('הקוד אינו נכון. מקלידים את הקוד שמופיע עכשיו')).toBeVisible()
  await page.getByRole('button', { name: 'אין לי את הטלפון' }).click()
  await page.getByLabel('קוד גיבוי').fill('AAAA-AAAA-AAAA-AAAA')
  await page.keyboard.press('Enter')
  await expect(page.getByText('הקוד אינו נכון, או שכבר השתמשו בו.')).toBeVisible()
  await expectAccessible(page, 'a recovery code that is wrong')
  await page.getByLabel('קוד גיבוי').fill(code.toLowerCase())
  await page.keyboard.press('Enter')
  await page.waitForURL('**/profile/security')
  const subjects = () =>
    academy.mail.mails.filter((mail) => mail.recipient === student.email).map((mail) => mail.subject)
  await expect.poll(subjects).toContain('נכנסתם לחשבון עם קוד גיבוי · האקדמיה לפיננסים')

  await expect(page.getByText('נשארו 9 קודים')).toBeVisible()
  await page.getByRole('region', { name: 'אימות דו־שלבי' }).getByRole('button', { name: 'לכבות' }).click()
  const dialog = page.getByRole('dialog', { name: 'לכבות את האימות הדו־שלבי?' })
  await dialog.getByRole('button', { name: 'אין לי את הטלפון' }).click()
  await dialog.getByLabel('קוד גיבוי').fill(another)
  await dialog.getByRole('button', { name: 'לכבות' }).click()
  await expect(page.getByText('האימות הדו־שלבי כובה.')).toBeVisible()
  expectRefusals(problems, /status of (403|422)/)
})

test('[3-07] the second step comes after a typed code as well, in the tab that waited, and leads where one wanted to go', async ({
  page,
  academy,
  isMobile,
}) => {
  const student = await signInNewStudent(page, academy)
  await openSecurity(page)
  const secret = await setUpApp(page)
  await signOut(page, isMobile)
  await page.goto('/profile')
  await page.waitForURL('**/login')
  const since = Date.now()
  await page.getByLabel('כתובת אימייל').fill(student.email)
  await page.getByRole('button', { name: 'שליחת קישור כניסה' }).click()
  const mail = await academy.mail.waitFor(student.email, since)
  await page.getByLabel('קוד מהאימייל').fill(codeIn(mail))
  await expect(challenge(page)).toBeVisible()
  await page.reload()
  await expect(challenge(page)).toBeVisible()
  await page.goto('/courses')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/login')
  await expect(challenge(page)).toBeVisible()
  if (isMobile) {
    await field(page).fill(nextTotpCode(secret))
  } else {
    await page.keyboard.type(nextTotpCode(secret))
  }
  await expect(toastSaying(page, 'Welcome back, דנה!')).toBeVisible()
  await page.waitForURL('**/dashboard')
})

test('[3-07] a link opened in another tab brings the tab that waits to the second step; one can also leave', async ({
  page,
  context,
  academy,
  isMobile,
}) => {
  const student = await signInNewStudent(page, academy)
  await openSecurity(page)
  const secret = await setUpApp(page)
  await signOut(page, isMobile)
  const mail = await askForLink(page, academy, student)
  const opened = await context.newPage()
  await opened.goto(linkIn(mail, '/auth/callback'))
  await expect(challenge(opened)).toBeVisible()
  await expect(challenge(page)).toBeVisible()
  await expect(page.getByRole('link', { name: 'לכתוב לצוות' })).toHaveAttribute('href', '/contact')
  await field(opened).fill(nextTotpCode(secret))
  await opened.waitForURL('**/dashboard')
  await page.waitForURL('**/dashboard')
  await opened.close()
})

test('[3-07] [7-08] the app is taken off against one of its codes, and then the link alone signs in', async ({
  page,
  academy,
  isMobile,
  problems,
}) => {
  const student = await signInNewStudent(page, academy)
  await openSecurity(page)
  const secret = await setUpApp(page)
  const remove = page.getByRole('region', { name: 'אימות דו־שלבי' }).getByRole('button', { name: 'לכבות' })
  if (isMobile) await remove.click()
  else {
    await tabTo(page, remove)
    await page.keyboard.press('Enter')
  }
  const dialog = page.getByRole('dialog', { name: 'לכבות את האימות הדו־שלבי?' })
  await expectAccessible(page, 'taking the app off')
  await dialog.getByLabel('קוד מאפליקציית האימות').fill(totpCode(secret, 0))
  await dialog.getByRole('button', { name: 'לכבות' }).click()
  await expect(dialog.getByText('הקוד אינו נכון.')).toBeVisible()
  await dialog.getByLabel('קוד מאפליקציית האימות').fill(nextTotpCode(secret))
  await dialog.getByRole('button', { name: 'לכבות' }).click()
  await expect(page.getByText('האימות הדו־שלבי כובה.')).toBeVisible()

  await signOut(page, isMobile)
  await page.goto(linkIn(await askForLink(page, academy, student), '/auth/callback'))
  await page.waitForURL('**/dashboard')
  expectRefusals(problems, /status of 422/)
})
