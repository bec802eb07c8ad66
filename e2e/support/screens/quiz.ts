import { publishedQuizzes } from '../../../supabase/seeds/content/quizzes/index.ts'
import { letDayPassForDecks } from '../owner.ts'
import { at, type Screen, type Stage } from './stage.ts'

const quiz = publishedQuizzes.find(({ title }) => title === 'ריבית דריבית, מהיסוד')
const address = `/courses/${quiz?.course_id}/quizzes/${quiz?.id}`

async function openAttempt({ page }: Stage): Promise<void> {
  await page.goto(address)
  await page
    .getByRole('button', { name: 'להתחיל את המבחן' })
    .or(page.getByRole('link', { name: 'להמשיך מאיפה שעצרתם' }))
    .click()
  await page.getByRole('navigation', { name: 'כל השאלות' }).waitFor()
}

/** What a test is about, for everyone. */
export const QUIZ_SCREENS: readonly Screen[] = [at('quiz', address)]

/** A test that is under way, and what came of it. */
export const ATTEMPT_SCREENS: readonly Screen[] = [
  {
    name: 'quiz-question',
    async show(stage) {
      const { page } = stage
      await openAttempt(stage)
      for (;;) {
        const field = page.locator('[data-question] input[inputmode=decimal]')
        if ((await field.count()) > 0) {
          await field.fill('14,245')
          break
        }
        await page.getByRole('button', { name: 'לשאלה הבאה' }).click()
      }
      await page.getByText('הבנו:', { exact: false }).waitFor()
      return undefined
    },
  },
  {
    name: 'quiz-result',
    async show(stage) {
      const { page } = stage
      await openAttempt(stage)
      await page.getByRole('button', { name: 'לסיום המבחן' }).last().click()
      await page.getByRole('button', { name: 'לסיים ולקבל תוצאה' }).click()
      await page
        .getByRole('link', { name: /לצפות שוב בהסבר/ })
        .first()
        .waitFor()
      return undefined
    },
  },
  {
    name: 'review',
    async show({ page, academy }) {
      await letDayPassForDecks(academy)
      await page.goto('/review')
      await page.getByRole('button', { name: 'להתחיל', exact: true }).waitFor()
      return undefined
    },
  },
]
