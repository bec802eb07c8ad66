import type { Page } from '@playwright/test'
import { someCourse } from '../support/lesson.ts'
import { readRows } from '../support/rows.ts'
import { expect, test } from '../support/test.ts'

type Academy = Parameters<typeof someCourse>[0]

/** Every public address, an article and an open course among them. */
async function publicPaths(academy: Academy): Promise<string[]> {
  const course = await someCourse(academy)
  const [article] = await readRows<{ slug: string }>(academy, 'articles', 'select=slug&is_published=eq.true&limit=1')
  return [
    ...['/', '/categories', '/categories/investments', '/categories/insurance', '/courses', `/courses/${course.id}`],
    ...['/news', `/news/${article?.slug}`, '/about-us', '/contact', '/terms', '/privacy', '/cookies', '/accessibility'],
    ...[
      '/login',
      '/register',
      '/auth/recover-account',
      '/auth/not-me',
      '/auth/verify-email',
      '/auth/callback?error=access_denied',
    ],
  ]
}

const answered = (page: Page) => page.addInitScript(() => localStorage.setItem('cookie-consent', 'rejected'))

/** What can be pressed and is smaller than 24 px, unless it is a link inside a sentence or lies under a larger one. */
const smallTargets = (page: Page) =>
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

test('no page writes to the console, leaves the origin, jumps by 0.05 while it loads, or has a target below 24 px', {
  tag: '@phone',
}, async ({ page, academy }) => {
  test.setTimeout(240_000)
  const paths = await publicPaths(academy)
  const written: string[] = []
  page.on('console', (message) => written.push(`${message.type()}: ${message.text()}`))
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== academy.url) written.push(request.url())
  })
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) Object.assign(window, { shift: Reflect.get(window, 'shift') + entry.value })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const path of paths) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await page.evaluate(() => document.fonts.ready)
    const shift = Number(await page.evaluate(() => Reflect.get(window, 'shift')))
    expect([path, shift < 0.05 ? 'still' : shift, written]).toEqual([path, 'still', []])
    expect([path, await smallTargets(page)]).toEqual([path, []])
  }
})

test('whatever can be pressed in open layers measures 24 px at least', { tag: '@phone' }, async ({
  page,
  isMobile,
}) => {
  await page.goto('/')
  const question = page.getByRole('button', { name: 'התאמה אישית' })
  await question.click()
  if (isMobile) await page.getByRole('button', { name: 'פתיחת התפריט' }).click()
  else await page.getByRole('navigation', { name: 'ניווט ראשי' }).getByRole('button', { name: 'קורסים' }).click()
  await expect(page.getByRole(isMobile ? 'dialog' : 'tablist')).toBeVisible()
  expect(await smallTargets(page)).toEqual([])
})

test('at 400% of 1280 by 1024 px nothing scrolls sideways, and open layers can be read to their end', async ({
  page,
  academy,
  isMobile,
}) => {
  test.skip(isMobile, 'the size is set by the test')
  test.setTimeout(240_000)
  await answered(page)
  await page.setViewportSize({ width: 320, height: 256 })
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth)
  for (const path of await publicPaths(academy)) {
    await page.goto(path)
    expect([path, await wide()]).toEqual([path, 320])
  }
  const course = await someCourse(academy)
  await page.goto(`/courses/${course.id}`)
  const last = page.getByRole('dialog').locator('ol > li a').last()
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport({ ratio: 0.9 })
  await expect(page.getByRole('dialog').getByRole('link', { name: 'להתחיל ללמוד' })).toBeInViewport({ ratio: 1 })
  await page.goto('/about-us')
  await page.getByRole('button', { name: 'הגדרות פרטיות' }).click()
  const save = page.getByRole('button', { name: 'רק מה שחיוני' })
  await save.scrollIntoViewIfNeeded()
  await expect(save).toBeInViewport({ ratio: 1 })
  await save.click()
  await page.getByRole('button', { name: 'פתיחת התפריט' }).click()
  const contact = page.getByRole('dialog').getByRole('link', { name: 'יצירת קשר' })
  await contact.scrollIntoViewIfNeeded()
  await expect(contact).toBeInViewport({ ratio: 1 })
})

test('with reduced motion nothing moves', { tag: '@phone' }, async ({ page, academy, isMobile }) => {
  await answered(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const course = await someCourse(academy)
  const moving = () =>
    page.evaluate(
      () =>
        document
          .getAnimations()
          .map((animation) => Number(animation.effect?.getComputedTiming().duration))
          .filter((duration) => duration > 1).length,
    )
  await page.goto('/courses')
  await page.locator(`[data-course-link="${course.id}"]`).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await moving()).toBe(0)
  await page.keyboard.press('Escape')
  if (isMobile) await page.getByRole('button', { name: 'פתיחת התפריט' }).click()
  else await page.getByRole('navigation', { name: 'ניווט ראשי' }).getByRole('button', { name: 'קורסים' }).click()
  expect(await moving()).toBe(0)
  await page.goto('/')
  await page.evaluate(() => window.scrollTo(0, 400))
  expect(await moving()).toBe(0)
})

test('forced colours leave every button its edge and every chosen thing its mark', async ({ page }) => {
  await answered(page)
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/courses')
  const edges = await page
    .getByRole('main')
    .locator('a.rounded-control, button.rounded-control')
    .evaluateAll((buttons) => buttons.map((button) => getComputedStyle(button).borderTopWidth))
  expect(edges.length).toBeGreaterThan(3)
  expect(new Set(edges)).toEqual(new Set(['1px']))
  const current = page.getByRole('navigation', { name: 'סינון לפי תחום' }).locator('[aria-current="page"]')
  expect(await current.evaluate((link) => getComputedStyle(link).outlineStyle)).toBe('solid')
})

test('an article on paper is its text alone, with the addresses of its sources', async ({ page, academy }) => {
  await page.goto('/')
  const [article] = await readRows<{ slug: string }>(academy, 'articles', 'select=slug&is_published=eq.true&limit=1')
  await page.goto(`/news/${article?.slug}`)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('header').first()).toBeHidden()
  await expect(page.locator('footer')).toBeHidden()
  await expect(page.getByRole('button')).toHaveCount(0)
  const links = page.locator('article a[href^="http"]')
  for (const after of await links.evaluateAll((all) => all.map((link) => getComputedStyle(link, '::after').content)))
    expect(after).toContain('http')
})
