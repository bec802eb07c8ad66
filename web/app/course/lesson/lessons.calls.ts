import type { Row } from '~/shared/client/rows'
import { storedValues } from '~/shared/client/stored-values'
import type { Supabase } from '~/shared/client/supabase'
import type { KindOf } from '~/shared/config/kinds'
import type { CourseOutline, Lesson, LessonContent } from './lesson.rules'
import { isAttachment, isCaption, isChapter, isCue } from './stored-parts.rules'

export type LessonRow = Row<'lessons', 'id' | 'course_id' | 'title_he' | 'description_he' | 'duration_seconds'> & {
  course: Row<'courses', 'title_he'> | null
}

export type LessonContentRow = {
  provider: KindOf<'lesson_contents.provider'>
  video_ref: string | null
  poster_url: string | null
  previews_url: string | null
  captions: unknown
  transcript: unknown
  chapters: unknown
  summary_he: string | null
  attachments: unknown
  answers?: LessonContent['answers']
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const toLesson = (row: LessonRow): Lesson => ({
  id: row.id,
  courseId: row.course_id,
  titleHe: row.title_he,
  descriptionHe: row.description_he?.trim() ?? '',
  durationSeconds: row.duration_seconds,
})

/**
 * The published lessons of a course in order [7-15] with the course's title, in one statement.
 * Null when there is no such course or it has no published lesson.
 * @throws Error with the message of [8-37] when they cannot be fetched
 */
export async function fetchCourseOutline(supabase: Supabase, courseId: string): Promise<CourseOutline | null> {
  if (!UUID.test(courseId)) return null
  const { data, error } = await supabase
    .from('lessons')
    .select('*,course:courses(title_he)')
    .eq('course_id', courseId)
    .eq('is_published', true)
    .order('order_index', { ascending: true })
  if (error) throw new Error(error.message || 'Error fetching lessons')
  const rows = data as LessonRow[]
  const first = rows[0]
  return first ? { courseId, titleHe: first.course?.title_he ?? '', lessons: rows.map(toLesson) } : null
}

/** The course in which a published lesson stands; null where there is no such lesson. */
export async function fetchCourseOfLesson(supabase: Supabase, lessonId: string): Promise<string | null> {
  if (!UUID.test(lessonId)) return null
  const { data } = await supabase
    .from('lessons')
    .select('course_id')
    .eq('id', lessonId)
    .eq('is_published', true)
    .maybeSingle()
  return data?.course_id ?? null
}

/** Video, captions and texts as the page shows them. */
export function toLessonContent(row: LessonContentRow): LessonContent {
  const stored = storedValues('lesson_contents', row.video_ref)
  return {
    video: row.video_ref ? { provider: row.provider, ref: row.video_ref } : null,
    posterUrl: row.poster_url,
    previewsUrl: row.previews_url,
    captions: stored.list('captions', row.captions, isCaption),
    transcript: stored.list('transcript', row.transcript, isCue),
    chapters: stored.list('chapters', row.chapters, isChapter),
    summaryHe: row.summary_he?.trim() ?? '',
    attachments: stored.list('attachments', row.attachments, isAttachment),
    answers: row.answers ?? [],
  }
}
