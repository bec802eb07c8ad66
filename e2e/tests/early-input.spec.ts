import type { Page } from '@playwright/test'
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

test('scripts start once the page has been drawn', async ({ page }) => {
  for (const path of ['/', '/courses', '/login']) {
    await page.goto(path, { waitUntil: 'networkidle' })
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
})

test('the load event says that the page answers', async ({ page, isMobile }) => {
  await page.goto('/courses', { waitUntil: 'load' })
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

test('what is typed before a page is alive stays, in every kind of form', async ({ page }) => {
  for (const [path, field, text] of [
    ['/login', 'כתובת אימייל', 'dana@example.org'],
    ['/register', 'שם פרטי', 'דנה'],
    ['/contact', 'מה רציתם לשאול?', 'שלום, יש לי שאלה על השיעור השני'],
  ] as const) {
    const release = await openWithoutScripts(page, path)
    const typed = page.getByLabel(field)
    await typed.pressSequentially(text)
    release()
    await expect(page.getByRole('region', { name: 'מה לשמור בדפדפן שלכם' })).toBeVisible()
    await expect(typed).toHaveValue(text)
    await page.unrouteAll({ behavior: 'wait' })
    // The form knows it too: one more letter does not bring the emptiness back.
    await typed.press('End')
    await typed.pressSequentially('x')
    await expect(typed).toHaveValue(`${text}x`)
  }
})

test('what is ticked or sent before a page is alive counts when it is, and nothing goes into the address', async ({
  page,
}) => {
  const release = await openWithoutScripts(page, '/register')
  const terms = page.getByRole('checkbox', { name: /תנאי השימוש/ })
  await terms.check()
  release()
  await expect(page.getByRole('region', { name: 'מה לשמור בדפדפן שלכם' })).toBeVisible()
  await expect(terms).toBeChecked()
  await page.getByLabel('שם פרטי').fill('דנה')
  await page.getByLabel('שם משפחה').fill('לוי')
  await page.getByLabel('כתובת אימייל').fill('dana@example.org')
  await page.getByRole('textbox', { name: 'מספר טלפון' }).fill('052-1234567')
  await expect(page.getByRole('button', { name: 'שלח קישור הרשמה' })).toBeEnabled()
  await page.unrouteAll({ behavior: 'wait' })

  const releaseForm = await openWithoutScripts(page, '/contact')
  const subject = page.getByLabel('נושא')
  await subject.pressSequentially('שאלה על שיעור')
  await page.getByRole('button', { name: 'לשלוח את הפנייה' }).click()
  expect(new URL(page.url()).search).toBe('')
  releaseForm()
  await expect(page.getByText('עוד קצת פרטים, לפחות 10 תווים')).toBeVisible()
  await expect(subject).toHaveValue('שאלה על שיעור')
  await expect(subject).not.toHaveAttribute('aria-invalid', 'true')
  expect(new URL(page.url()).search).toBe('')
})

test('a button that is pressed before its page is alive answers when it is', async ({ page, isMobile }) => {
  const release = await openWithoutScripts(page, '/news')
  if (isMobile) await page.getByRole('button', { name: /תפריט/ }).click()
  else await page.getByRole('button', { name: 'קורסים' }).press('Enter')
  release()
  await expect(page.getByRole(isMobile ? 'dialog' : 'tablist').first()).toBeVisible()
})

test('a menu that the mouse already points at opens when its page is alive', async ({ page, isMobile }) => {
  test.skip(isMobile, 'a finger does not point')
  const release = await openWithoutScripts(page, '/news')
  const menu = page.getByRole('button', { name: 'קורסים' })
  await menu.hover()
  await expect(menu).toHaveAttribute('aria-expanded', 'false')
  release()
  await expect(menu).toHaveAttribute('aria-expanded', 'true')
})

test('[2.2-03] visitors find sign-in and registration before a page is alive; who is signed in does not', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'a phone has them in its menu')
  await openWithoutScripts(page, '/news')
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
})
