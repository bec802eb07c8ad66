import type { Page } from '@playwright/test'
import { someCourse } from '../support/lesson.ts'
import { menuRows } from '../support/rows.ts'
import { expect, expectRefusals, test, WITH_MOTION } from '../support/test.ts'

test.use(WITH_MOTION)

const headerHeight = (page: Page) =>
  page
    .locator('header')
    .first()
    .evaluate((header) => header.getBoundingClientRect().height)
const menuButton = (page: Page) =>
  page.getByRole('navigation', { name: 'ניווט ראשי' }).getByRole('button', { name: 'קורסים' })

/** The featured categories are the tabs of the menu; the chosen one has its courses beside them. */
async function expectMenu(page: Page): Promise<void> {
  const tabs = page.getByRole('tablist', { name: 'תחומי לימוד' }).getByRole('tab')
  await expect(tabs.first()).toHaveAttribute('aria-selected', 'true')
  const links = page.getByRole('tabpanel').locator('li a')
  await expect(links.first()).toBeVisible()
  expect(await links.count()).toBeLessThanOrEqual(6)
  for (const text of await links.locator('span:nth-child(2)').allTextContents())
    expect(text.length).toBeLessThanOrEqual(101)
}

test('[2.2-01] [2.2-02] [9-32] the header shrinks and turns translucent past 20 px of scrolling', async ({ page }) => {
  await page.goto('/courses')
  const header = page.locator('header').first()
  const full = await headerHeight(page)
  await page.evaluate(() => window.scrollTo(0, 20))
  await expect(header).toHaveAttribute('data-scrolled', 'false')
  await page.evaluate(() => window.scrollTo(0, 21))
  await expect(header).toHaveAttribute('data-scrolled', 'true')
  await expect.poll(() => headerHeight(page)).toBeLessThan(full)
  await expect(header).toHaveCSS('position', 'fixed')
  await expect(header).toHaveCSS('background-color', /\/ 0\.\d+\)|rgba\(.*0\.\d+\)/)
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect.poll(() => headerHeight(page)).toBe(full)
})

test('[2.2-03] [2.2-06] [2.2-10] [7-23] the courses menu opens on hover and by keyboard, follows the pointer, and closes when it leaves', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'narrow screens have a menu of their own')
  const menuRequests: string[] = []
  page.on('request', (request) => request.url().includes('/rest/v1/categories') && menuRequests.push(request.url()))
  await page.goto('/')
  await expect(page.locator('header').getByRole('link', { name: 'כניסה' })).toBeVisible()
  await expect(page.locator('header').getByRole('link', { name: 'הרשמה' })).toBeVisible()
  expect(menuRequests).toEqual([])
  await menuButton(page).hover()
  await expect(menuButton(page)).toHaveAttribute('aria-expanded', 'true')
  await expectMenu(page)
  const second = page.getByRole('tab').nth(1)
  await second.hover()
  await expect(second).toHaveAttribute('aria-selected', 'true')
  const panel = page.getByRole('tabpanel')
  const [tabsBox, panelBox] = await Promise.all([page.getByRole('tablist').boundingBox(), panel.boundingBox()])
  expect(tabsBox?.x ?? 0).toBeLessThan(panelBox?.x ?? 0)
  await page.mouse.move(700, 880)
  await expect(menuButton(page)).toHaveAttribute('aria-expanded', 'false')

  // By keyboard alone, and closed when a course is opened.
  await menuButton(page).focus()
  await page.keyboard.press('ArrowDown')
  const tabs = page.getByRole('tab')
  await expect(tabs.first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(tabs.nth(1)).toBeFocused()
  await expect(tabs.nth(1)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(menuButton(page)).toBeFocused()
  await expect(menuButton(page)).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('Enter')
  await expectMenu(page)
  await page.getByRole('tabpanel').locator('li a').first().press('Enter')
  await page.waitForURL('**/courses/*')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.locator('header').getByRole('tablist')).toHaveCount(0)
})

