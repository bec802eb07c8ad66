import { useQuery } from '@tanstack/react-query'
import { lessonToContinue } from '~/course/lesson/lesson.rules'
import { useSession } from '~/session/student/session-store'
import type { Row } from '~/shared/client/rows'
import { browserSupabase } from '~/shared/client/supabase-browser'
import { resumePosition } from './progress.rules'

/** The lesson with which a course goes on, and from which second; 0 when it is new to the person. */
export type NextLesson = { id: string; titleHe: string; positionSeconds: number }

type LessonRow = Row<'lessons', 'id' | 'course_id' | 'title_he' | 'duration_seconds'> & {
  user_progress: Row<'user_progress', 'completed' | 'last_watched' | 'progress_seconds'>[]
}

/** Where courses go on, by their ids; one that is done is not in it. @throws Error */
async function fetchNextLessons(
  userId: string,
  courseIds: readonly string[],
): Promise<ReadonlyMap<string, NextLesson>> {
  const { data, error } = await browserSupabase()
    .from('lessons')
    .select('id,course_id,title_he,duration_seconds,user_progress(completed,last_watched,progress_seconds)')
    .in('course_id', [...courseIds])
    .eq('is_published', true)
    .eq('user_progress.user_id', userId)
    .order('order_index', { ascending: true })
  if (error) throw new Error(error.message || 'Error fetching lessons')
  const rows = data as LessonRow[]
  return new Map(
    courseIds.flatMap((courseId) => {
      const next = nextOf(rows.filter((row) => row.course_id === courseId))
      return next ? [[courseId, next] as const] : []
    }),
  )
}

function nextOf(lessons: LessonRow[]): NextLesson | null {
  const next = lessonToContinue(
    lessons,
    lessons.flatMap(({ id, user_progress }) =>
      user_progress.map((row) => ({ lessonId: id, completed: row.completed, lastWatched: row.last_watched })),
    ),
  )
  if (!next) return null
  const saved = Number(next.user_progress[0]?.progress_seconds ?? 0)
  return { id: next.id, titleHe: next.title_he, positionSeconds: resumePosition(saved, next.duration_seconds) }
}

/** Where some of the person's courses go on; undefined while that is not known. */
export function useNextLessons(courseIds: readonly string[]) {
  const session = useSession()
  const userId = session.status === 'student' ? session.userId : undefined
  return useQuery({
    // Under the key of progress, so that whatever is saved there asks for this anew as well.
    queryKey: ['user-progress', userId, 'next', courseIds],
    queryFn: () => fetchNextLessons(userId ?? '', courseIds),
    enabled: userId !== undefined && courseIds.length > 0,
  })
}
