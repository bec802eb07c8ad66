import { useQuery } from '@tanstack/react-query'
import { useSession } from '~/session/student/session-store'
import { browserSupabase } from '~/shared/client/supabase-browser'
import type { CourseCompletion } from './lesson-states.rules'

const NONE: ReadonlyMap<string, CourseCompletion> = new Map()

/** The courses that the person has once completed [4-51], by id. @throws Error */
async function fetchCompletions(userId: string): Promise<ReadonlyMap<string, CourseCompletion>> {
  const { data, error } = await browserSupabase()
    .from('course_completions')
    .select('course_id,completed_at,lesson_ids')
    .eq('user_id', userId)
  if (error) throw new Error(error.message)
  const rows = data as { course_id: string; completed_at: string; lesson_ids: string[] }[]
  return new Map(
    rows.map((row) => [
      row.course_id,
      { courseId: row.course_id, completedAt: row.completed_at, lessonIds: row.lesson_ids },
    ]),
  )
}

/** What the person has once completed; empty for visitors, while loading and on error, for nothing depends on it. */
export function useCompletions(): ReadonlyMap<string, CourseCompletion> {
  const session = useSession()
  const userId = session.status === 'student' ? session.userId : undefined
  const { data } = useQuery({
    // Under the key of progress, so that whatever is saved there asks for this anew as well.
    queryKey: ['user-progress', userId, 'completions'],
    queryFn: () => fetchCompletions(userId ?? ''),
    enabled: userId !== undefined,
  })
  return data ?? NONE
}
