import { queryOptions } from '@tanstack/react-query'
import { answerOf } from '~/shared/client/answer-of'
import type { Row } from '~/shared/client/rows'
import { browserSupabase } from '~/shared/client/supabase-browser'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'

/** A lesson of a course, with the length of its film in seconds. */
export type LessonChoice = { id: string; name: string; seconds: number }

type LessonRow = Row<'lessons', 'id' | 'title_he' | 'duration_seconds'>

/** The lessons of a course, in their order. */
export const lessonChoicesQuery = (course: string) =>
  queryOptions({
    queryKey: ['staff', 'content', 'choices', 'lesson', course],
    queryFn: async (): Promise<LessonChoice[]> => {
      const lessons = browserSupabase().from('lessons').select('id,title_he,duration_seconds').eq('course_id', course)
      const rows = await answerOf<LessonRow[] | null>(LIST_LOADING_TIMEOUT, (signal) =>
        lessons.order('order_index').limit(500).abortSignal(signal),
      )
      return (rows ?? []).map((row) => ({ id: row.id, name: row.title_he, seconds: row.duration_seconds ?? 0 }))
    },
  })
