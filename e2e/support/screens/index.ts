import { ACCOUNT_SCREENS } from './account.ts'
import { CATALOGUE_SCREENS } from './catalogue.ts'
import { LESSON_SCREENS } from './lesson.ts'
import { OWN_DATA_SCREENS, OWN_SCREENS } from './own.ts'
import { PLAYER_SCREENS } from './player.ts'
import { ATTEMPT_SCREENS, QUIZ_SCREENS } from './quiz.ts'
import { READING_SCREENS } from './reading.ts'
import { SIGN_IN_SCREENS } from './sign-in.ts'
import { at, type Screen } from './stage.ts'
import { TROUBLE_SCREENS } from './trouble.ts'

/** What everyone may see. */
export const PUBLIC_SCREENS: readonly Screen[] = [
  ...CATALOGUE_SCREENS,
  ...QUIZ_SCREENS,
  ...READING_SCREENS,
  ...SIGN_IN_SCREENS,
  at('not-found', '/nothing-here'),
]

/** What a signed-in student sees, as long as the account is whole. */
export const STUDENT_SCREENS: readonly Screen[] = [
  {
    name: 'dashboard-empty',
    async show({ page }) {
      await page.goto('/dashboard')
      await page.getByText('עוד לא התחלתם קורס').waitFor()
    },
  },
  ...LESSON_SCREENS,
  ...PLAYER_SCREENS,
  ...ATTEMPT_SCREENS,
  ...OWN_SCREENS,
  ...ACCOUNT_SCREENS,
  ...TROUBLE_SCREENS,
  ...OWN_DATA_SCREENS,
]
