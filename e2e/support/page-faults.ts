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
    for (const element of document.querySelectorAll<HTMLElement>(
      'h1, h2, h3, p, a, button, label, li, dt, dd, span, td, th',
    )) {
      const { overflowX, textOverflow, display, position } = getComputedStyle(element)
      const { width, height, left, right } = element.getBoundingClientRect()
      if (width <= 1 || height <= 1 || display === 'contents' || !element.textContent?.trim()) continue
      if (textOverflow === 'ellipsis') continue
      if (overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1)
        found.push(`cut: ${element.outerHTML.slice(0, 160)}`)
      const scrolls = (box: Element | null): boolean =>
        box !== null && (/auto|scroll/.test(getComputedStyle(box).overflowX) || scrolls(box.parentElement))
      const hidden =
        position === 'fixed' ||
        scrolls(element.parentElement) ||
        element.closest('[aria-hidden="true"], .sr-only, [hidden]') !== null
      if (!hidden && (left < -1 || right > window.innerWidth + 1))
        found.push(`outside: ${element.outerHTML.slice(0, 160)}`)
    }
    return found
  })

/** The widths of windows at which pages are looked at: a narrow phone, a phone, a tablet, a desk. */
const WIDTHS = [320, 390, 768, 1440]

/** At each width the page, as it is, has no such fault. */
export async function expectFitsEveryWidth(page: Page, place: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    expect([place, width, await widthFaults(page)]).toEqual([place, width, []])
  }
}
