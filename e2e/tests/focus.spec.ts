import { expectVisibleFocus, tabTo } from '../support/accessibility.ts'
import { someCourse } from '../support/lesson.ts'
import { expect, test, WITH_MOTION } from '../support/test.ts'

test.use(WITH_MOTION)

test.beforeEach(({ page }) => page.addInitScript(() => localStorage.setItem('cookie-consent', 'rejected')))

test('after a change of page the focus is on its heading and the title is announced; a panel keeps its own', {
  tag: '@phone',
}, async ({ page, academy, isMobile }) => {
  const course = await someCourse(academy)
  await page.goto('/', { waitUntil: 'networkidle' })
  const heading = page.getByRole('heading', { level: 1 })
  const announced = (title: string) => expect(page.getByRole('status').filter({ hasText: title })).toBeAttached()
  await page.locator('footer').getByRole('link', { name: 'אודות', exact: true }).press('Enter')
  await page.waitForURL('**/about-us')
  await expect(heading).toBeFocused()
  await announced('אודות · האקדמיה לפיננסים')
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  if (!isMobile) await expectVisibleFocus(page)

  if (isMobile) {
    await page.getByRole('button', { name: 'פתיחת התפריט' }).click()
    await page.getByRole('dialog').getByRole('navigation').getByRole('link', { name: 'קורסים' }).click()
  } else await page.locator('footer').getByRole('link', { name: 'קורסים', exact: true }).press('Enter')
  await page.waitForURL('**/courses')
  await expect(heading).toBeFocused()

  await page.evaluate(() => window.scrollTo(0, 300))
  const card = page.locator(`[data-course-link="${course.id}"]`)
  await card.press('Enter')
  await expect(page.getByRole('dialog')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(card).toBeFocused()
  await page.goBack()
  await page.waitForURL('**/about-us')
  await expect(heading).toBeFocused()
})

test('a change in the search or the hash leaves the focus where it is', async ({ page }) => {
  await page.goto('/contact', { waitUntil: 'networkidle' })
  const field = page.getByRole('main').getByRole('textbox').first()
  await field.focus()
  await page.evaluate(() => {
    history.pushState(history.state, '', '/contact?course=1')
    window.dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  })
  await expect(page).toHaveURL(/course=1/)
  await expect(field).toBeFocused()
})

test('[2.2-06] [2.4-01] [2.4-14] by keyboard alone from home through the menu to a course and back, the focus is always seen', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'a phone has no keyboard')
  await page.goto('/', { waitUntil: 'networkidle' })
  const menu = page.getByRole('navigation', { name: 'ניווט ראשי' }).getByRole('button', { name: 'קורסים' })
  await tabTo(page, menu)
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('tab').first()).toBeFocused()
  await expectVisibleFocus(page)
  const first = page.getByRole('tabpanel').locator('li a').first()
  const name = (await first.locator('span').first().textContent()) ?? ''
  await tabTo(page, first, 4)
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name })
  await expect(panel).toBeVisible()
  await tabTo(page, panel.getByRole('link', { name: 'להתחיל ללמוד' }))
  await tabTo(page, panel.getByRole('button', { name: /^שמירת הקורס/ }), 1)
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-sonner-toast]')).toContainText('יש להתחבר כדי לשמור קורסים')
  await expectVisibleFocus(page)
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expectVisibleFocus(page)
})
