import type { Page, Route } from '@playwright/test'
import { allowRefusals, expect, expectRefusals, OFFLINE, test } from '../support/test.ts'

const address = (page: Page) => page.getByLabel('כתובת אימייל')
const send = (page: Page) => page.getByRole('button', { name: 'שליחת קישור כניסה' })

/** The text of what `aria-describedby` of the focused field points to. */
const descriptionOfFocus = (page: Page) =>
  page.evaluate(() =>
    (document.activeElement?.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  )

test('[2.5-01] [2.5-02] [2.5-04] [2.5-05] the sign-in screen stands in two halves, in one column on a phone', {
  tag: '@phone',
}, async ({ page, isMobile }) => {
  await page.goto('/login')
  const form = await page.locator('form').boundingBox()
  const picture = page.locator('main').getByRole('table').or(page.locator('main aside')).first()
  if (isMobile) {
    expect(form?.width).toBeGreaterThan(300)
  } else {
    const box = await picture.boundingBox()
    expect(box?.width).toBeGreaterThan(300)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(form?.x ?? 0)
  }
  await expect(page.getByRole('heading', { level: 1, name: 'כניסה לחשבון' })).toBeVisible()
  await expect(page.getByText('ונשלח אליה קישור כניסה')).toBeVisible()
  await expect(page.getByText('אין לכם חשבון?')).toContainText('הירשמו עכשיו')
  await expect(page.getByText('שכחתם את המשתמש?')).toContainText('לשחזור הגישה')
  await expect(page.getByText('לא קיבלתם את האימייל? בדקו בתיקיית הספאם.')).toBeVisible()
  await expect(page.getByText('הקישור תקף ל־24 שעות.')).toBeVisible()
})

const refuse = (status: number, body: object) => (route: Route) => route.fulfill({ status, json: body })

const SIGN_IN_REFUSALS: [
  title: string,
  answer: (route: Route) => Promise<void>,
  text: string | RegExp,
  aboutAddress: boolean,
][] = [
  [
    '[8-05] [5-08] unknown address',
    refuse(422, { code: 422, error_code: 'otp_disabled', msg: 'Signups not allowed for otp' }),
    'לא מצאנו חשבון עם הכתובת הזו. קודם נרשמים, ואחר כך נכנסים.',
    true,
  ],
  [
    '[5-08] closed account',
    refuse(403, { code: 403, error_code: 'user_banned', msg: 'User is banned' }),
    'Account is deactivated. Please contact support.',
    false,
  ],
  ['[8-14] in Hebrew', refuse(400, { code: 400, msg: 'המערכת בשדרוג עד חצות' }), 'המערכת בשדרוג עד חצות', false],
  ['[8-29] without a word', refuse(400, { code: 400, msg: 'the moon is full' }), 'שגיאה בכניסה למערכת', false],
  ['thrown', (route) => route.abort(), /^שגיאה בשליחת קישור הכניסה, נסו שוב\. אין חיבור לשרת/, false],
  [
    '[8-11] too often',
    refuse(429, {
      code: 429,
      error_code: 'over_request_rate_limit',
      msg: 'Request rate limit reached',
    }),
    'היו יותר מדי ניסיונות. אפשר לנסות שוב בעוד כמה דקות.',
    false,
  ],
  ['[8-12] no address', refuse(400, { code: 400, msg: 'invalid email' }), /כתובת האימייל אינה תקינה/, true],
]

test('[8-30] [8-05] [5-08] [8-14] [8-29] [8-11] [8-12] a refusal of the sign-in form is shown in an alert, keeps what was typed, and never loses the focus', async ({
  page,
  problems,
}) => {
  await page.goto('/login')
  await address(page).fill('dana@example.org')
  for (const [title, answer, text, aboutAddress] of SIGN_IN_REFUSALS) {
    await page.route('**/auth/v1/otp*', answer, { times: 1 })
    await send(page).click()
    await expect(page.getByRole('alert'), title).toHaveText(text)
    await expect(address(page)).toHaveValue('dana@example.org')
    await expect(send(page)).toBeEnabled()
    await expect(aboutAddress ? address(page) : send(page), title).toBeFocused()
    if (!aboutAddress) continue
    await expect(address(page)).toHaveAttribute('aria-invalid', 'true')
    expect(await descriptionOfFocus(page)).toContain((await page.getByRole('alert').textContent()) ?? '?')
  }
  expectRefusals(problems, /status of 4\d\d|ERR_FAILED|Failed to fetch/)
})

test('[8-13] [4-39] [7-01] without a connection nothing typed is lost; what is sent when it is back carries the public key', async ({
  page,
  context,
  problems,
}) => {
  await page.goto('/login', { waitUntil: 'networkidle' })
  await address(page).fill('nobody@example.org')
  await context.setOffline(true)
  await send(page).click()
  await expect(page.getByRole('alert')).toContainText('אין חיבור לשרת')
  await expect(address(page)).toHaveValue('nobody@example.org')
  await context.setOffline(false)
  const asked = page.waitForRequest('**/auth/v1/otp*')
  await send(page).click()
  const key = (await page.locator('html').getAttribute('data-anon-key')) ?? ''
  expect(key).toMatch(/^sb_publishable_/)
  expect(await (await asked).headerValue('apikey')).toBe(key)
  await expect(page.getByRole('alert')).toContainText('לא מצאנו חשבון')
  expectRefusals(problems, OFFLINE)
  allowRefusals(problems, /Failed to fetch|status of 422/)
})
