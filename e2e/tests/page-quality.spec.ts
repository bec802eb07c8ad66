import type { Page } from '@playwright/test'
import { someCourse } from '../support/lesson.ts'
import { readRows } from '../support/rows.ts'
import { expect, test } from '../support/test.ts'

const answered = (page: Page) => page.addInitScript(() => localStorage.setItem('cookie-consent', 'rejected'))

test('at 400% of 1280 by 1024 px open layers can be read to their end', async ({ page, academy, isMobile }) => {
  test.skip(isMobile, 'the size is set by the test')
  await answered(page)
  await page.setViewportSize({ width: 320, height: 256 })
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
