import { fileURLToPath } from 'node:url'
import { type BrowserContext, expect, type Locator, type Page, type TestInfo } from '@playwright/test'
import type { Academy } from './academy.ts'
import { signInNewStudent } from './account.ts'
import type { SavedProgress } from './lesson.ts'
import type { Student } from './student.ts'
import { test as base } from './test.ts'

const media = (name: string) => fileURLToPath(new URL(`./media/${name}`, import.meta.url))
const LONG_VIDEO = { file: media('long-lesson.mp4'), seconds: 962 }

type Member = Student & { userId: string; state: Awaited<ReturnType<BrowserContext['storageState']>> }

/** A lesson that no other test of this worker watches. */
export type OwnLesson = { id: string; address: string; seconds: number; title: string }

type Fixtures = { lesson: OwnLesson }

/** Tests of lessons: pages are signed in as the worker's student, and each test has a lesson of its own. */
export const test = base.extend<Fixtures, { member: Member; lessons: OwnLesson[] }>({
  member: [
    async ({ academy, browser }, use) => {
      const context = await browser.newContext({ baseURL: academy.url, locale: 'he-IL' })
      await context.addInitScript(() => {
        localStorage.setItem('cookie-consent', 'customized')
        localStorage.setItem('cookie-preferences', JSON.stringify({ essential: true, preferences: true }))
      })
      const student = await signInNewStudent(await context.newPage(), academy)
      const [user] = await academy.read<{ id: string }>(`users?select=id&email=eq.${encodeURIComponent(student.email)}`)
      const state = await context.storageState()
      await context.close()
      await use({ ...student, userId: user?.id ?? '', state })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  lessons: [
    async ({ academy }, use) => {
      type Row = { id: string; course_id: string; title_he: string; duration_seconds: number }
      const query = 'select=*,courses!inner(is_published),lesson_contents!inner(provider)&is_published=is.true'
      const rows = await academy.read<Row>(
        `lessons?${query}&courses.is_published=is.true&lesson_contents.provider=eq.file&order=id`,
      )
      await use(
        rows.map(({ id, course_id, title_he, duration_seconds }) => ({
          id,
          address: `/courses/${course_id}/lessons/${id}`,
          seconds: duration_seconds,
          title: title_he,
        })),
      )
    },
    { scope: 'worker' },
  ],
  storageState: async ({ member }, use) => use(member.state),
  lesson: async ({ lessons }, use) => {
    const lesson = lessons.shift()
    if (!lesson) throw new Error('Every lesson was watched by a test already')
    await use(lesson)
  },
})

/**
 * Gives a lesson a video of sixteen minutes, without captions and transcript, and makes it as old as an account that has
 * had the time to watch all of it: the test watches faster than a new account could.
 */
export async function makeLong(academy: Academy, lesson: OwnLesson, userId: string): Promise<void> {
  const lastYear = { created_at: '2025-01-01T00:00:00Z' }
  const name = `tests/${lesson.id}.mp4`
  await academy.patch('users', ['id', userId], lastYear)
  await academy.uploadVideo(name, LONG_VIDEO.file)
  await academy.patch('lessons', ['id', lesson.id], { ...lastYear, duration_seconds: LONG_VIDEO.seconds })
  await academy.patch('lesson_contents', ['lesson_id', lesson.id], {
    video_ref: name,
    previews_url: null,
    captions: [],
    transcript: [],
    chapters: [],
  })
  lesson.seconds = LONG_VIDEO.seconds
}

export const playerOf = (page: Page): Locator => page.getByRole('region', { name: /נגן הווידאו/ })
const timelineOf = (page: Page): Locator => page.getByLabel('מיקום בסרטון')

/** The second that the player shows, whoever shows the video. */
export const shownSecond = async (page: Page): Promise<number> => Number(await timelineOf(page).inputValue())

/** Opens a lesson and waits until its video can be played. */
export async function openLesson(page: Page, { address }: OwnLesson): Promise<void> {
  await page.goto(address)
  await expect(timelineOf(page)).toBeEnabled()
}

export const play = (page: Page) => playerOf(page).getByRole('button', { name: 'ניגון', exact: true }).click()
export const pause = (page: Page) => playerOf(page).getByRole('button', { name: 'השהיה', exact: true }).click()

/** Waits until the player shows a second beyond `seconds`. */
export async function watchUntil(page: Page, seconds: number, timeout = 60_000): Promise<void> {
  await expect.poll(() => shownSecond(page), { timeout, intervals: [200] }).toBeGreaterThanOrEqual(seconds)
}

/** Drags the timeline to a second. */
export const seekTo = (page: Page, seconds: number) => timelineOf(page).fill(String(Math.round(seconds)))

/** What the database holds of the student in a lesson. */
export async function savedRow(
  academy: Academy,
  userId: string,
  { id }: OwnLesson,
): Promise<SavedProgress | undefined> {
  const [row] = await academy.read<SavedProgress>(`user_progress?user_id=eq.${userId}&lesson_id=eq.${id}`)
  return row
}

/** The database comes to hold a position within 5 s of `seconds`; the difference is noted in the test's report. */
export async function expectSavedNear(
  academy: Academy,
  userId: string,
  lesson: OwnLesson,
  seconds: number,
  info: TestInfo,
): Promise<void> {
  const distance = async () => {
    const row = await savedRow(academy, userId, lesson)
    return row ? Math.abs(Number(row.progress_seconds) - seconds) : Number.POSITIVE_INFINITY
  }
  await expect.poll(distance).toBeLessThanOrEqual(5)
  info.annotations.push({ type: 'database', description: `${(await distance()).toFixed(2)} s` })
}

/** The player shows a position within 5 s of `seconds`. */
export async function expectShownNear(page: Page, seconds: number, info: TestInfo): Promise<void> {
  await expect(timelineOf(page)).toBeEnabled()
  await expect.poll(async () => Math.abs((await shownSecond(page)) - seconds)).toBeLessThanOrEqual(5)
  const difference = Math.abs((await shownSecond(page)) - seconds)
  info.annotations.push({ type: 'screen', description: `${difference.toFixed(2)} s` })
}
