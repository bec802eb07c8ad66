import type { Page } from '@playwright/test'
import { expectAccessible, tabTo } from '../support/accessibility.ts'
import { freshToken, signInNewStudent } from '../support/account.ts'
import { codeIn, linkIn } from '../support/mailbox.ts'
import { beginSetup, keepCodes, openSecurity, setUpApp } from '../support/security.ts'
import { askForLink, signOut, toastWithText } from '../support/student.ts'
import { expect, expectRefusals, test } from '../support/test.ts'
import { nextTotpCode, totpCode } from '../support/totp.ts'

const challenge = (page: Page) => page.getByRole('heading', { name: 'עוד שלב אחד' })
const field = (page: Page) => page.getByLabel('קוד מאפליקציית האימות')
const removeButton = (page: Page) =>
  page.getByRole('region', { name: 'אימות דו־שלבי' }).getByRole('button', { name: 'לכבות' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'לכבות את האימות הדו־שלבי?' })
const removed = (page: Page) => page.getByText('האימות הדו־שלבי כובה.')

/** Sets an app up, after a wrong code of it; gives its secret and one of the recovery codes, which can be printed. */
async function setUpAndPrint(page: Page): Promise<{ secret: string; code: string }> {
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
  const [code = ''] = await keepCodes(page)
  await expect(page.getByText('נשארו 10 קודים')).toBeVisible()
  return { secret, code }
}

test('[3-07] [7-08] an app is added by its picture or key, each sign-in asks for its code in every tab that waits, and a recovery code stands in for it once; the app is taken off against one of its codes', async ({
  page,
  context,
  academy,
  isMobile,
  problems,
}) => {
  const student = await signInNewStudent(page, academy)
  const { secret, code } = await setUpAndPrint(page)
  await signOut(page, isMobile)
  const mail = await askForLink(page, academy, student)
  const opened = await context.newPage()
  await opened.goto(linkIn(mail, '/auth/callback'))
  for (const tab of [page, opened]) {
    await expect(challenge(tab)).toBeVisible()
    await expect(toastWithText(tab, /Welcome back/)).toHaveCount(0)
  }
  await expect(field(opened)).toBeFocused()
  await expect(field(opened)).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(opened.getByRole('link', { name: 'לכתוב לצוות' })).toHaveAttribute('href', '/contact')
  await expectAccessible(opened, 'the second step')

  const answer = await opened.evaluate(
    async ([api, apikey]) => {
      const { access_token } = JSON.parse(localStorage.getItem('sb-auth-token') ?? '{}') as { access_token: string }
      const headers = { apikey, authorization: `Bearer ${access_token}` }
      const users = await fetch(`${api}/rest/v1/users?select=email`, { headers })
      return [users.status, (await users.json()).code]
    },
    [academy.supabaseUrl, academy.anonKey] as const,
  )
  expect(answer).toEqual([403, 'SECOND_STEP_NEEDED'])
  for (const path of ['/dashboard', '/profile/security']) {
    await opened.goto(path)
    await expect(challenge(opened)).toBeVisible()
  }

  await field(opened).fill(totpCode(secret, 0))
  await expect(opened.getByText('הקוד אינו נכון. מקלידים את הקוד שמופיע עכשיו')).toBeVisible()
  await opened.getByRole('button', { name: 'אין לי את הטלפון' }).click()
  await opened.getByLabel('קוד גיבוי').fill('AAAA-AAAA-AAAA-AAAA')
  await opened.keyboard.press('Enter')
  await expect(opened.getByText('הקוד אינו נכון, או שכבר השתמשו בו.')).toBeVisible()
  await expectAccessible(opened, 'a recovery code that is wrong')
  await opened.getByLabel('קוד גיבוי').fill(code.toLowerCase())
  await opened.keyboard.press('Enter')
  await opened.waitForURL('**/profile/security')
  await page.waitForURL('**/dashboard')
  const subjects = async () => (await academy.mail.sentTo(student.email)).map(({ subject }) => subject)
  await expect.poll(subjects).toContain('נכנסתם לחשבון עם קוד גיבוי · האקדמיה לפיננסים')
  await expect(opened.getByText('נשארו 9 קודים')).toBeVisible()

  await removeButton(opened).click()
  for (const [digits, outcome] of [
    [totpCode(secret, 0), dialog(opened).getByText('הקוד אינו נכון.')],
    [nextTotpCode(secret), removed(opened)],
  ] as const) {
    await dialog(opened).getByLabel('קוד מאפליקציית האימות').fill(digits)
    await dialog(opened).getByRole('button', { name: 'לכבות' }).click()
    await expect(outcome).toBeVisible()
  }
  expectRefusals(problems, /status of (403|422)/)
})

test('[3-07] [7-08] the second step comes after a typed code as well and leads on; the app is taken off without the phone, and then the link alone signs in', async ({
  page,
  academy,
  isMobile,
}) => {
  const student = await signInNewStudent(page, academy)
  await openSecurity(page)
  const secret = await setUpApp(page)
  const [code = ''] = await keepCodes(page)
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
  await expect(field(page)).toBeFocused()
  await page.keyboard.type(nextTotpCode(secret))
  await expect(toastWithText(page, 'Welcome back, דנה!')).toBeVisible()
  await page.waitForURL('**/dashboard')

  await openSecurity(page)
  const remove = removeButton(page)
  if (isMobile) await remove.click()
  else {
    await tabTo(page, remove)
    await page.keyboard.press('Enter')
  }
  await expectAccessible(page, 'taking the app off')
  await dialog(page).getByRole('button', { name: 'אין לי את הטלפון' }).click()
  await dialog(page).getByLabel('קוד גיבוי').fill(code)
  await dialog(page).getByRole('button', { name: 'לכבות' }).click()
  await expect(removed(page)).toBeVisible()
  await signOut(page, isMobile)
  await page.goto(`/auth/callback?token_hash=${await freshToken(academy, student.email)}&type=email`)
  await page.getByRole('button', { name: 'להמשיך ולהיכנס לחשבון' }).click()
  await page.waitForURL('**/dashboard')
})
