import type { Locator, Page } from '@playwright/test'
import { expect, test, WITH_MOTION } from '../support/test.ts'

test.use(WITH_MOTION)

/** Opens a page whose scripts come only when the returned function is called. */
async function openWithoutScripts(page: Page, path: string): Promise<() => void> {
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  return release
}

test('scripts start once the page has been drawn, and the load event says that the page answers', async ({
  page,
  isMobile,
}) => {
  for (const path of ['/', '/login', '/courses']) {
    await page.goto(path, { waitUntil: 'load' })
    const { drawn, asked } = await page.evaluate(() => ({
      drawn: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
      asked: performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.js'))
        .map(({ startTime }) => startTime),
    }))
    expect(drawn).toBeGreaterThan(0)
    expect(asked.length).toBeGreaterThan(3)
    expect(Math.min(...asked)).toBeGreaterThanOrEqual(drawn)
  }
  if (isMobile)
    return page.evaluate(() => Reflect.ownKeys(document.body)).then((keys) => expect(keys.join()).toContain('__react'))
  await page.getByRole('button', { name: 'קורסים' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('tab').first()).toBeFocused()
  expect(await page.locator('iframe').count()).toBe(0)
})

test('a page that is never drawn starts all the same', async ({ page }) => {
  await page.addInitScript(() => {
    globalThis.PerformanceObserver = class extends PerformanceObserver {
      override observe() {}
    }
  })
  await page.goto('/courses')
  await expect(page.getByRole('region', { name: 'מה לשמור בדפדפן שלכם' })).toBeVisible()
})

test('a page comes to life also where its clock stands still', async ({ page, isMobile }) => {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 5_000)
  await page.goto('/news')
  const menu = page.getByRole('button', { name: isMobile ? /תפריט/ : 'קורסים' })
  await menu.press('Enter')
  await expect(menu).toHaveAttribute('aria-expanded', 'true')
})

test('what is typed, ticked or sent before a page is alive counts when it is, and nothing goes into the address', async ({
  page,
}) => {
  const question = page.getByRole('region', { name: 'מה לשמור בדפדפן שלכם' })
  /** The form knows what was typed, too: one more letter does not bring the emptiness back. */
  async function expectKnown(typed: Locator, text: string): Promise<void> {
    await expect(typed).toHaveValue(text)
    await page.unrouteAll({ behavior: 'wait' })
    await typed.press('End')
    await typed.pressSequentially('x')
    await expect(typed).toHaveValue(`${text}x`)
  }

  const releaseSignIn = await openWithoutScripts(page, '/login')
  const address = page.getByLabel('כתובת אימייל')
  await address.pressSequentially('dana@example.org')
  releaseSignIn()
  await expect(question).toBeVisible()
  await expectKnown(address, 'dana@example.org')

  const releaseRegistration = await openWithoutScripts(page, '/register')
  const terms = page.getByRole('checkbox', { name: /תנאי השימוש/ })
  await page.getByLabel('שם פרטי').pressSequentially('דנה')
  await terms.check()
  releaseRegistration()
  await expect(question).toBeVisible()
  await expect(terms).toBeChecked()
  await expectKnown(page.getByLabel('שם פרטי'), 'דנה')
  await page.getByLabel('שם משפחה').fill('לוי')
  await page.getByLabel('כתובת אימייל').fill('dana@example.org')
  await page.getByRole('textbox', { name: 'מספר טלפון' }).fill('052-1234567')
  await expect(page.getByRole('button', { name: 'שלח קישור הרשמה' })).toBeEnabled()

  const releaseContact = await openWithoutScripts(page, '/contact')
  const message = page.getByLabel('מה רציתם לשאול?')
  await message.pressSequentially('שלום')
  await page.getByRole('button', { name: 'לשלוח את הפנייה' }).click()
  expect(new URL(page.url()).search).toBe('')
  releaseContact()
  await expect(page.getByText('עוד קצת פרטים, לפחות 10 תווים')).toBeVisible()
  await expect(message).toHaveAttribute('aria-invalid', 'true')
  await expectKnown(message, 'שלום')
  expect(new URL(page.url()).search).toBe('')
})

test('[2.2-03] before a page is alive visitors find sign-in, who is signed in does not; what is pointed at or pressed opens then', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'a phone has a menu of its own, and a finger does not point')
  const release = await openWithoutScripts(page, '/news')
  const signIn = page.getByRole('banner').getByRole('link', { name: 'כניסה' })
  await expect(signIn).toBeVisible()
  const remember = (expiry: number) =>
    page.evaluate((value) => localStorage.setItem('user_session_expiry', JSON.stringify(value)), expiry)
  await remember(Date.now() + 60_000)
  await page.reload({ waitUntil: 'domcontentloaded' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(signIn).toBeHidden()
  await remember(Date.now() - 60_000)
  await page.reload({ waitUntil: 'domcontentloaded' })
  await expect(signIn).toBeVisible()

  const menu = page.getByRole('button', { name: 'קורסים' })
  await menu.hover()
  await expect(menu).toHaveAttribute('aria-expanded', 'false')
  release()
  await expect(menu).toHaveAttribute('aria-expanded', 'true')
  await page.unrouteAll({ behavior: 'wait' })
  await page.mouse.move(700, 880)
  const releaseAgain = await openWithoutScripts(page, '/news')
  await menu.press('Enter')
  releaseAgain()
  await expect(page.getByRole('tablist').first()).toBeVisible()
})
