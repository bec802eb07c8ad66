import type { Page } from '@playwright/test'
import type { Screen } from './stage.ts'

/** Holds back or refuses what a page asks for, for as long as a picture of it takes. */
async function without(page: Page, pattern: RegExp, answer: 'nothing' | 'refusal'): Promise<void> {
  await page.route(pattern, (route) => (answer === 'refusal' ? route.abort() : undefined))
}

/** What stands where something is on its way, did not come, or cannot come without a connection. */
export const TROUBLE_SCREENS: readonly Screen[] = [
  {
    name: 'dashboard-loading',
    async show({ page }) {
      await without(page, /\/rest\/v1\/(rpc\/my_courses|bookmarks)/, 'nothing')
      await page.goto('/dashboard')
      await page.getByRole('heading', { name: 'הקורסים שלי' }).waitFor()
    },
  },
  {
    name: 'dashboard-failed',
    async show({ page }) {
      await without(page, /\/rest\/v1\/(rpc\/my_courses|bookmarks)/, 'refusal')
      await page.goto('/dashboard')
      await page.getByText('לא הצלחנו לטעון את ההתקדמות שלכם.').waitFor()
    },
  },
  {
    name: 'courses-offline',
    async show({ page }) {
      await page.goto('/about-us', { waitUntil: 'networkidle' })
      const toCourses = page.locator('footer').getByRole('link', { name: 'קורסים', exact: true })
      await toCourses.click()
      await page.waitForURL('**/courses')
      await page.locator('footer').getByRole('link', { name: 'אודות', exact: true }).click()
      await page.waitForURL('**/about-us')
      await page.context().setOffline(true)
      await toCourses.click()
      await page.getByRole('alert').getByRole('heading', { name: 'הקורסים לא נטענו' }).waitFor()
    },
  },
]
