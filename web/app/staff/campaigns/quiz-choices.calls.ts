import { queryOptions } from '@tanstack/react-query'
import { answerOf } from '~/shared/client/answer-of'
import { browserSupabase } from '~/shared/client/supabase-browser'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'

type Listed = { id: string; quiz_versions: { title_he: string; version: number }[] }

/** The published tests, by the title of their newest version. */
export const quizChoicesQuery = () =>
  queryOptions({
    queryKey: ['staff', 'campaigns', 'quizzes'],
    queryFn: async (): Promise<{ id: string; name: string }[]> => {
      const rows = await answerOf<Listed[] | null>(LIST_LOADING_TIMEOUT, (signal) =>
        browserSupabase()
          .from('quizzes')
          .select('id,quiz_versions(title_he,version)')
          .limit(500)
          .abortSignal(signal)
          .overrideTypes<Listed[], { merge: false }>(),
      )
      return (rows ?? []).map(({ id, quiz_versions: versions }) => ({
        id,
        name: versions.toSorted((a, b) => b.version - a.version)[0]?.title_he ?? id,
      }))
    },
  })
