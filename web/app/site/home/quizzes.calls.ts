import { withinTime } from '~/shared/client/deadline'
import type { Supabase } from '~/shared/client/supabase'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'

/** Whether there is a knowledge test to be taken; no where that cannot be found out. */
export async function isAnyQuizPublished(supabase: Supabase): Promise<boolean> {
  const ask = (signal: AbortSignal) =>
    supabase.from('quizzes').select('id').eq('is_published', true).limit(1).abortSignal(signal)
  const { data } = await withinTime(LIST_LOADING_TIMEOUT, ask).catch(() => ({ data: null }))
  return data !== null && data.length > 0
}
