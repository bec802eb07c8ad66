import type { Page } from '@playwright/test'
import { enterAsNewStudent } from '../support/account.ts'
import { menuRows } from '../support/rows.ts'
import { pressSignOut } from '../support/student.ts'
import { allowRefusals, expect, test } from '../support/test.ts'

const openMobileMenu = async (page: Page) => {
  await page.getByRole('button', { name: 'פתיחת התפריט' }).click()
  return page.getByRole('dialog', { name: 'תפריט' })
}
const coursesButton = (page: Page) =>
  page.getByRole('navigation', { name: 'ניווט ראשי' }).getByRole('button', { name: 'קורסים' })

test('[2.2-03] [2.2-04] [2.2-10] the header offers sign-in, then the student area and a menu named by the first name, else by the address; going back closes what is open', async ({
  page,
  academy,
  isMobile,
}) => {
  test.skip(isMobile, 'narrow screens have a menu of their own')
  await page.goto('/')
  const header = page.locator('header')
  await expect(header.getByRole('link', { name: 'כניסה', exact: true })).toHaveAttribute('href', '/login')
  await expect(header.getByRole('link', { name: 'הרשמה', exact: true })).toHaveAttribute('href', '/register')
  const student = await enterAsNewStudent(page, academy)
  await expect(header.getByRole('link', { name: 'כניסה', exact: true })).toBeHidden()
  await expect(header.getByRole('link', { name: 'האזור האישי' })).toHaveAttribute('href', '/dashboard')
  await expect(header.getByRole('button', { name: 'תפריט המשתמש של דנה' })).toHaveText('דנה')

  // Going back closes what is open.
  await page.locator('footer').getByRole('link', { name: 'קורסים', exact: true }).click()
  await page.waitForURL('**/courses')
  // The address is there before the page, which closes what is open when it comes.
  await page.getByRole('heading', { level: 1, name: 'כל הקורסים' }).waitFor()
  await page.getByRole('button', { name: /תפריט המשתמש של/ }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.goBack()
  await page.waitForURL('**/dashboard')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await coursesButton(page).click()
  await expect(page.getByRole('tab').first()).toBeVisible()
  await page.goForward()
  await page.waitForURL('**/courses')
  await expect(coursesButton(page)).toHaveAttribute('aria-expanded', 'false')

  await academy.patch('users', ['email', student.email], { first_name: '' })
  await page.goto('/courses')
  const [name = ''] = student.email.split('@')
  const menu = header.getByRole('button', { name: `תפריט המשתמש של ${name}` })
  await menu.click()
  await expect(page.getByRole('menuitem')).toHaveText(['הפרופיל שלי', 'יציאה'])
  await page.getByRole('menuitem', { name: 'הפרופיל שלי' }).click()
  await page.waitForURL('**/profile')
  await expect(page.getByRole('menu')).toHaveCount(0)
})

test('[2.2-06] [9-27] [9-28] a menu whose code does not come is asked for again; each featured category lists six courses, 100 characters of each, and the way to the rest', async ({
  page,
  academy,
  isMobile,
  problems,
}) => {
  test.skip(isMobile, 'narrow screens have a menu of their own')
  await page.goto('/')
  const featured = (await menuRows(academy)).filter(({ is_featured }) => is_featured)
  let refused = 0
  await page.route(/\/assets\/courses-menu-panel-[^/]+\.js$/, (route) => {
    refused += 1
    return refused > 2 ? route.continue() : route.abort('connectionreset')
  })
  await coursesButton(page).click()
  await expect(page.locator('header').getByText('טוען...')).toBeVisible()
  const tabs = page.getByRole('tab')
  await expect(tabs).toHaveText(featured.map(({ name_he }) => name_he))
  await expect(tabs.first()).toHaveAttribute('aria-selected', 'true')
  const panel = page.getByRole('tabpanel')
  for (const [index, { courses, slug }] of featured.entries()) {
    await tabs.nth(index).hover()
    await expect(tabs.nth(index)).toHaveAttribute('aria-selected', 'true')
    const lines = panel.locator('li')
    await expect(lines).toHaveCount(Math.min(6, courses.length))
    for (const [at, { title_he, description_he }] of courses.slice(0, 6).entries()) {
      await expect(lines.nth(at)).toContainText(title_he)
      const shown = (await lines.nth(at).locator('span').last().textContent()) ?? ''
      expect(shown.length).toBeLessThanOrEqual(100)
      expect(shown.endsWith('…')).toBe(description_he.length > 100)
      expect(description_he).toContain(shown.replace('…', ''))
    }
    await expect(panel.locator(`a[href="/categories/${slug}"]`)).toHaveCount(courses.length > 6 ? 1 : 0)
    await expect(panel.getByText('אין עדיין קורסים זמינים בתחום הזה')).toHaveCount(courses.length === 0 ? 1 : 0)
  }
  expect(featured.some(({ courses }) => courses.length > 6)).toBe(true)
  expect(featured.some(({ courses }) => courses.length === 0)).toBe(true)
  allowRefusals(problems, /ERR_CONNECTION_RESET/)
})

test('[2.2-07] [2.2-09] [2.2-10] the full-screen menu shows the address of the student, the account and the quick links in order', {
  tag: '@phone-only',
}, async ({ page, academy }) => {
  const student = await enterAsNewStudent(page, academy)
  const menu = await openMobileMenu(page)
  await expect(menu.getByText(student.email)).toBeVisible()
  await expect(menu.getByRole('link', { name: 'האזור האישי' })).toHaveAttribute('href', '/dashboard')
  await expect(menu.getByRole('link', { name: 'הפרופיל שלי' })).toHaveAttribute('href', '/profile')
  await expect(menu.getByRole('navigation', { name: 'קישורים' }).getByRole('link')).toHaveText([
    'קורסים',
    'חדשות ומאמרים',
    'אודות',
    'יצירת קשר',
  ])
  await page
    .locator('footer a[href="/courses"]')
    .first()
    .evaluate((link: HTMLElement) => link.click())
  await page.waitForURL('**/courses')
  await expect(menu).toBeHidden()
  await openMobileMenu(page)
  await page.goBack()
  await expect(menu).toBeHidden()
  await openMobileMenu(page)
  await pressSignOut(menu.getByRole('button', { name: 'יציאה' }))
  await page.waitForURL((url) => url.pathname === '/')
  await expect(menu).toBeHidden()
})

test('[2.2-11] [2.2-12] [2.2-13] [2.2-14] the footer has its networks and links in order, and the featured categories', async ({
  page,
  academy,
}) => {
  await page.goto('/')
  const footer = page.locator('footer')
  const featured = (await menuRows(academy)).filter(({ is_featured }) => is_featured)
  await expect(footer.getByRole('list', { name: 'אנחנו גם כאן' }).getByRole('link')).toHaveText([
    'וואטסאפ',
    'טיקטוק',
    'אינסטגרם',
    'פייסבוק',
    'יוטיוב',
  ])
  await expect(footer.locator('a[href^="/categories/"]')).toHaveText(featured.map(({ name_he }) => name_he))
  for (const path of ['/courses', '/news', '/about-us', '/contact', '/privacy', '/terms', '/cookies'])
    await expect(footer.locator(`a[href="${path}"]`).first()).toBeVisible()
  await expect(footer.locator('a[href^="mailto:"]')).toHaveText(/@/)
  await expect(footer.locator('a[href^="tel:"]')).toHaveText(/\d/)
  await expect(footer).toContainText(/רחוב .+\d/)
  await expect(footer).toContainText(`© ${new Date().getFullYear()}`)
})
