import { expect, type Page } from '@playwright/test'
import type { CatalogueCourse } from './lesson.ts'

/** Where a lesson of a course is, counted from 1. */
export function lessonAddress(course: CatalogueCourse, number: number): string {
  const lesson = course.lessons[number - 1]
  if (!lesson) throw new Error(`The course has no lesson ${number}`)
  return `/courses/${course.id}/lessons/${lesson.id}`
}

/** Opens a lesson, as somebody who allowed habits to be kept, and waits until its video can be moved. */
export async function openLesson(page: Page, address: string): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('cookie-preferences', '{"essential":true,"preferences":true}'))
  await page.goto(address)
  await videoIsThere(page)
}

/** Waits until the video of the lesson can be moved. */
export async function videoIsThere(page: Page): Promise<void> {
  await page.locator('video').waitFor()
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.readyState))
    .toBeGreaterThan(0)
}

/** Opens one of the parts beside or under the player. */
export const openPart = (page: Page, name: 'תמליל' | 'הערות' | 'שיעורים' | 'סיכום') =>
  page.getByRole('tab', { name, exact: true }).click()

/** Moves the video to a second and waits until it is there. */
export async function moveTo(page: Page, seconds: number): Promise<void> {
  await page.locator('video').evaluate(
    (video: HTMLVideoElement, to) =>
      new Promise<void>((resolve) => {
        video.addEventListener('seeked', () => resolve(), { once: true })
        video.currentTime = to
      }),
    seconds,
  )
}

/** Plays the last moment of the video. */
export const playTheEnd = (page: Page): Promise<void> =>
  page.locator('video').evaluate(async (video: HTMLVideoElement) => {
    video.currentTime = video.duration - 0.3
    await video.play()
  })
