import { expect, type Page } from '@playwright/test'
import type { Academy } from './academy.ts'

export type CatalogueLesson = { id: string; title_he: string; duration_seconds: number }
export type CatalogueCourse = { id: string; title_he: string; lessons: CatalogueLesson[] }

/** A published course of the demo academy with its published lessons in order, as the public interface shows it. */
export async function someCourse({ supabaseUrl, anonKey }: Academy, offset = 0): Promise<CatalogueCourse> {
  const query = new URLSearchParams({
    select: 'id,title_he,lessons(id,title_he,duration_seconds)',
    order: 'order_index',
    'lessons.order': 'order_index',
    limit: '1',
    offset: String(offset),
  })
  const response = await fetch(`${supabaseUrl}/rest/v1/courses?${query}`, { headers: { apikey: anonKey } })
  const [course] = (await response.json()) as CatalogueCourse[]
  if (!course) throw new Error('The academy has no such course')
  return course
}

/** Where the playhead is, in seconds. */
export const position = (page: Page): Promise<number> =>
  page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)

export type SavedProgress = {
  progress_seconds: number
  watched_seconds: number
  watched_ranges: string
  completed: boolean
}

/** What the database holds of a student in a lesson. */
export async function progressOf(academy: Academy, email: string, lesson = ''): Promise<SavedProgress | undefined> {
  const [user] = await academy.read<{ id: string }>(`users?select=id&email=eq.${encodeURIComponent(email)}`)
  const [row] = await academy.read<SavedProgress>(`user_progress?user_id=eq.${user?.id}&lesson_id=eq.${lesson}`)
  return row
}

/**
 * Plays until the playhead has passed `seconds`; a video whose address has not come yet cannot be told to. At twice the
 * speed as many seconds of learning are at stake in half the time: not for what a browser loses while it dies.
 */
export async function playUntil(page: Page, seconds: number, rate = 1): Promise<void> {
  await expect(page.getByLabel('מיקום בסרטון')).toBeEnabled()
  // A film that is just being loaded refuses to play, and is asked again, as a person would.
  const play = (video: HTMLVideoElement, speed: number) => {
    video.playbackRate = speed
    return video.play()
  }
  await expect(() => page.locator('video').evaluate(play, rate)).toPass()
  await expect.poll(() => position(page), { intervals: [200] }).toBeGreaterThan(seconds)
}

/** Waits until the player has taken up the saved position. */
export async function expectResumedNear(page: Page, seconds: number): Promise<void> {
  await expect.poll(() => position(page)).toBeGreaterThan(seconds - 5)
  expect(await position(page)).toBeLessThan(seconds + 5)
}
