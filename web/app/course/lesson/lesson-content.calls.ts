import { useQuery } from '@tanstack/react-query'
import { browserSupabase } from '~/shared/client/supabase-browser'
import { fetchLessonContent } from './lessons.calls'

/** Video and texts of a lesson, for this person. */
export function useLessonContent(userId: string, lessonId: string) {
  return useQuery({
    queryKey: ['lesson-content', userId, lessonId],
    queryFn: () => fetchLessonContent(browserSupabase(), lessonId),
    staleTime: 5 * 60_000,
  })
}
