import { useQuery } from '@tanstack/react-query'
import type { Purpose } from '~/quizzes/question/quiz-types.rules'
import { answerOf } from '~/shared/client/answer-of'
import type { Row } from '~/shared/client/rows'
import { browserSupabase } from '~/shared/client/supabase-browser'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'

type TestRow = Row<'quizzes', 'id' | 'lesson_id' | 'purpose'> & {
  rules: Row<'quiz_versions', 'title_he' | 'question_count'> | null
}

/** The published tests of a course and of its lessons, in order. */
export function useCourseTests(courseId: string) {
  return useQuery({
    queryKey: ['course-tests', courseId],
    staleTime: 300_000,
    queryFn: async () => {
      const rows = await answerOf<TestRow[] | null>(LIST_LOADING_TIMEOUT, (signal) =>
        browserSupabase()
          .from('quizzes')
          .select('id,lesson_id,purpose,rules:quiz_versions!quizzes_version_fkey(title_he,question_count)')
          .eq('course_id', courseId)
          .eq('is_published', true)
          .order('order_index')
          .abortSignal(signal)
          .overrideTypes<TestRow[], { merge: false }>(),
      )
      return (rows ?? []).flatMap(({ id, lesson_id, purpose, rules }) =>
        rules
          ? [
              {
                id,
                lessonId: lesson_id,
                purpose: purpose as Purpose,
                title: rules.title_he,
                questionCount: rules.question_count,
              },
            ]
          : [],
      )
    },
  })
}
