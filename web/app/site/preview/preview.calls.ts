import { queryOptions } from '@tanstack/react-query'
import { type CategoryPage, type CategoryWithCoursesRow, toCategoryPage } from '~/catalog/categories/categories.calls'
import type { Author } from '~/catalog/courses/catalog.rules'
import { type CourseRow, type OpenedCourse, toOpened } from '~/catalog/courses/courses.calls'
import type { CourseOutline, Lesson, LessonContent } from '~/course/lesson/lesson.rules'
import { type LessonContentRow, type LessonRow, toLesson, toLessonContent } from '~/course/lesson/lessons.calls'
import { type QuizRow, toQuizPage } from '~/quizzes/start/quiz.calls'
import type { QuizPage } from '~/quizzes/start/quiz.rules'
import { callFunction } from '~/shared/client/call-function'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'
import { type Article, type ArticlePageRow, toArticlePage } from '~/site/news/articles.calls'

type AuthorRow = {
  id: string
  name_he: string
  image_url: string | null
  expertise_areas: string[]
  bio_he: string | null
}
type LessonDraftRow = LessonRow & LessonContentRow & { course_lessons: LessonRow[] }

/** A draft as its page will show it. */
type Previewed =
  | { kind: 'category'; page: CategoryPage }
  | { kind: 'course'; opened: OpenedCourse }
  | { kind: 'lesson'; outline: CourseOutline; lesson: Lesson; content: LessonContent }
  | { kind: 'article'; article: Article }
  | { kind: 'author'; author: Author; about: string }
  | { kind: 'quiz'; quiz: QuizPage }

/** A draft and the ISO moment until which its link shows it. */
export type Preview = Previewed & { expiresAt: string }

const ROWS: Record<string, (row: unknown) => Previewed | null> = {
  category: (row) => ({ kind: 'category', page: toCategoryPage(row as CategoryWithCoursesRow) }),
  course: (row) => ({ kind: 'course', opened: toOpened(row as CourseRow) }),
  lesson: toLessonPreview,
  news: (row) => ({ kind: 'article', article: toArticlePage(row as ArticlePageRow).article }),
  essay: (row) => ({ kind: 'article', article: toArticlePage(row as ArticlePageRow).article }),
  author: toAuthorPreview,
  quiz: toQuizPreview,
}

function toLessonPreview(row: unknown): Previewed {
  const { course_lessons, ...own } = row as LessonDraftRow
  const lessons = course_lessons.map(toLesson)
  const outline = { courseId: own.course_id, titleHe: course_lessons[0]?.course?.title_he ?? '', lessons }
  return { kind: 'lesson', outline, lesson: toLesson({ ...own, course: null }), content: toLessonContent(own) }
}

function toAuthorPreview(row: unknown): Previewed {
  const { id, name_he, image_url, expertise_areas, bio_he } = row as AuthorRow
  const author = { id, nameHe: name_he, imageUrl: image_url, expertiseAreas: expertise_areas }
  return { kind: 'author', author, about: bio_he ?? '' }
}

function toQuizPreview(row: unknown): Previewed | null {
  const quiz = toQuizPage(row as QuizRow)
  return quiz && { kind: 'quiz', quiz }
}

const SOONEST_MS = 60_000
const LATEST_MS = 3_600_000

/**
 * Milliseconds until a link is asked for again because it should have ended: between a minute and an hour, also by a clock
 * that is wrong, since a timer of more than 24 days fires at once.
 */
export const msUntilExpiry = (preview: Pick<Preview, 'expiresAt'> | null | undefined): number | false =>
  preview ? Math.min(LATEST_MS, Math.max(SOONEST_MS, Date.parse(preview.expiresAt) - Date.now())) : false

/** The draft that a link shows, for as long as it does; null when the link has ended. */
export const previewQuery = (token: string) =>
  queryOptions({
    queryKey: ['preview', token],
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => msUntilExpiry(state.data),
    queryFn: async (): Promise<Preview | null> => {
      const answer = (await callFunction('read_content_preview', { token }, LIST_LOADING_TIMEOUT)) as {
        kind: string
        expires_at: string
        row: unknown
      } | null
      const previewed = answer && ROWS[answer.kind]?.(answer.row)
      return previewed ? { ...previewed, expiresAt: answer.expires_at } : null
    },
  })
