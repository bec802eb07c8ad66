import type { Browser, Page } from '@playwright/test'
import type { Academy } from '../support/academy.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { signInNewStudent } from '../support/account.ts'
import { linkIn } from '../support/mail-server.ts'
import { askForLink, type Student, toastSaying } from '../support/student.ts'
import { expect, test } from '../support/test.ts'

const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
const KEYS = '**/auth/v1/.well-known/jwks.json'

/** Signs the student in on an iPhone of theirs. */
async function onAnotherDevice(browser: Browser, academy: Academy, student: Student): Promise<Page> {
  const context = await browser.newContext({ userAgent: SAFARI })
  const page = await context.newPage()
  await page.goto(linkIn(await askForLink(page, academy, student), '/auth/callback'))
  await page.waitForURL('**/dashboard')
  return page
}

const devices = (page: Page) => page.getByRole('region', { name: 'המכשירים המחוברים' })

test('[3-05] [7-06] a student sees where they are signed in, and ends one place at once', async ({
  page,
  browser,
  academy,
}) => {
  const student = await signInNewStudent(page, academy)
  const iPhone = await onAnotherDevice(browser, academy, student)
  await page.goto('/profile')
  await page.getByRole('navigation', { name: 'הפרופיל שלי' }).getByRole('link', { name: 'אבטחה' }).click()
  const rows = devices(page).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('המכשיר הזה')
  await expect(rows.first()).toContainText(/רשת 10\.0\.\*\.\*/)
  await expect(rows.last()).toContainText('Safari ב־iOS')
  await expect(rows.last()).toContainText(/פעילות אחרונה: .*בשעה/)
  await expectAccessible(page, 'the security page')

  await page.getByRole('button', { name: 'לנתק את Safari ב־iOS' }).click()
  const dialog = page.getByRole('dialog', { name: 'לנתק את המכשיר?' })
  await expectAccessible(page, 'ending a session')
  await dialog.getByRole('button', { name: 'ביטול' }).click()
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: 'לנתק את Safari ב־iOS' }).click()
  await dialog.getByRole('button', { name: 'לנתק', exact: true }).click()
  await expect(toastSaying(page, 'המכשיר נותק.')).toBeVisible()
  await expect(rows).toHaveCount(1)
  await expect(page.getByText('החשבון פתוח רק כאן, במכשיר הזה.')).toBeVisible()

  const token = await iPhone.evaluate(() => localStorage.getItem('sb-auth-token'))
  const { access_token } = JSON.parse(token ?? '{}') as { access_token: string }
  const answer = await fetch(`${academy.url}/rest/v1/users?select=email`, {
    headers: { authorization: `Bearer ${access_token}` },
  })
  expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'SESSION_ENDED' }])
  await iPhone.reload()
  await iPhone.waitForURL('**/login')
  await iPhone.context().close()
})

test('[5-23] nothing is shown before the token has passed the check, which says why it did not', async ({
  page,
  academy,
}) => {
  await signInNewStudent(page, academy)
  const real = (await (await fetch(`${academy.url}/auth/v1/.well-known/jwks.json`)).json()) as {
    keys: { kid: string; x: string; y: string }[]
  }
  const stranger = (await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
  ])) as CryptoKeyPair
  const { x, y } = await crypto.subtle.exportKey('jwk', stranger.publicKey)
  const keys = real.keys.map((key) => ({ ...key, x, y }))
  await page.route(KEYS, (route) => route.fulfill({ json: { keys } }))
  await page.goto('/profile/security')
  await expect(page.getByText('Invalid JWT signature')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'המכשירים המחוברים' })).toHaveCount(0)
  await expectAccessible(page, 'a token that did not pass')
  await page.unroute(KEYS)
  await page.reload()
  await expect(devices(page).getByRole('listitem')).toHaveCount(1)
})
