import { queryOptions, useQuery } from '@tanstack/react-query'
import { signAhead } from '~/course/player/lesson-videos.calls'
import { courseProgressQuery } from '~/course/progress/user-progress.calls'
import { queryClient } from '~/shared/client/query-client'
import { browserSupabase } from '~/shared/client/supabase-browser'
import { fetchLessonContent } from './lessons.calls'

const contentQuery = (userId: string, lessonId: string) =>
  queryOptions({
    queryKey: ['lesson-content', userId, lessonId],
    queryFn: async () => {
      const content = await fetchLessonContent(browserSupabase(), lessonId)
      if (content?.video?.provider === 'file') signAhead(content.video.ref)
      return content
    },
    staleTime: 5 * 60_000,
  })

/** Video and texts of a lesson, for this person. The address of the video is asked for as soon as it is known. */
export const useLessonContent = (userId: string, lessonId: string) => useQuery(contentQuery(userId, lessonId))

/** Begins to fetch what a lesson cannot begin without. */
export function fetchLessonAhead(userId: string, courseId: string, lessonId: string): void {
  void queryClient().prefetchQuery(contentQuery(userId, lessonId))
  void queryClient().prefetchQuery(courseProgressQuery(userId, courseId))
}
