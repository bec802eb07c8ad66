import { expectAccessible } from '../support/accessibility.ts'
import { signInNewStudent } from '../support/account.ts'
import { position, someCourse } from '../support/lesson.ts'
import { lessonAddress, openLesson, openPart } from '../support/lesson-page.ts'
import { expect, test } from '../support/test.ts'

test('the timeline shows the picture and the chapter of a second, and the list leads there', {
  tag: '@phone',
}, async ({ page, academy, isMobile }) => {
  const course = await someCourse(academy)
  await signInNewStudent(page, academy)
  await page.addInitScript(() => localStorage.setItem('cookie-consent', 'rejected'))
  await openLesson(page, lessonAddress(course, 1))
  const timeline = page.getByLabel('מיקום בסרטון')
  await expect(timeline).toBeEnabled()
  const box = await timeline.boundingBox()
  if (!box) throw new Error('there is no timeline')
  const preview = page.locator('[data-preview]')
  for (const share of [0.02, 0.7, 0.98]) {
    await page.mouse.move(box.x + share * box.width, box.y + box.height / 2)
    await expect(preview.locator('[data-tile]')).toBeVisible()
    const shown = await preview.boundingBox()
    expect(shown?.x).toBeGreaterThanOrEqual(box.x - 1)
    expect((shown?.x ?? 0) + (shown?.width ?? 0)).toBeLessThanOrEqual(box.x + box.width + 1)
  }
  await expect(preview).toContainText('שלוש שאלות לכל ריבית')
  await page.mouse.move(0, 0)
  await expect(preview).toHaveCount(0)

  if (isMobile) await openPart(page, 'סיכום')
  const chapter = page.getByRole('link', { name: /פיקדון לשנה/ })
  await chapter.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => position(page)).toBe(13)
  await expect(chapter).toHaveAttribute('aria-current', 'true')
  await expectAccessible(page, 'lesson with chapters')
})
