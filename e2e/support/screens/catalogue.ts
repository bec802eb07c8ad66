import { at, type Screen } from './stage.ts'

/** The public pages, and the layers over them. */
export const CATALOGUE_SCREENS: readonly Screen[] = [
  at('home', '/'),
  {
    name: 'courses-menu',
    windowOnly: true,
    async show({ page, wide }) {
      await page.goto('/')
      if (wide) {
        await page.getByRole('navigation', { name: 'ניווט ראשי' }).getByRole('button', { name: 'קורסים' }).click()
        await page.getByRole('tabpanel').locator('a').first().waitFor()
      } else {
        await page.getByRole('button', { name: 'פתיחת התפריט' }).click()
        await page.getByRole('dialog').locator('h3 button').first().click()
      }
    },
  },
  {
    name: 'privacy-question',
    windowOnly: true,
    async show({ stranger }) {
      await stranger.goto('/')
      await stranger.getByRole('button', { name: 'התאמה אישית' }).waitFor()
      return stranger
    },
  },
  {
    name: 'privacy-choices',
    windowOnly: true,
    async show({ stranger }) {
      await stranger.goto('/')
      await stranger.getByRole('button', { name: 'התאמה אישית' }).click()
      return stranger
    },
  },
  at('categories', '/categories'),
  at('category', '/categories/investments'),
  {
    name: 'category-empty',
    async show({ page }) {
      await page.goto('/categories')
      const empty = page.getByRole('main').locator('a[href^="/categories/"]').filter({ hasText: 'בקרוב' })
      if ((await empty.count()) > 0) await empty.first().click()
      else await page.goto('/categories/banking')
    },
  },
  at('courses', '/courses'),
  {
    name: 'course-panel',
    windowOnly: true,
    async show({ page, course }) {
      await page.goto(`/courses/${course.id}`)
      await page.getByRole('dialog').waitFor()
    },
  },
]
