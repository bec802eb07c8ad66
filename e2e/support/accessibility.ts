import AxeBuilder from '@axe-core/playwright'
import { expect, type Locator, type Page } from '@playwright/test'

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * axe finds nothing against WCAG 2.2 AA on the page as it is; `place` names it in the report. Without motion, so that
 * it never meets what is half faded in.
 */
export async function expectAccessible(
  page: Page,
  place: string,
  rules: 'WCAG' | 'every rule' = 'WCAG',
  within?: string,
): Promise<void> {
  const moves = await page.evaluate(() => !window.matchMedia('(prefers-reduced-motion: reduce)').matches)
  if (moves) await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished.catch(() => undefined)),
    ),
  )
  // Without frames of other origins, for which axe would open one more page each time.
  const axe = new AxeBuilder({ page })
  if (within) axe.include(within)
  const { violations } = await axe
    .options({
      resultTypes: ['violations'],
      ...(rules === 'WCAG' ? { runOnly: { type: 'tag', values: WCAG_22_AA } } : {}),
    })
    .setLegacyMode()
    .analyze()
  if (moves) await page.emulateMedia({ reducedMotion: 'no-preference' })
  const found = violations.map(({ id, nodes }) => [place, id, nodes.map(({ html, any }) => [html, any[0]?.message])])
  expect(found).toEqual([])
}

/** The same of a layer alone, where another look has the page that lies beneath it. */
export async function expectLayerAccessible(page: Page, place: string, layer: string): Promise<void> {
  await page.locator(layer).first().waitFor()
  await expectAccessible(page, place, 'WCAG', layer)
}

/**
 * Presses Tab until `goal` has the focus. On the way the focus never gets lost, is always drawn, and is inside the
 * window.
 */
export async function tabTo(page: Page, goal: Locator, mostPresses = 60): Promise<void> {
  await goal.waitFor()
  for (let presses = 0; presses < mostPresses; presses++) {
    await page.keyboard.press('Tab')
    await expectVisibleFocus(page)
    if (await goal.evaluate((element) => element === document.activeElement).catch(() => false)) return
  }
  throw new Error(`${mostPresses} presses of Tab did not lead to ${goal}`)
}

/** What has the focus is drawn as such and can be seen. */
export async function expectVisibleFocus(page: Page): Promise<void> {
  const look = () =>
    page.evaluate(() => {
      const element = document.activeElement
      if (!(element instanceof HTMLElement) || element === document.body) return 'the focus is lost'
      const outlined = [getComputedStyle(element), getComputedStyle(element, '::after')].some(
        ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
      )
      if (!outlined) return `no outline: ${element.outerHTML.slice(0, 200)}`
      const { top, bottom } = element.getBoundingClientRect()
      const seen = bottom > 0 && top < window.innerHeight
      return seen ? 'visible' : `out of sight: ${element.outerHTML.slice(0, 200)}`
    })
  await expect.poll(look).toBe('visible')
}
