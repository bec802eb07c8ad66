import type { Page } from '@playwright/test'
import { type CatalogueCourse, playUntil } from '../lesson.ts'
import { playTheEnd, videoIsThere } from '../lesson-page.ts'
import type { Screen } from './stage.ts'

const lessonAddress = ({ id, lessons }: CatalogueCourse, index: number) =>
  `/courses/${id}/lessons/${lessons[index]?.id}`

/** The second lesson with one of the parts around its player open; on a phone that part is in sight. */
async function openPart(page: Page, course: CatalogueCourse, name: string): Promise<void> {
  await page.goto(lessonAddress(course, 1))
  await videoIsThere(page)
  await page.getByRole('tab', { name, exact: true }).click()
  await page.locator('.lesson-tabs').evaluate((tabs) => window.innerWidth < 1024 && tabs.scrollIntoView())
}

/** The lesson page with its parts. */
export const LESSON_SCREENS: readonly Screen[] = [
  {
    name: 'lesson',
    async show({ page, course }) {
      await page.goto(lessonAddress(course, 0))
      await page.getByRole('button', { name: 'סימון השיעור כהושלם' }).click()
      await page.getByText('השיעור הושלם', { exact: true }).waitFor()
      await page.goto(lessonAddress(course, 1))
      await page.locator('video').waitFor()
      await playUntil(page, 12)
      await page.locator('video').evaluate((video: HTMLVideoElement) => video.pause())
    },
  },
  {
    name: 'lesson-transcript',
    windowOnly: true,
    async show({ page, course }) {
      await openPart(page, course, 'תמליל')
      await page.getByRole('textbox', { name: 'חיפוש בתמליל' }).fill('ריבית')
      await page.locator('mark[data-shown]').waitFor()
    },
  },
  {
    name: 'lesson-notes-empty',
    windowOnly: true,
    async show({ page, course }) {
      await openPart(page, course, 'הערות')
      await page.getByText(/עוד לא כתבתם הערות/).waitFor()
    },
  },
  {
    name: 'lesson-notes',
    windowOnly: true,
    async show({ page, course }) {
      await openPart(page, course, 'הערות')
      for (const text of ['הריבית מחושבת על מה שנצבר, לא רק על הקרן.', 'לבדוק אצלי: דמי ניהול 0.5% מ־₪1,000.']) {
        await page.getByRole('textbox', { name: /הערה חדשה/ }).fill(text)
        await page.getByRole('button', { name: 'לשמור הערה' }).click()
      }
      await page.getByText('ההערות נשמרו').waitFor()
    },
  },
  {
    name: 'lesson-lessons',
    windowOnly: true,
    async show({ page, course }) {
      await openPart(page, course, 'שיעורים')
      await page
        .getByRole('listitem')
        .getByText(/נצפו \d+%/)
        .first()
        .waitFor()
    },
  },
  {
    name: 'lesson-reset',
    windowOnly: true,
    async show({ page, course }) {
      await openPart(page, course, 'שיעורים')
      await page.getByRole('button', { name: 'להתחיל את הקורס מחדש' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'lesson-question',
    windowOnly: true,
    async show({ page, course }) {
      await page.goto(lessonAddress(course, 1))
      await page.getByRole('button', { name: 'לא הבנתי' }).click()
      await page.getByRole('textbox', { name: 'השאלה שלכם' }).fill('למה הריבית בשנה השנייה גדולה יותר?')
    },
  },
  {
    name: 'lesson-question-sent',
    windowOnly: true,
    async show({ page, course }) {
      await page.goto(lessonAddress(course, 1))
      await page.getByRole('button', { name: 'לא הבנתי' }).click()
      await page.getByRole('textbox', { name: 'השאלה שלכם' }).fill('למה הריבית בשנה השנייה גדולה יותר?')
      await page.getByRole('button', { name: 'לשלוח את השאלה' }).click()
      await page.getByRole('dialog', { name: 'השאלה נשלחה' }).waitFor()
    },
  },
  {
    name: 'lesson-files',
    windowOnly: true,
    async show({ page, course }) {
      await page.goto(lessonAddress(course, 2))
      await videoIsThere(page)
      const summary = page.getByRole('tab', { name: 'סיכום', exact: true })
      if (await summary.isVisible()) await summary.click()
      const files = page.getByRole('region', { name: 'קבצים לשיעור' })
      await files.getByRole('button').last().click()
      await files.getByText('ההורדה התחילה.').waitFor()
    },
  },
  {
    name: 'lesson-end',
    windowOnly: true,
    async show({ page, course }) {
      await page.goto(lessonAddress(course, 1))
      await videoIsThere(page)
      await playTheEnd(page)
      await page.getByText('סוף השיעור').waitFor()
    },
  },
  {
    name: 'player-help',
    windowOnly: true,
    wideOnly: true,
    async show({ page, course }) {
      await page.goto(lessonAddress(course, 1))
      await page.getByRole('button', { name: 'קיצורי מקלדת' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
]
