import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { signInNewStudent } from '../support/account.ts'
import { someCourse } from '../support/lesson.ts'
import { lessonAddress, moveTo, openLesson, openPart } from '../support/lesson-page.ts'
import { expect, test } from '../support/test.ts'

/** What axe has not looked at yet: the others are in `lesson-notes` and, on a phone, in `lesson-chapters`. */
const partsToLookAt = (isMobile: boolean) => (isMobile ? ['הערות', 'שיעורים'] : ['שיעורים'])

const list = (page: Page) => page.getByRole('list', { name: 'תמליל השיעור' })
const current = (page: Page) => list(page).locator('[aria-current="true"]')

/** Whether the sentence that is spoken can be seen inside the box of the transcript. */
const currentIsSeen = (page: Page) =>
  current(page).evaluate((line) => {
    const box = line.closest('ol')?.getBoundingClientRect()
    const { top, bottom } = line.getBoundingClientRect()
    return box !== undefined && top >= box.top - 1 && bottom <= box.bottom + 1
  })

// The question about privacy lies over the lower edge of a phone until it is answered.
test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('cookie-consent', 'rejected'))
})

test('the transcript follows the video and lets the person read elsewhere; every part of a lesson is in reach, on every width whole', {
  tag: '@phone',
}, async ({ page, academy, isMobile }) => {
  const course = await someCourse(academy)
  const size = page.viewportSize() ?? { width: 390, height: 844 }
  await signInNewStudent(page, academy)
  await page.setViewportSize({ width: size.width, height: 720 })
  await openLesson(page, lessonAddress(course, 2))
  await openPart(page, 'תמליל')
  const before = await page.evaluate(() => window.scrollY)
  await moveTo(page, 50)
  await expect.poll(() => list(page).evaluate((box) => box.scrollTop)).toBeGreaterThan(0)
  await expect.poll(() => currentIsSeen(page)).toBe(true)
  expect(await page.evaluate(() => window.scrollY)).toBe(before)

  await list(page).evaluate((box) => box.scrollTo({ top: 0 }))
  await expect(page.getByRole('button', { name: 'לשורה הנוכחית' })).toBeVisible()
  await expectAccessible(page, 'transcript, scrolled away', isMobile ? 'WCAG' : 'every rule')
  await moveTo(page, 58)
  expect(await list(page).evaluate((box) => box.scrollTop)).toBe(0)
  await page.getByRole('button', { name: 'לשורה הנוכחית' }).click()
  await expect.poll(() => currentIsSeen(page)).toBe(true)
  await expect(page.getByRole('button', { name: 'לשורה הנוכחית' })).toBeHidden()

  await page.setViewportSize(size)
  const names = isMobile ? ['תמליל', 'הערות', 'שיעורים', 'סיכום'] : ['שיעורים', 'תמליל', 'הערות']
  await expect(page.getByRole('tab')).toHaveText(names)
  for (const name of names) {
    await page.getByRole('tab', { name }).click()
    await expect(page.getByRole('tabpanel')).toHaveCount(1)
    if (partsToLookAt(isMobile).includes(name)) await expectAccessible(page, `part ${name}`)
    const small = await page
      .getByRole('tabpanel')
      .locator('a:visible, button:visible, input:visible, textarea:visible')
      .evaluateAll((all) =>
        all.map((one) => one.getBoundingClientRect()).filter(({ width, height }) => Math.min(width, height) < 43.5),
      )
    expect(small).toEqual([])
  }
  if (!isMobile) await expectWholeOnEveryWidth(page)
  // The part that was open last is open in the next lesson too.
  const last = isMobile ? 'סיכום' : 'הערות'
  await openPart(page, last)
  await page.goto(lessonAddress(course, 3))
  await expect(page.getByRole('tab', { name: last })).toHaveAttribute('aria-selected', 'true')
  if (!isMobile) return
  await page.getByRole('tab', { name: 'שיעורים' }).click()
  await page.evaluate(() => window.scrollBy(0, 600))
  await expect(page.getByRole('tab', { name: 'תמליל' })).toBeInViewport()
  await expect(page.locator('video')).toBeInViewport()
})

/** The equations of a summary stand in one line, and the controls of the player are big enough for a thumb. */
async function expectWholeOnEveryWidth(page: Page): Promise<void> {
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    if (width < 1024) await openPart(page, 'סיכום')
    const runs = page.getByRole('heading', { name: 'על השיעור' }).locator('xpath=..').locator('bdi[dir=ltr]')
    await expect(runs.first()).toBeVisible()
    const lines = await runs.evaluateAll((all) => all.map((run) => run.getClientRects().length))
    expect(lines.every((count) => count === 1)).toBe(true)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    const sizes = await page
      .getByRole('region', { name: /נגן הווידאו/ })
      .locator('button:visible, select:visible, input:visible')
      .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect()))
    for (const { width: wide, height } of sizes) expect(Math.min(wide, height)).toBeGreaterThanOrEqual(44)
  }
}
