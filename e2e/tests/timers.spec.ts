import type { Page } from '@playwright/test'
import { expectVisibleFocus } from '../support/accessibility.ts'
import { signInNewStudent } from '../support/account.ts'
import { inSmallSteps, installClock, stopClock } from '../support/clock.ts'
import { allowRefusals, expect, test, WITH_MOTION } from '../support/test.ts'

test.use(WITH_MOTION)

test.skip(({ isMobile }) => isMobile, 'a phone shows the same')

const question = (page: Page) => page.getByRole('region', { name: 'מה לשמור בדפדפן שלכם' })
const toasts = (page: Page) => page.locator('[data-sonner-toast][data-visible="true"][data-removed="false"]')
const buttons = (page: Page) => page.getByRole('main').getByRole('button', { name: /הקורס/ })
const saveButtons = (page: Page) => page.getByRole('main').getByRole('button', { name: /^שמירת הקורס/ })

/** A page whose toaster stands and whose time stands still. */
async function openWithoutToast(page: Page, path: string): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('cookie-consent', 'rejected'))
  await installClock(page)
  await page.goto(path)
  await expect(page.getByRole('region', { name: /^הודעות/ })).toBeAttached()
  await expect(saveButtons(page).first()).not.toHaveAttribute('aria-disabled')
  await stopClock(page)
}

test('[1-05] [9-13] toasts stand at the bottom right, at most three, 356 px wide and 14 px apart', async ({
  page,
  academy,
  problems,
}) => {
  await signInNewStudent(page, academy)
  await openWithoutToast(page, '/courses')
  const press = async (course: number) => {
    await buttons(page).nth(course).click()
    await inSmallSteps(page, () =>
      expect(buttons(page).nth(course)).not.toHaveAttribute('aria-disabled', { timeout: 50 }),
    )
  }
  // Four that differ: equal ones take the place of each other.
  for (const course of [0, 1, 1]) await press(course)
  await page.route('**/rest/v1/bookmarks*', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort(),
  )
  for (const course of [0, 2]) await press(course)
  allowRefusals(problems, /ERR_FAILED/)
  await expect(toasts(page)).toHaveCount(3)
  await page.clock.runFor(600)
  const viewport = page.viewportSize() ?? { width: 0, height: 0 }
  await expect(async () => {
    const boxes = await Promise.all((await toasts(page).all()).map((toast) => toast.boundingBox()))
    const sorted = boxes.map((box) => box ?? { x: 0, y: 0, width: 0, height: 0 }).sort((one, other) => one.y - other.y)
    expect(sorted.map(({ width }) => Math.round(width))).toEqual([356, 356, 356])
    for (const [index, { y, height }] of sorted.slice(0, -1).entries())
      expect(Math.round((sorted[index + 1]?.y ?? 0) - y - height)).toBe(14)
    const last = sorted.at(-1)
    expect(viewport.width - (last?.x ?? 0) - 356).toBeLessThanOrEqual(32)
    expect(viewport.height - (last?.y ?? 0) - (last?.height ?? 0)).toBeLessThanOrEqual(32)
  }).toPass()
})

/** Lets time go until a toast stands: what comes before it takes time of its own, which the page's clock knows nothing of. */
const untilToast = (page: Page) => inSmallSteps(page, () => expect(toasts(page)).toHaveCount(1, { timeout: 100 }))

test('[1-05] [9-13] a toast is announced, goes after 4 s, shows its focus, and stays while the pointer is on it or it has the focus', async ({
  page,
}) => {
  await openWithoutToast(page, '/courses')
  await expect(page.getByRole('region', { name: /^הודעות/ })).toHaveAttribute('aria-live', 'polite')
  await saveButtons(page).first().click()
  await untilToast(page)
  await expect(toasts(page)).toContainText(['יש להתחבר כדי לשמור קורסים'])
  await page.clock.runFor(3_600)
  await expect(toasts(page)).toHaveCount(1)
  await page.clock.runFor(400)
  await expect(toasts(page)).toHaveCount(0)

  await saveButtons(page).first().press('Enter')
  await untilToast(page)
  await page.clock.runFor(500)
  await toasts(page).focus()
  await expectVisibleFocus(page)
  await page.clock.runFor(20_000)
  await expect(toasts(page)).toHaveCount(1)
  await toasts(page).hover()
  await page.mouse.move(10, 10)
  await page.clock.runFor(20_000)
  await expect(toasts(page)).toHaveCount(1)
  await page.locator('header a').first().focus()
  await page.clock.runFor(4_100)
  await expect(toasts(page)).toHaveCount(0)
  await saveButtons(page).first().click()
  await untilToast(page)
  await page.clock.runFor(500)
  await toasts(page).hover()
  await page.clock.runFor(20_000)
  await expect(toasts(page)).toHaveCount(1)
  await page.mouse.move(10, 10)
  await page.clock.runFor(4_100)
  await expect(toasts(page)).toHaveCount(0)
})

test('[4-46] [9-24] put aside, it comes back after five minutes, also across a reload', async ({ page }) => {
  await installClock(page)
  await page.goto('/about-us')
  await question(page).getByRole('button', { name: 'לשאול אותי אחר כך' }).click()
  await expect(question(page)).toBeHidden()
  await page.clock.fastForward('02:00')
  await page.reload({ waitUntil: 'networkidle' })
  await page.clock.fastForward('02:30')
  await expect(question(page)).toBeHidden()
  await page.clock.fastForward('00:30')
  await expect(question(page)).toBeVisible()
})

test('[9-44] the scroll bar of a panel hides 600 ms after scrolling', async ({ page }) => {
  await openWithoutToast(page, '/courses')
  await page.setViewportSize({ width: 1024, height: 420 })
  await page
    .getByRole('main')
    .getByRole('link', { name: /^לצפייה בקורס/ })
    .first()
    .click()
  const area = page.getByRole('dialog').locator('.overflow-y-auto')
  const bar = () => area.evaluate((element) => getComputedStyle(element).scrollbarColor)
  const HIDDEN = 'rgba(0, 0, 0, 0) rgba(0, 0, 0, 0)'
  await expect.poll(bar).toBe(HIDDEN)
  await area.evaluate((element) => element.scrollTo(0, 40))
  await expect.poll(bar).not.toBe(HIDDEN)
  await page.clock.runFor(400)
  // The event of a scroll comes with the next frame, later than its position; time must not pass before it.
  await area.evaluate(
    (element) =>
      new Promise<void>((resolve) => {
        element.addEventListener('scroll', () => resolve(), { once: true })
        element.scrollTo(0, 60)
      }),
  )
  await page.clock.runFor(500)
  expect(await bar()).not.toBe(HIDDEN)
  await page.clock.runFor(200)
  expect(await bar()).toBe(HIDDEN)
})
