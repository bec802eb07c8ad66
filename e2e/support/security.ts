import { expect, type Locator, type Page } from '@playwright/test'
import { totpCode } from './totp.ts'

export const SECURITY = '/profile/security'

/** Opens the page about the security of one's own account, up to its list of devices. */
export async function openSecurity(page: Page): Promise<void> {
  await page.goto(SECURITY)
  await expect(page.getByRole('region', { name: 'המכשירים המחוברים' }).getByRole('listitem').first()).toBeVisible()
}

/** Begins to set up an authenticator app; gives its secret as the page shows it. */
export async function beginSetup(
  page: Page,
  section: Locator = page.getByRole('region', { name: 'אימות דו־שלבי' }),
): Promise<string> {
  await section.getByRole('button', { name: 'להפעיל', exact: true }).click()
  await expect(section.getByRole('img', { name: /קוד QR/ })).toBeVisible()
  return ((await section.locator('bdi').first().textContent()) ?? '').replaceAll(' ', '')
}

/** Sets up an authenticator app with its first code; gives the secret. */
export async function setUpApp(page: Page): Promise<string> {
  const secret = await beginSetup(page)
  await page.getByLabel('הקוד הראשון מהאפליקציה').fill(totpCode(secret))
  await page.getByRole('button', { name: 'לאשר ולהפעיל' }).click()
  await expect(page.getByText('האימות הדו־שלבי פעיל. בכניסה הבאה')).toBeVisible()
  return secret
}

/** The recovery codes that the page shows this once, put away. */
export async function keepCodes(page: Page): Promise<string[]> {
  const shown = page.locator('[data-print-alone] bdi')
  await shown.first().waitFor()
  const codes = await shown.allTextContents()
  await page.getByRole('button', { name: 'שמרתי את הקודים' }).click()
  return codes
}

/** Asks for another address on the security page. */
export async function askForAddress(page: Page, address: string): Promise<void> {
  await page.getByRole('button', { name: 'להחליף כתובת' }).click()
  await page.getByLabel('הכתובת החדשה').fill(address)
  await page.getByRole('button', { name: 'לשלוח אישור לשתי הכתובות' }).click()
}

/** Lets the server's first answer to a call be that the sign-in is too old, as it is ten minutes later. */
export async function pretendOldSignIn(page: Page, call: string): Promise<void> {
  await page.route(
    `**/rest/v1/rpc/${call}`,
    (route) =>
      route.fulfill({
        status: 403,
        contentType: 'application/json',
        body: JSON.stringify({ code: 'REAUTHENTICATION_NEEDED', message: 'Sign in again to do this' }),
      }),
    { times: 1 },
  )
}
