import { useQuery } from '@tanstack/react-query'
import type { AskedQuestion } from '~/quizzes/attempt/attempt.rules'
import { answerOf } from '~/shared/client/answer-of'
import type { Row } from '~/shared/client/rows'
import { browserSupabase } from '~/shared/client/supabase-browser'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'

/** A lesson that explains something again. */
export type LessonToWatch = { id: string; courseId: string; title: string }

type LessonRow = Row<'lessons', 'id' | 'course_id' | 'title_he'>

/** The lessons that the reviews lead to, by id; those that are not published any more are not among them. */
export function useLessonsToWatch(questions: readonly AskedQuestion[]): ReadonlyMap<string, LessonToWatch> {
  const ids = [...new Set(questions.flatMap(({ review }) => review?.watchAgain?.lesson ?? []))].sort()
  const { data } = useQuery({
    queryKey: ['lessons-to-watch', ids],
    enabled: ids.length > 0,
    staleTime: 300_000,
    queryFn: async () => {
      const rows = await answerOf<LessonRow[] | null>(LIST_LOADING_TIMEOUT, (signal) =>
        browserSupabase().from('lessons').select('id,course_id,title_he').in('id', ids).abortSignal(signal),
      )
      return (rows ?? []).map(({ id, course_id, title_he }) => ({ id, courseId: course_id, title: title_he }))
    },
  })
  return new Map(data?.map((lesson) => [lesson.id, lesson]))
}
