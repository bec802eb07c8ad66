import type { Page } from '@playwright/test'
import { readRows } from '../support/rows.ts'
import { expect, test } from '../support/test.ts'

test.skip(({ isMobile }) => isMobile, 'a phone shows the same')

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** The text of the first heading of a page as the server writes it. */
const headingOf = (html: string) => (/<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? '').replaceAll(/<[^>]*>/g, '').trim()

const SCREENS: [paths: string[], title: string][] = [
  [['/'], 'האקדמיה לפיננסים'],
  [['/login', '/login?error=account_inactive'], 'כניסה לחשבון'],
  [['/register'], 'הרשמה לאקדמיה'],
  [['/auth/recover-account'], 'שחזור גישה לחשבון'],
  [['/auth/verify-email', '/email-verification'], 'אימות כתובת האימייל'],
  [['/categories'], 'תחומי לימוד'],
  [['/categories/investments'], 'השקעות'],
  [['/courses'], 'כל הקורסים'],
  [['/news'], 'חדשות ומאמרים'],
  [['/facts'], 'נתונים של חוק ושוק'],
  [['/contact'], 'יצירת קשר'],
  [['/about-us'], 'אודות'],
]

test('[2.1-01] [2.1-02] [2.1-03] [2.1-05] [2.1-06] [2.1-09] [2.1-10] [2.1-11] [2.1-15] [2.1-16] each public address shows its screen, written on the server', async ({
  request,
}) => {
  for (const [paths, title] of SCREENS) {
    for (const path of paths) {
      const response = await request.get(path)
      expect([path, response.status(), headingOf(await response.text())]).toEqual([path, 200, title])
    }
  }
})

test('[1-04] [2.1-20] every page is Hebrew and right to left; the next one says that it is loading, and brings what it needs', async ({
  page,
}) => {
  for (const path of ['/', '/courses', '/login', '/nothing-here']) {
    const html = await page.request.get(path).then((response) => response.text())
    expect([path, /<html lang="he" dir="rtl"/.test(html)]).toEqual([path, true])
  }
  const scripts: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('.js')) scripts.push(pathname)
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  const before = [...scripts]
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/*.data*', async (route) => {
    await asked
    await route.continue()
  })
  await page.getByRole('main').getByRole('link', { name: 'לכל הקורסים' }).first().click()
  await expect(page.getByRole('status').filter({ hasText: /^טוען\.\.\.$/ })).toBeVisible()
  answer()
  await page.waitForURL('**/courses')
  await expect(page.getByText('טוען...')).toBeHidden()

  for (const [link, path, name] of [
    ['חדשות ומאמרים', '/news', 'news.route-'],
    ['יצירת קשר', '/contact', 'contact.route-'],
    ['אודות', '/about-us', 'about.route-'],
  ] as const) {
    const isOwn = (script: string) => script.startsWith(`/assets/${name}`)
    expect(before.filter(isOwn)).toEqual([])
    await page.locator('footer').getByRole('link', { name: link }).click()
    await page.waitForURL(`**${path}`)
    expect(scripts.filter(isOwn).length).toBeGreaterThan(0)
  }
})

test('[1-01] [1-03] [2.1-15] [2.1-17] home, courses, articles and the texts of the law say what the academy is', async ({
  page,
  academy,
}) => {
  await page.goto('/')
  const main = page.getByRole('main')
  await expect(main.getByText('חינם, ויישאר חינם')).toBeVisible()
  for (const offer of ['סדנאות וידאו', 'מאמרים', 'מבחני ידע']) await expect(main).toContainText(offer)
  for (const part of ['נועדו ללימוד בלבד', 'אינם ייעוץ השקעות', 'האחריות לכל פעולה על פיהם חלה על המשתמשים בלבד'])
    await expect(page.locator('footer')).toContainText(part)

  await main.getByRole('link', { name: 'לכל הקורסים' }).first().click()
  const courses = await readRows<{ id: string; category: { name_he: string }; author: { name_he: string } }>(
    academy,
    'courses',
    'select=id,category:categories(name_he),author:authors(name_he)&is_published=eq.true&order=order_index',
  )
  const cards = page.getByRole('main').getByRole('article')
  await expect(cards).toHaveCount(courses.length)
  for (const [index, { category, author }] of courses.entries()) {
    await expect(cards.nth(index)).toContainText(category.name_he)
    await expect(cards.nth(index)).toContainText(author.name_he)
    await expect(cards.nth(index)).not.toContainText('₪')
  }
  const written = await page.request.get(`/courses/${courses[0]?.id}`).then((response) => response.text())
  const facts = JSON.parse(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(written)?.[1] ?? '{}')
  expect(facts).toMatchObject({ '@type': 'Course', isAccessibleForFree: true })

  /** By the footer; up to the heading of the next page. */
  async function goBy(path: string): Promise<string> {
    const former = (await heading(page).textContent()) ?? ''
    await page.locator(`footer a[href="${path}"]`).click()
    await page.waitForURL(`**${path}`)
    await expect(heading(page)).not.toHaveText(former)
    return (await heading(page).textContent()) ?? ''
  }
  await goBy('/news')
  const link = main.getByRole('article').getByRole('link').first()
  const title = (await link.textContent()) ?? ''
  await link.click()
  await page.waitForURL('**/news/*')
  await expect(heading(page)).toHaveText(title)

  const titles = new Set<string>()
  for (const path of ['/terms', '/privacy', '/cookies']) {
    titles.add(await goBy(path))
    await expect(main.getByRole('article').locator('time')).toHaveText(/^בתוקף מ־.+ · גרסה \d+$/)
    expect(await main.getByRole('heading', { level: 2 }).count()).toBeGreaterThan(2)
  }
  expect(titles.size).toBe(3)
})
