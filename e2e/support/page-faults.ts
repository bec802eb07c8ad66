import { expect, type Page } from '@playwright/test'

/** What can be pressed and is smaller than 24 px, unless it is a link inside a sentence or lies under a larger one. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const small: string[] = []
    for (const element of document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, [role="tab"]',
    )) {
      const { width, height } = element.getBoundingClientRect()
      const { display, visibility, position } = getComputedStyle(element)
      if (width === 0 || visibility === 'hidden' || (position === 'fixed' && element.matches('a[href^="#"]'))) continue
      const inSentence =
        display === 'inline' && (element.parentElement?.textContent?.trim() ?? '') !== element.textContent
      const covers = getComputedStyle(element, '::after').position === 'absolute'
      if (!inSentence && !covers && Math.min(width, height) < 24) small.push(element.outerHTML.slice(0, 160))
    }
    return small
  })

/** Where the page is wider than the window, and where text is wider than the box that hides the rest of it. */
const widthFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const { scrollWidth } = document.documentElement
    if (scrollWidth > window.innerWidth) found.push(`the page is ${scrollWidth} px wide`)
    const scrolls = (box: Element | null): boolean =>
      box !== null && (/auto|scroll/.test(getComputedStyle(box).overflowX) || scrolls(box.parentElement))
    for (const element of document.querySelectorAll<HTMLElement>(
      'h1, h2, h3, p, a, button, label, li, dt, dd, span, td, th',
    )) {
      const { width, height, left, right } = element.getBoundingClientRect()
      const isCut = element.scrollWidth > element.clientWidth + 1
      const isOutside = left < -1 || right > window.innerWidth + 1
      if (width <= 1 || height <= 1 || !(isCut || isOutside)) continue
      const { overflowX, textOverflow, display, position } = getComputedStyle(element)
      if (display === 'contents' || textOverflow === 'ellipsis' || !element.textContent?.trim()) continue
      if (isCut && overflowX !== 'visible') found.push(`cut: ${element.outerHTML.slice(0, 160)}`)
      const hidden =
        position === 'fixed' ||
        scrolls(element.parentElement) ||
        element.closest('[aria-hidden="true"], .sr-only, [hidden]') !== null
      if (isOutside && !hidden) found.push(`outside: ${element.outerHTML.slice(0, 160)}`)
    }
    return found
  })

const PHONE = { width: 390, height: 844 }
/** The sizes of windows at which pages are looked at: 400% of 1280 by 1024 px, a phone, a tablet, and last a desk. */
const SIZES = [{ width: 320, height: 256 }, PHONE, { width: 768, height: 900 }, { width: 1440, height: 900 }]

/** At each size the page, as it is, has no such fault, and what can be pressed is not too small. */
export async function expectFitsEverySize(page: Page, place: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  for (const size of SIZES) {
    await page.setViewportSize(size)
    // The page may still be drawn for the size before.
    await expect.poll(async () => [place, size.width, await widthFaults(page)]).toEqual([place, size.width, []])
    if (size === PHONE) expect([place, 'phone', await smallTargets(page)]).toEqual([place, 'phone', []])
  }
}
