import type { Page } from '@playwright/test'
import { at, type Screen } from './stage.ts'

const send = (page: Page) => page.getByRole('main').getByRole('button', { name: 'לשלוח את הפנייה' })

async function fillInTicket(page: Page): Promise<void> {
  await page.goto('/contact', { waitUntil: 'networkidle' })
  await page.getByLabel('שם', { exact: true }).fill('דנה לוי')
  await page.getByLabel('אימייל', { exact: true }).fill('dana@example.org')
  await page.getByLabel('נושא', { exact: true }).fill('חישוב ריבית דריבית')
  await page
    .getByLabel('מה רציתם לשאול?', { exact: true })
    .fill('בשיעור השני מחושבת ריבית של 4% ל־30 שנה. איך מגיעים לסכום שמופיע בטבלה?')
}

/** News and essays, and the pages about the academy. */
export const READING_SCREENS: readonly Screen[] = [
  at('news', '/news'),
  {
    name: 'article',
    async show({ page }) {
      await page.goto('/news')
      await page.getByRole('main').locator('a[href^="/news/"]').first().click()
      await page.waitForURL('**/news/*')
    },
  },
  at('about', '/about-us'),
  at('terms', '/terms'),
  at('privacy', '/privacy'),
  at('cookies', '/cookies'),
  at('accessibility', '/accessibility'),
  at('contact', '/contact'),
  {
    name: 'contact-errors',
    async show({ page }) {
      await page.goto('/contact', { waitUntil: 'networkidle' })
      await page.getByLabel('אימייל', { exact: true }).fill('dana@')
      await send(page).click()
      await page.getByText('איך קוראים לכם?').waitFor()
    },
  },
  {
    name: 'contact-sent',
    async show({ page }) {
      await fillInTicket(page)
      await send(page).click()
      await page.getByRole('heading', { name: 'הפנייה התקבלה' }).waitFor()
    },
  },
]
