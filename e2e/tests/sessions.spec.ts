import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { signInNewStudent, signInOnPhone, storeSession } from '../support/account.ts'
import { toastWithText } from '../support/student.ts'
import { expect, test } from '../support/test.ts'

const KEYS = '**/auth/v1/.well-known/jwks.json'

const devices = (page: Page) => page.getByRole('region', { name: 'המכשירים המחוברים' })

/** The keys by which tokens are checked become those of somebody else. */
async function forgeKeys(page: Page, url: string): Promise<void> {
  const real = (await (await fetch(`${url}/auth/v1/.well-known/jwks.json`)).json()) as {
    keys: { kid: string; x: string; y: string }[]
  }
  const stranger = (await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
  ])) as CryptoKeyPair
  const { x, y } = await crypto.subtle.exportKey('jwk', stranger.publicKey)
  const keys = real.keys.map((key) => ({ ...key, x, y }))
  await page.route(KEYS, (route) => route.fulfill({ json: { keys } }))
}

test('[5-23] [3-05] [7-06] once the token has passed the check a student sees where they are signed in, and ends one place at once', async ({
  page,
  browser,
  academy,
}) => {
  const student = await signInNewStudent(page, academy)
  const phone = await signInOnPhone(page, academy, student)
  await forgeKeys(page, academy.url)
  await page.goto('/profile/security')
  await expect(page.getByText('Invalid JWT signature')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'המכשירים המחוברים' })).toHaveCount(0)
  await expectAccessible(page, 'a token that did not pass')
  await page.unroute(KEYS)
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
  await expect(toastWithText(page, 'המכשיר נותק.')).toBeVisible()
  await expect(rows).toHaveCount(1)
  await expect(page.getByText('החשבון פתוח רק כאן, במכשיר הזה.')).toBeVisible()

  const answer = await fetch(`${academy.supabaseUrl}/rest/v1/users?select=email`, {
    headers: { authorization: `Bearer ${phone.access_token}` },
  })
  expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'SESSION_ENDED' }])
  const elsewhere = await browser.newContext()
  const iPhone = await elsewhere.newPage()
  await storeSession(iPhone, academy, phone)
  await iPhone.goto('/profile')
  await iPhone.waitForURL('**/login')
  await elsewhere.close()
})
