import { queryOptions, useQuery } from '@tanstack/react-query'
import { prefetchVideoUrl } from '~/course/player/lesson-videos.calls'
import { courseProgressQuery } from '~/course/progress/user-progress.calls'
import { queryClient } from '~/shared/client/query-client'
import { browserSupabase } from '~/shared/client/supabase-browser'
import type { LessonContent } from './lesson.rules'
import { type LessonContentRow, toLessonContent } from './lessons.calls'

/**
 * Video, captions and texts of a lesson; null when this person may not see them or there are none yet.
 * @throws Error with the message of [8-37] when they cannot be fetched
 */
async function fetchLessonContent(lessonId: string): Promise<LessonContent | null> {
  const { data, error } = await browserSupabase()
    .from('lesson_contents')
    .select('*,answers:lesson_answers(id,position_seconds,question,body)')
    .eq('lesson_id', lessonId)
    .order('position_seconds', { referencedTable: 'answers' })
    .maybeSingle()
  if (error) throw new Error(error.message || 'Error fetching lesson')
  return data && toLessonContent(data as LessonContentRow)
}

const contentQuery = (userId: string, lessonId: string) =>
  queryOptions({
    queryKey: ['lesson-content', userId, lessonId],
    queryFn: async () => {
      const content = await fetchLessonContent(lessonId)
      if (content?.video?.provider === 'file') prefetchVideoUrl(content.video.ref)
      return content
    },
    staleTime: 5 * 60_000,
  })

/** Video and texts of a lesson, for this person. The address of the video is asked for as soon as it is known. */
export const useLessonContent = (userId: string, lessonId: string) => useQuery(contentQuery(userId, lessonId))

/** Begins to fetch what a lesson cannot begin without. */
export function prefetchLesson(userId: string, courseId: string, lessonId: string): void {
  void queryClient().prefetchQuery(contentQuery(userId, lessonId))
  void queryClient().prefetchQuery(courseProgressQuery(userId, courseId))
}
