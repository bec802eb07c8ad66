import { withinTime } from '~/shared/client/deadline'
import type { Supabase } from '~/shared/client/supabase'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'

/** The present address of a category that was public under another one; null where there is none. @throws DeadlineError */
export async function presentSlug(supabase: Supabase, slug: string): Promise<string | null> {
  const { data } = await withinTime(LIST_LOADING_TIMEOUT, (signal) =>
    supabase.rpc('content_redirect', { kind: 'category', slug }).abortSignal(signal),
  )
  return typeof data === 'string' ? data : null
}
