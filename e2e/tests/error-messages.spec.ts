import { returningStudent, signInNewStudent } from '../support/account.ts'
import { inSmallSteps, installClock, stopClock } from '../support/clock.ts'
import { signOut, toastWithText } from '../support/student.ts'
import { expect, expectRefusals, test } from '../support/test.ts'

test.skip(({ isMobile }) => isMobile, 'a phone shows the same')

const TOO_LATE = 'הטעינה נמשכה יותר מדי זמן.'

/** A request that is never answered. */
const hang = () => new Promise<void>(() => undefined)

test('[8-15] [8-16] [2.10-01] [8-18] a changed profile is confirmed, a taken number marks its field; a refused sign-out leaves the session, and sign-in that cannot load says so', async ({
  page,
  academy,
  problems,
}) => {
  await signInNewStudent(page, academy)
  await page.goto('/profile')
  await page.getByLabel('שם פרטי').fill('רותי')
  await page.getByRole('button', { name: 'שמירת השינויים' }).click()
  await expect(toastWithText(page, 'Profile updated successfully')).toBeVisible()
  const holder = await returningStudent(page, academy)
  const phone = page.getByRole('textbox', { name: 'מספר טלפון' })
  await phone.fill(holder.phone)
  await page.getByRole('button', { name: 'שמירת השינויים' }).click()
  await expect(page.getByRole('alert')).toHaveText('מספר הטלפון כבר רשום בחשבון אחר.')
  await expect(phone).toBeFocused()
  await expect(phone).toHaveAttribute('aria-invalid', 'true')

  await page.route('**/auth/v1/logout*', (route) => route.fulfill({ status: 500, json: { msg: 'x' } }), { times: 1 })
  await page.getByRole('main').getByRole('button', { name: 'יציאה מהחשבון' }).click()
  await expect(toastWithText(page, 'Sign out failed')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'הפרופיל שלי' })).toBeVisible()

  await page.route('**/assets/module-*.js', (route) => route.abort())
  await page.reload()
  await expect(toastWithText(page, 'Authentication error occurred')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'כניסה לחשבון', level: 1 })).toBeVisible()
  await page.unroute('**/assets/module-*.js')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'הפרופיל שלי' })).toBeVisible()
  await signOut(page, false)
  await expect(toastWithText(page, 'Signed out successfully')).toBeVisible()
  expectRefusals(problems, /status of 500 .*logout|ERR_FAILED|dynamically imported module/)
})

test('[4-47] [9-25] [9-26] [8-37] loading stops: saved courses and the menu of courses after 8 seconds, progress after 10, each with a retry', async ({
  page,
  academy,
}) => {
  await signInNewStudent(page, academy)
  await installClock(page)
  await page.goto('/about-us', { waitUntil: 'networkidle' })
  let answering = false
  await page.route(/\/rest\/v1\/(rpc\/my_courses|bookmarks)/, (route) => (answering ? route.continue() : hang()))
  await stopClock(page)
  const asked = ['my_courses', 'bookmarks'].map((name) =>
    page.waitForRequest((request) => request.url().includes(name)),
  )
  await page.getByRole('banner').getByRole('link', { name: 'האזור האישי' }).first().click()
  await Promise.all(asked)
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
    await inSmallSteps(page, () => expect(section.getByText(text)).toBeVisible({ timeout: 50 }))
  }

  await page.route('**/rest/v1/{categories,courses}?*', hang)
  let asksMenu = false
  void page.waitForRequest('**/rest/v1/courses?*').then(() => (asksMenu = true))
  await page.getByRole('button', { name: 'תפריט הקורסים', exact: true }).click()
  await inSmallSteps(page, async () => expect(asksMenu).toBe(true))
  // The clock went on a little between the request and the word of it.
  await page.clock.runFor(5_000)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.clock.runFor(3_500)
  const failure = page.getByRole('alert')
  await expect(failure).toBeVisible()
  await page.unroute('**/rest/v1/{categories,courses}?*')
  await failure.getByRole('button', { name: 'לנסות שוב' }).click()
  await inSmallSteps(page, () => expect(failure).toBeHidden({ timeout: 50 }))
})
