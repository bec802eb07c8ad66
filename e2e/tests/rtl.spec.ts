import type { Page } from '@playwright/test'
import { signInNewStudent } from '../support/account.ts'
import { type CatalogueCourse, someCourse } from '../support/lesson.ts'
import { expectFitsEverySize } from '../support/page-faults.ts'
import { whileChanged } from '../support/rows.ts'
import { expect, test } from '../support/test.ts'

const LONG_NAME = 'קרן־השתלמות־והפקדות־חודשיות־קבועות'
const MIXED_TITLE = 'S&P 500 מול מדד ת״א־125: ‎-3.5% עד ‎+12.8%, ‎₪1,250 ב־2024–2025'
const MIXED_TEXT = `ETF לעומת קרן מחקה (TER 0.07%‎): ההפרש על ‎₪100,000 הוא ‎₪-430, בין 01/02/2024 ל־31/12/2025. שאלות? help@example.org, ‎+972-3-000-0000. ${LONG_NAME}`

/** Course and lecturer get texts of every script and sign for the time of `run`. */
async function withMixedCourse(
  { page, academy }: { page: Page; academy: Parameters<typeof someCourse>[0] },
  run: (course: CatalogueCourse) => Promise<void>,
): Promise<void> {
  const course = await someCourse(academy, 2)
  const change = { title_he: MIXED_TITLE, description_he: MIXED_TEXT }
  await whileChanged(academy, 'courses', course.id, change, async () => {
    await expect(async () => {
      await page.goto('/courses')
      await expect(page.getByRole('heading', { name: MIXED_TITLE })).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await run(course)
  })
}

test('shekels, percents, ranges, tickers and very long names keep their place in lists and the course panel', async ({
  page,
  academy,
  isMobile,
}) => {
  test.skip(isMobile, 'the widths are set by the test')
  await page.addInitScript(() => localStorage.setItem('cookie-consent', 'rejected'))
  await withMixedCourse({ page, academy }, async (course) => {
    await expectFitsEverySize(page, '/courses')
    await page.locator(`[data-course-link="${course.id}"]`).click()
    await expect(page.getByRole('dialog', { name: MIXED_TITLE })).toBeVisible()
    await expectFitsEverySize(page, 'course panel')
  })
})

test('a very long name in two scripts does not break the header, the dashboard or the profile', async ({
  page,
  academy,
  isMobile,
}) => {
  test.skip(isMobile, 'the widths are set by the test')
  const course = await someCourse(academy)
  const student = await signInNewStudent(page, academy)
  await academy.patch('users', ['email', student.email], {
    first_name: `Maximilian ${LONG_NAME}`,
    last_name: LONG_NAME,
  })
  await page.goto(`/courses/${course.id}/lessons/${course.lessons[0]?.id}`)
  await page.getByRole('button', { name: 'סימון השיעור כהושלם' }).click()
  await page.getByText('השיעור הושלם', { exact: true }).waitFor()
  for (const path of ['/dashboard', '/profile', '/profile/privacy', '/unsubscribe?token=none']) {
    await page.goto(path)
    await page.getByText('Maximilian').first().or(page.getByLabel('שם פרטי')).first().waitFor()
    await expectFitsEverySize(page, path)
  }
})

test('a Hebrew title that begins with a Latin word runs right to left, and what is typed as well', async ({
  page,
  academy,
  isMobile,
}) => {
  test.skip(isMobile, 'the direction is the same at every width')
  const title = 'ETF למתחילים: מה זה S&P 500?'
  const course = await someCourse(academy)
  await whileChanged(academy, 'courses', course.id, { title_he: title }, async () => {
    await signInNewStudent(page, academy)
    await page.goto(`/courses/${course.id}/lessons/${course.lessons[0]?.id}`)
    await page.getByRole('button', { name: 'סימון השיעור כהושלם' }).click()
    await page.getByText('השיעור הושלם', { exact: true }).waitFor()
    await page.goto('/dashboard')
    const shown = page.getByRole('main').getByText(title).first()
    await expect(shown).toHaveCSS('direction', 'rtl')
    const places = await shown.evaluate((element) => {
      const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode()
      const edgeOf = (at: number) => {
        const range = document.createRange()
        range.setStart(text as Text, at)
        range.setEnd(text as Text, at + 1)
        return range.getClientRects()[0]?.x ?? 0
      }
      const words = text?.textContent ?? ''
      return { etf: edgeOf(words.indexOf('E')), hebrew: edgeOf(words.indexOf('ל')) }
    })
    expect(places.etf).toBeGreaterThan(places.hebrew)
  })
  await page.goto('/contact')
  const message = page.locator('textarea')
  await message.fill('USD/ILS עלה ב-2%.')
  await expect(message).toHaveCSS('direction', 'rtl')
  await message.fill('Hello')
  await expect(message).toHaveCSS('direction', 'ltr')
})
