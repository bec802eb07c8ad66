import type { KindOf } from '~/shared/config/kinds'

/** A subject of study [3-08]. `courseCount` counts published courses. */
export type Category = {
  id: string
  nameHe: string
  descriptionHe: string
  slug: string
  orderIndex: number
  isActive: boolean
  isFeatured: boolean
  createdAt: string
  courseCount: number
}

/** A lecturer [3-12]. */
export type Author = { id: string | null; nameHe: string; imageUrl: string | null; expertiseAreas: string[] }

/** A course as everyone may see it ([3-09] to [3-11]). */
export type Course = {
  id: string
  titleHe: string
  descriptionHe: string
  categoryId: string | null
  category: { nameHe: string; slug: string } | null
  author: Author | null
  durationMinutes: number
  thumbnailUrl: string | null
  orderIndex: number
  lessonCount: number
}

/** A line of a course's table of contents ([2.4-10], [3-13]). */
export type LessonSummary = { id: string; titleHe: string; durationSeconds: number; orderIndex: number }

/** A knowledge test of a course, as its table of contents names it. */
export type QuizSummary = { id: string; title: string; purpose: KindOf<'quizzes.purpose'>; questionCount: number }

/** A list with what went wrong on its way; with an error the list is empty [8-36]. */
export type Loaded<Item> = { items: Item[]; error: string | null }
