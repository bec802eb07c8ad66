import type { Page, Route } from '@playwright/test'
import { signInNewStudent } from '../support/account.ts'
import { signOut, toastSaying } from '../support/student.ts'
import { expect, expectRefusals, test } from '../support/test.ts'

test.skip(({ isMobile }) => isMobile, 'a phone shows the same')

const RECOVERY = '/auth/recover-account'
const PHONE = '0521234567'
const TOO_LATE = 'הטעינה נמשכה יותר מדי זמן.'

async function ask(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'מספר טלפון' }).fill(PHONE)
  await page.getByRole('button', { name: 'שליחת קישור שחזור' }).click()
}

/** A request that is never answered. */
const hang = () => new Promise<void>(() => undefined)

test('[8-27] [5-11] [4-35] every failure of asking for recovery is worded, and the number stays', async ({
  page,
  problems,
}) => {
  await page.goto(RECOVERY)
  await page.getByRole('button', { name: 'שליחת קישור שחזור' }).click()
  await expect(page.getByRole('alert')).toHaveText('אנא הכנס מספר טלפון תקין')
  await expect(page.getByRole('textbox', { name: 'מספר טלפון' })).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'מספר טלפון' })).toHaveAttribute('aria-invalid', 'true')
  const answers: [(route: Route) => Promise<void>, string][] = [
    [(route) => route.abort(), 'שגיאה בחיבור לשירות השחזור'],
    [(route) => route.fulfill({ json: { success: false } }), 'שחזור החשבון נכשל'],
    [(route) => route.fulfill({ json: { success: false, error: 'no such thing' } }), 'no such thing'],
    [(route) => route.fulfill({ json: { success: false, error: 'המספר חסום' } }), 'המספר חסום'],
    [(route) => route.fulfill({ status: 502, body: '' }), 'שגיאה בחיבור לשירות השחזור'],
  ]
  for (const [answer, text] of answers) {
    await page.route('**/functions/v1/account-recovery', answer, { times: 1 })
    await ask(page)
    await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'מספר טלפון' })).toHaveValue(/52.?123.?4567/)
  }
  expectRefusals(problems, /ERR_FAILED|Failed to fetch|status of 502/)
})

test('[8-27] [4-36] every failure of the recovery link is worded and leads back to the number', async ({
  page,
  problems,
}) => {
  const answers: [(route: Route) => Promise<void>, string][] = [
    [(route) => route.fulfill({ status: 400, json: { message: 'x' } }), 'שגיאה באימות הטוקן'],
    [(route) => route.fulfill({ json: { valid: false, error: null } }), 'הטוקן אינו תקין'],
    [
      (route) => route.fulfill({ json: { valid: false, error: 'INVALID_RECOVERY_TOKEN' } }),
      'קישור השחזור אינו תקין או פג תוקף',
    ],
  ]
  for (const [answer, text] of answers) {
    await page.route('**/rest/v1/rpc/verify_recovery_token', answer, { times: 1 })
    await page.goto(`${RECOVERY}?token=abc&phone=%2B972521234567`)
    await page.getByRole('button', { name: 'להמשיך בשחזור הגישה' }).click()
    await expect(page.getByRole('alert')).toHaveText(text)
    await expect(page.getByRole('textbox', { name: 'מספר טלפון' })).toBeVisible()
    expect(new URL(page.url()).search).toBe('')
  }
  expectRefusals(problems, /status of 400/)
})

test('[2.9-03] [4-37] [9-20] [8-15] a verified link shows the address and leads on after 3 seconds, with address and message', async ({
  page,
}) => {
  await page.clock.install()
  await page.route('**/rest/v1/rpc/verify_recovery_token', (route) =>
    route.fulfill({ json: { valid: true, error: null, user_id: 'x', email: 'dana@example.org' } }),
  )
  await page.goto(`${RECOVERY}?token=abc&phone=%2B972521234567`)
  await page.getByRole('button', { name: 'להמשיך בשחזור הגישה' }).waitFor()
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
  await page.getByRole('button', { name: 'להמשיך בשחזור הגישה' }).click()
  await expect(page.getByRole('heading', { name: 'החשבון שוחזר' })).toBeVisible()
  await expect(page.getByText('dana@example.org')).toBeVisible()
  await page.clock.runFor(2_900)
  expect(new URL(page.url()).pathname).toBe(RECOVERY)
  await page.clock.runFor(100)
  await page.clock.resume()
  await page.waitForURL('**/login')
  await expect(page.getByLabel('כתובת אימייל')).toHaveValue('dana@example.org')
  await expect(
    page.getByRole('status').filter({ hasText: 'החשבון שוחזר. אפשר להיכנס עם כתובת האימייל.' }),
  ).toBeVisible()
})

test('[2.8-03] [4-38] [9-21] [8-28] [8-16] verifying an address: its failures, then 2 seconds to the dashboard', async ({
  page,
  academy,
  problems,
}) => {
  const student = await signInNewStudent(page, academy)
  await academy.patch('users', ['email', student.email], { email_verified: false })
  await page.clock.install()
  await page.goto('/auth/verify-email')
  const verify = page.getByRole('button', { name: 'כבר פתחתי את הקישור, לאמת' })
  await page.route('**/auth/v1/user', (route) => route.abort(), { times: 1 })
  await verify.click()
  await expect(page.getByRole('alert')).toHaveText('שגיאה באימות האימייל. נסה שוב.')
  await page.route('**/auth/v1/otp*', (route) => route.fulfill({ status: 400, json: { msg: 'x' } }), { times: 1 })
  await page.getByRole('button', { name: 'לשלוח את הקישור שוב' }).click()
  await expect(page.getByRole('alert')).toHaveText('שגיאה בשליחת קישור האימות. נסה שוב.')
  await academy.patch('users', ['email', student.email], { email_verified: true })
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 500)
  await verify.click()
  await expect(page.getByRole('heading', { name: 'כתובת האימייל אומתה' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'להמשיך', exact: true })).toBeVisible()
  await page.clock.runFor(1_900)
  expect(new URL(page.url()).pathname).toBe('/auth/verify-email')
  await page.clock.runFor(100)
  await page.clock.resume()
  await page.waitForURL('**/dashboard')
  await expect(toastSaying(page, 'Email verified successfully')).toBeVisible()
  expectRefusals(problems, /ERR_FAILED|Failed to fetch|status of 400/)
})

