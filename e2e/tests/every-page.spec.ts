import { type ConsoleMessage, expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { someCourse } from '../support/lesson.ts'
import { expectFitsEverySize, smallTargets } from '../support/page-faults.ts'
import { readRows } from '../support/rows.ts'
import { allowRefusals, test } from '../support/test.ts'

const PATHS: Record<string, string[]> = {
  catalogue: ['/', '/categories', '/categories/investments', '/categories/insurance', '/courses'],
  entrance: [
    ...['/login', '/login?error=account_inactive', '/register', '/auth/callback?error=access_denied'],
    ...['/auth/verify-email', '/email-verification', '/auth/recover-account', '/auth/lost-mail', '/auth/not-me'],
  ],
  texts: [
    ...[
      '/news',
      '/facts',
      '/contact',
      '/about-us',
      '/terms',
      '/privacy',
      '/cookies',
      '/accessibility',
      '/nothing-here',
    ],
  ],
}

/** The browser writes down that the document of a page was not there. */
const MISSING = /status of 404/

/** Adds up how far the contents of a page move while it loads. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, { shift: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) Object.assign(window, { shift: Reflect.get(window, 'shift') + entry.value })
    }).observe({ type: 'layout-shift', buffered: true })
  })

const privacyQuestion = (page: Page) => page.getByRole('region', { name: 'מה לשמור בדפדפן שלכם' })

async function answerPrivacyQuestion(page: Page): Promise<void> {
  const question = privacyQuestion(page)
  // By script: on the page of a course the panel lies above the question.
  await question.getByRole('button', { name: 'רק מה שחיוני' }).evaluate((button: HTMLElement) => button.click())
  await question.waitFor({ state: 'detached' })
  // The next page asks again.
  await page.evaluate(() => localStorage.removeItem('cookie-consent'))
}

for (const [part, fixed] of Object.entries(PATHS)) {
  test(`every page is quiet, keeps still, passes axe and fits: ${part}`, async ({ page, academy, problems }) => {
    const course = await someCourse(academy)
    const [article] = await readRows<{ slug: string }>(academy, 'articles', 'select=slug&is_published=eq.true&limit=1')
    const open: Record<string, string[]> = { catalogue: [`/courses/${course.id}`], texts: [`/news/${article?.slug}`] }
    const written: string[] = []
    page.on('console', (message: ConsoleMessage) => {
      if (!MISSING.test(message.text())) written.push(`${message.type()}: ${message.text()}`)
    })
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== academy.url) written.push(request.url())
    })
    await watchShifts(page)
    for (const path of [...fixed, ...(open[part] ?? [])]) {
      await page.goto(path)
      // It comes last, and must not push anything either.
      await expect(privacyQuestion(page)).toBeVisible()
      const shift = Number(await page.evaluate(() => Reflect.get(window, 'shift')))
      expect([path, shift < 0.05 ? 'still' : shift, written]).toEqual([path, 'still', []])
      expect([path, await smallTargets(page)]).toEqual([path, []])
      await answerPrivacyQuestion(page)
      await expectAccessible(page, path)
      await expectFitsEverySize(page, path)
    }
    allowRefusals(problems, MISSING)
  })
}
