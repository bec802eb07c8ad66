import type { Page } from '@playwright/test'
import { enterAsNewStudent } from '../support/account.ts'
import { someCourse } from '../support/lesson.ts'
import { toastWithText } from '../support/student.ts'
import { expect, test } from '../support/test.ts'

/** Without one, the page under an open layer cannot be scrolled: Radix says so by a style sheet that it takes back. */
async function expectScrollLock(page: Page, isLocked: boolean): Promise<void> {
  const found = () =>
    page.evaluate(() => ({
      overflow: getComputedStyle(document.body).overflowY,
      sheets: document.adoptedStyleSheets.length,
      elements: document.querySelectorAll('style').length,
    }))
  await expect.poll(found).toEqual({ overflow: isLocked ? 'hidden' : 'visible', sheets: isLocked ? 1 : 0, elements: 0 })
  const before = await page.evaluate(() => window.scrollY)
  await page.mouse.move(5, 300)
  await page.mouse.wheel(0, 200)
  if (isLocked) expect(await page.evaluate(() => window.scrollY)).toBe(before)
  else await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(before)
}

test('every kind of answer has a policy, and no policy lets a page run what its content brings', async ({
  academy,
  page,
  problems,
}) => {
  const pages = [
    '/',
    '/courses',
    '/login',
    '/register',
    '/auth/callback',
    '/admin/login',
    '/nothing-here',
    '/dashboard',
  ]
  const others = ['/sitemap.xml', '/robots.txt', '/favicon.svg', '/nothing.svg', '/health', '/ready', '/mailbox', '/%']
  const services = [
    '/auth/v1/health',
    '/auth/v1/nothing',
    '/rest/v1/nothing',
    '/storage/v1/object/x/y',
    '/functions/v1/x',
  ]
  // Those of a project elsewhere have headers of its own.
  const servedHere = academy.supabaseUrl === academy.url ? services : []
  for (const path of [...pages, ...others, ...servedHere]) {
    for (const method of path === '/login' ? ['GET', 'POST'] : ['GET']) {
      const { headers, status } = await fetch(`${academy.url}${path}`, { method, redirect: 'manual' })
      const policy = headers.get('content-security-policy')
      expect([path, method, status, policy]).toEqual([path, method, status, expect.stringMatching(/^default-src '/)])
      expect(policy).not.toContain('unsafe')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
  }
  for (const path of [
    '/login',
    '/register',
    '/auth/callback',
    '/auth/verify',
    '/auth/recover-account',
    '/admin/login',
  ]) {
    for (const _ of ['rendered', 'kept']) {
      expect((await fetch(`${academy.url}${path}`)).headers.get('referrer-policy')).toBe('no-referrer')
    }
  }

  // As if the content of the page had brought it: into the page that the server wrote, under the policy that it sent.
  await page.route('**/about-us', async (route) => {
    const response = await route.fetch()
    const html = await response.text()
    const injected = '<script>window.injected = 1</script><script type="later">window.injected = 2</script>'
    const handler = '<img src="x:" onerror="window.injected = 3"><svg onload="window.injected = 4"></svg>'
    const styles = '<style>main { position: fixed }</style><i id="styled" style="position: fixed"></i>'
    await route.fulfill({ response, body: html.replace('<body>', `<body>${injected}${handler}${styles}`) })
  })
  const blocked: string[] = []
  page.on('console', (message) => message.text().includes('Content Security Policy') && blocked.push(message.text()))
  await page.goto('/about-us')
  await expect.poll(() => blocked.length).toBeGreaterThanOrEqual(5)
  for (const styled of ['main', '#styled']) await expect(page.locator(styled)).toHaveCSS('position', 'static')
  expect(await page.evaluate(() => 'injected' in window)).toBe(false)
  problems.splice(0, problems.length)
})

test('no page comes with a style element or a style attribute', async ({ academy }) => {
  const sitemap = await (await fetch(`${academy.url}/sitemap.xml`)).text()
  const listed = [...sitemap.matchAll(/<loc>[^<]*?(\/[^/<][^<]*)<\/loc>/g)].map(
    ([, path = '']) => new URL(path, academy.url).pathname,
  )
  const others = [
    '/login',
    '/register',
    '/dashboard',
    '/profile',
    '/auth/callback',
    '/unsubscribe',
    '/admin',
    '/nothing-here',
  ]
  expect(listed.length).toBeGreaterThan(20)
  for (const path of [...listed, ...others]) {
    const html = await (await fetch(`${academy.url}${path}`)).text()
    expect([path, html.match(/<style\b[^>]*>|<[^>]+\sstyle="[^"]*"/g)]).toEqual([path, null])
  }
})

test('layers of every kind stand in their place under the policy, and the page behind them keeps still', async ({
  page,
  academy,
  isMobile,
}) => {
  const course = await someCourse(academy)
  await page.goto('/courses')
  await page.getByRole('button', { name: 'רק מה שחיוני' }).click()
  await page
    .getByRole('button', { name: /^שמירת הקורס/ })
    .first()
    .click()
  await expect(toastWithText(page, 'יש להתחבר כדי לשמור קורסים')).toBeVisible()
  await expect(page.locator('[data-sonner-toaster]')).toHaveCSS('position', 'fixed')
  await expect(toastWithText(page, 'יש להתחבר כדי לשמור קורסים')).toHaveCSS('position', 'absolute')
  await expectScrollLock(page, false)

  const panel = page.getByRole('dialog', { name: course.title_he })
  await page.locator(`[data-course-link="${course.id}"]`).click()
  await expect(panel).toBeVisible()
  await expectScrollLock(page, true)
  await page.mouse.click(5, 20)
  await expect(panel).toBeHidden()
  await expectScrollLock(page, false)
  await page.goto(`/courses/${course.id}`)
  await expect(panel).toBeVisible()
  await expectScrollLock(page, true)
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expectScrollLock(page, false)

  await page.goto('/register')
  await page.getByRole('button', { name: /קידומת מדינה/ }).click()
  await expect(page.getByRole('option', { selected: true })).toBeInViewport()
  expect((await page.getByRole('listbox').boundingBox())?.height).toBeLessThan(500)

  await enterAsNewStudent(page, academy)
  if (isMobile) {
    await page.getByRole('button', { name: 'פתיחת התפריט' }).click()
    await page.getByRole('dialog').locator('h3 button').first().click()
    await expect(page.getByRole('dialog').locator('h3 + * a').first()).toBeVisible()
    await page.keyboard.press('Escape')
  } else {
    await page.getByRole('navigation', { name: 'ניווט ראשי' }).getByRole('button', { name: 'קורסים' }).click()
    await expect(page.getByRole('tabpanel').locator('a').first()).toBeInViewport()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /תפריט המשתמש של/ }).click()
    await expect(page.getByRole('menuitem').first()).toBeInViewport()
    await page.keyboard.press('Escape')
  }

  await page.goto(`/courses/${course.id}/lessons/${course.lessons[0]?.id}`)
  await expect(page.getByLabel('מיקום בסרטון')).toBeEnabled()
  await page.getByRole('button', { name: 'הגדרות הנגן' }).click()
  await expect(page.getByRole('dialog', { name: 'הגדרות הנגן' })).toBeInViewport()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectScrollLock(page, false)
})
