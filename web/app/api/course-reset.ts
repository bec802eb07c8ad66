import { formatRanges } from '~/domain/watched-ranges'
import { browserSupabase } from '~/lib/supabase-browser'
import type { SavedProgress } from './user-progress'

/** Starts a course anew; its record of completion stays. @throws Error */
export async function resetCourse(courseId: string): Promise<void> {
  const { error } = await browserSupabase().rpc('reset_course_progress', { course_id: courseId })
  if (error) throw new Error(error.message)
}

/**
 * Writes back what a reset took away. It counts as watched now, by the clock of the server, because what was watched
 * before a reset no longer counts; the lesson that was watched last is written last. @throws Error
 */
export async function restoreCourse(userId: string, rows: readonly SavedProgress[]): Promise<void> {
  const time = (row: SavedProgress) => Date.parse(row.lastWatched ?? '') || 0
  const [last, ...others] = [...rows].sort((a, b) => time(b) - time(a))
  for (const part of [others, last ? [last] : []]) {
    if (part.length === 0) continue
    const { error } = await browserSupabase()
      .from('user_progress')
      .upsert(
        part.map((row) => ({
          user_id: userId,
          lesson_id: row.lessonId,
          course_id: row.courseId,
          progress_seconds: row.positionSeconds,
          watched_until: row.watchedUntil,
          watched_ranges: formatRanges(row.watchedRanges),
          completed: row.completed,
        })),
        { onConflict: 'user_id,lesson_id' },
      )
    if (error) throw new Error(error.message)
  }
}
