import type { Page } from '@playwright/test'
import { pause, play, playerOf, seekTo, watchUntil } from '../watching.ts'
import type { Screen, Stage } from './stage.ts'

const openLesson = async (page: Page, { course }: Stage, number: number) => {
  await page.goto(`/courses/${course.id}/lessons/${course.lessons[number - 1]?.id}`)
  await page.locator('video').waitFor()
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) > 1)
}

const prefer = (page: Page, liked: Record<string, unknown>) =>
  page.evaluate((value) => {
    localStorage.setItem('cookie-preferences', '{"preferences":true}')
    localStorage.setItem('lesson-player', value)
  }, JSON.stringify(liked))

/** The same student in another window, so that what happens there leaves the other screens alone. */
async function otherWindow(page: Page, viewport = page.viewportSize()): Promise<Page> {
  const context = page.context()
  const options = { viewport, locale: 'he-IL', timezoneId: 'Asia/Jerusalem', reducedMotion: 'reduce' } as const
  const other = await context
    .browser()
    ?.newContext({ ...options, storageState: await context.storageState(), baseURL: new URL(page.url()).origin })
  if (!other) throw new Error('The browser is gone')
  return other.newPage()
}

/** The player and the saving of progress in their states. */
export const PLAYER_SCREENS: readonly Screen[] = [
  {
    name: 'player-playing',
    windowOnly: true,
    async show(stage) {
      await openLesson(stage.page, stage, 3)
      await play(stage.page)
      await watchUntil(stage.page, 6)
    },
  },
  {
    name: 'player-captions',
    windowOnly: true,
    async show(stage) {
      const { page } = stage
      await prefer(page, { captionSize: 'largest' })
      await openLesson(page, stage, 3)
      await seekTo(page, 5)
      await prefer(page, {})
    },
  },
  {
    name: 'player-missed',
    windowOnly: true,
    async show(stage) {
      const { page } = stage
      await openLesson(page, stage, 3)
      await seekTo(page, 30)
      await play(page)
      await watchUntil(page, 34)
      await pause(page)
    },
  },
  {
    name: 'player-settings',
    windowOnly: true,
    async show(stage) {
      await openLesson(stage.page, stage, 3)
      await playerOf(stage.page).getByRole('button', { name: 'הגדרות הנגן' }).click()
      await stage.page.getByRole('dialog', { name: 'הגדרות הנגן' }).waitFor()
    },
  },
  {
    name: 'player-offline',
    windowOnly: true,
    async show(stage) {
      const page = await otherWindow(stage.page)
      await page.route('**/functions/v1/sign-lesson-file', (route) => route.abort())
      await page.goto(`/courses/${stage.course.id}/lessons/${stage.course.lessons[2]?.id}`)
      await page.getByText('החיבור לסרטון נקטע').waitFor()
      return page
    },
  },
  {
    name: 'session-over',
    windowOnly: true,
    async show(stage) {
      const page = await otherWindow(stage.page)
      await openLesson(page, stage, 3)
      await page.route('**/auth/v1/token?*', (route) =>
        route.fulfill({ status: 400, json: { code: 400, error_code: 'refresh_token_not_found', msg: 'gone' } }),
      )
      await page.evaluate(() => {
        const session = JSON.parse(localStorage.getItem('sb-auth-token') ?? '{}')
        localStorage.setItem('sb-auth-token', JSON.stringify({ ...session, expires_at: 1 }))
      })
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await page.getByRole('dialog', { name: 'צריך להיכנס שוב' }).waitFor({ timeout: 60_000 })
      return page
    },
  },
  {
    name: 'lesson-phone-on-its-side',
    windowOnly: true,
    narrowOnly: true,
    async show(stage) {
      const page = await otherWindow(stage.page, { width: 844, height: 390 })
      await openLesson(page, stage, 3)
      await seekTo(page, 8)
      await playerOf(page).getByRole('button', { name: 'מסך מלא', exact: true }).click()
      return page
    },
  },
]
