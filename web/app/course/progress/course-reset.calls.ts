import { browserSupabase } from '~/shared/client/supabase-browser'
import { announceRemoval } from './progress-removals'

/** Starts a course anew; its record of completion stays. Gives the number of lessons that had progress. @throws Error */
export async function resetCourse(courseId: string): Promise<number> {
  const { data, error } = await browserSupabase().rpc('reset_course_progress', { course_id: courseId })
  if (error) throw new Error(error.message)
  announceRemoval({ courseId })
  return Number(data)
}

/** Brings back what the last reset took away, which the server keeps for ten minutes. @throws Error */
export async function undoReset(courseId: string): Promise<void> {
  const { error } = await browserSupabase().rpc('undo_course_reset', { course_id: courseId })
  if (error) throw new Error(error.message)
}