test('[8-18] a sign-out that the server refuses says so and leaves the session; sign-in that cannot load says so', async ({
  page,
  academy,
  problems,
}) => {
  await signInNewStudent(page, academy)
  await page.route('**/auth/v1/logout*', (route) => route.fulfill({ status: 500, json: { msg: 'x' } }), { times: 1 })
  await page.goto('/profile')
  await page.getByRole('main').getByRole('button', { name: 'יציאה מהחשבון' }).click()
  await expect(toastSaying(page, 'Sign out failed')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'הפרופיל שלי' })).toBeVisible()

  await page.route('**/assets/module-*.js', (route) => route.abort())
  await page.goto('/')
  await expect(toastSaying(page, 'Authentication error occurred')).toBeVisible()
  await page.unroute('**/assets/module-*.js')
  await page.reload()
  await signOut(page, false)
  await expect(toastSaying(page, 'Signed out successfully')).toBeVisible()
  expectRefusals(problems, /status of 500 .*logout|ERR_FAILED|dynamically imported module/)
})

test('[8-15] [8-16] [2.10-01] a changed profile is confirmed; a taken number marks its field', async ({
  page,
  academy,
  browser,
}) => {
  await signInNewStudent(page, academy)
  await page.goto('/profile')
  await page.getByLabel('שם פרטי').fill('רותי')
  await page.getByRole('button', { name: 'שמירת השינויים' }).click()
  await expect(toastSaying(page, 'Profile updated successfully')).toBeVisible()
  const other = await browser.newContext({ baseURL: academy.url })
  const holder = await signInNewStudent(await other.newPage(), academy)
  await other.close()
  const phone = page.getByRole('textbox', { name: 'מספר טלפון' })
  await phone.fill(holder.phone)
  await page.getByRole('button', { name: 'שמירת השינויים' }).click()
  await expect(page.getByRole('alert')).toHaveText('מספר הטלפון כבר רשום בחשבון אחר.')
  await expect(phone).toBeFocused()
  await expect(phone).toHaveAttribute('aria-invalid', 'true')
})

test('[4-47] [9-25] the menu of courses stops loading after 8 seconds, says so and tries again', async ({ page }) => {
  await page.clock.install()
  await page.route('**/rest/v1/{categories,courses}?*', hang)
  await page.goto('/about-us')
  await page.waitForLoadState('networkidle')
  const asked = page.waitForRequest('**/rest/v1/courses?*')
  await page.getByRole('button', { name: 'תפריט הקורסים', exact: true }).click()
  await asked
  await page.clock.runFor(7_000)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.clock.runFor(1_500)
  const failure = page.getByRole('alert')
  await expect(failure).toBeVisible()
  await page.unroute('**/rest/v1/{categories,courses}?*')
  await failure.getByRole('button', { name: 'לנסות שוב' }).click()
  await expect(failure).toBeHidden()
})

test('[4-47] [9-26] [9-25] [8-37] the dashboard stops loading: saved courses after 8 seconds, progress after 10, each with a retry', async ({
  page,
  academy,
}) => {
  await signInNewStudent(page, academy)
  await page.clock.install()
  let answering = false
  await page.route(/\/rest\/v1\/(rpc\/my_courses|bookmarks)/, (route) => (answering ? route.continue() : hang()))
  const asked = page.waitForRequest(/\/rest\/v1\/rpc\/my_courses/)
  await page.goto('/dashboard')
  await asked
  await page.clock.runFor(8_500)
  await expect(page.getByText('לא הצלחנו לטעון את המועדפים שלכם.')).toBeVisible()
  await expect(page.getByText(TOO_LATE)).toHaveCount(0)
  await page.clock.runFor(2_000)
  await expect(page.getByText(`לא הצלחנו לטעון את ההתקדמות שלכם. ${TOO_LATE}`)).toBeVisible()
  answering = true
  for (const [name, text] of [
    ['הקורסים שלי', 'עוד לא התחלתם קורס'],
    ['המועדפים שלי', 'עוד לא שמרתם קורסים'],
  ] as const) {
    const section = page.getByRole('region', { name })
    await section.getByRole('button', { name: 'לנסות שוב' }).click()
    await expect(section.getByText(text)).toBeVisible()
  }
})

test('[4-47] [9-25] a page that does not come is named after 8 seconds and asked for again', async ({ page }) => {
  await page.clock.install()
  await page.goto('/about-us')
  await page.waitForLoadState('networkidle')
  await page.route('**/news.data*', hang, { times: 1 })
  const asked = page.waitForRequest('**/news.data*')
  await page.getByRole('contentinfo').getByRole('link', { name: 'חדשות ומאמרים' }).click()
  await asked
  await page.clock.runFor(7_000)
  await expect(page.getByText('הדף עוד לא הגיע.')).toHaveCount(0)
  await page.clock.runFor(1_500)
  const notice = page.getByRole('alert').filter({ hasText: 'הדף עוד לא הגיע.' })
  await expect(notice).toBeVisible()
  await notice.getByRole('button', { name: 'לנסות שוב' }).click()
  await page.waitForURL('**/news')
  await expect(notice).toBeHidden()
})