test('[2.2-07] [2.2-08] [2.2-09] [2.2-10] [9-27] the full-screen menu of narrow screens lists five courses of each category, one category at a time, and the quick links', {
  tag: '@phone-only',
}, async ({ page, academy }) => {
  await page.goto('/')
  const button = page.getByRole('button', { name: 'פתיחת התפריט' })
  await button.click()
  const menu = page.getByRole('dialog', { name: 'תפריט' })
  await expect(menu).toBeVisible()
  const box = await menu.boundingBox()
  expect([box?.width, box?.height]).toEqual([390, 844])
  await expect(menu.getByRole('link', { name: 'כניסה' })).toBeVisible()
  const entries = menu.locator('h3 button')
  const categories = await menuRows(academy)
  await expect(entries).toHaveText(categories.map(({ name_he }) => name_he))
  for (const [index, { courses, slug }] of categories.entries()) {
    await entries.nth(index).click()
    await expect(menu.locator('h3 button[aria-expanded="true"]')).toHaveText([categories[index]?.name_he ?? ''])
    const links = menu.getByRole('region').getByRole('link')
    const more = courses.length - 5
    await expect(links).toHaveText([
      ...courses.slice(0, 5).map(({ title_he }) => title_he),
      ...(more > 0 ? [more === 1 ? '+1 קורס נוסף' : `+${more} קורסים נוספים`] : []),
    ])
    if (more > 0) await expect(links.last()).toHaveAttribute('href', `/categories/${slug}`)
    if (courses.length === 0) await expect(menu.getByText('אין עדיין קורסים זמינים בתחום הזה')).toBeVisible()
  }
  await entries.last().click()
  await expect(menu.locator('h3 button[aria-expanded="true"]')).toHaveCount(0)
  for (const [name, path] of [
    ['קורסים', '/courses'],
    ['חדשות ומאמרים', '/news'],
    ['אודות', '/about-us'],
    ['יצירת קשר', '/contact'],
  ] as const) {
    await expect(menu.getByRole('link', { name, exact: true })).toHaveAttribute('href', path)
  }
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()
  await button.click()
  await menu.getByRole('link', { name: 'קורסים', exact: true }).click()
  await page.waitForURL('**/courses')
  await expect(menu).toBeHidden()
})

test('[2.1-12] [2.4-01] [2.4-03] [2.4-04] [2.4-06] [2.4-10] [9-41] [9-42] a course is there at once by its address and arrives from its card; its cross, Escape and Back close it', async ({
  page,
  academy,
}) => {
  const course = await someCourse(academy, 1)
  const panel = page.getByRole('dialog', { name: course.title_he })
  const arrives = () => panel.evaluate((element: HTMLElement) => getComputedStyle(element).animationName)
  await page.goto(`/courses/${course.id}`)
  expect(await arrives()).toBe('none')
  await expect(panel).toBeFocused()
  await expect(panel.getByRole('heading', { name: course.title_he })).toBeVisible()
  await expect(panel.locator('ol > li')).toHaveCount(course.lessons.length)
  for (const { title_he } of course.lessons)
    await expect(panel.locator('ol').getByText(title_he, { exact: true })).toBeVisible()
  await panel.getByRole('button', { name: 'סגירה' }).click()
  await expect(page).toHaveURL(/\/courses$/)
  await expect(panel).toBeHidden()

  const card = page.getByRole('main').getByRole('link', { name: `לצפייה בקורס: ${course.title_he}` })
  await card.click()
  await page.waitForURL(`**/courses/${course.id}`)
  await expect(panel).toBeFocused()
  expect(await arrives()).not.toBe('none')
  await expect.poll(async () => (await panel.boundingBox())?.height ?? 0).toBeGreaterThan(300)
  const box = await panel.boundingBox()
  expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - 720)).toBeLessThan(10)
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(page).toHaveURL(/\/courses$/)
  await expect(card).toBeFocused()
  await card.click()
  await expect(panel).toBeVisible()
  await page.goBack()
  await expect(panel).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'כל הקורסים' })).toBeVisible()
})

test('a page that does not exist answers 404 with ways on', async ({ page, problems }) => {
  for (const path of ['/nothing-here', '/categories/nothing-here', '/courses/nothing-here']) {
    const answer = await page.request.get(path)
    const [title] = /<title>.*?<\/title>/.exec(await answer.text()) ?? []
    expect([path, answer.status(), title]).toEqual([path, 404, '<title>העמוד הזה לא נמצא · האקדמיה לפיננסים</title>'])
  }
  await page.goto('/courses/nothing-here')
  await expect(page.getByRole('heading', { level: 1, name: 'העמוד הזה לא נמצא' })).toBeVisible()
  await expect(page).toHaveTitle('העמוד הזה לא נמצא · האקדמיה לפיננסים')
  await expect(page.getByRole('main').getByRole('link', { name: 'לכל הקורסים' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'לדף הבית' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  expectRefusals(problems, /status of 404/)
})
