import { withinTime } from '~/shared/client/deadline'
import type { Supabase } from '~/shared/client/supabase'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'
import type { KindOf } from '~/shared/config/kinds'

/** The present address of an article that was public under another one; null where there is none. @throws DeadlineError */
export async function presentArticleSlug(supabase: Supabase, slug: string): Promise<string | null> {
  const ask = (kind: KindOf<'articles.kind'>) =>
    withinTime(LIST_LOADING_TIMEOUT, (signal) => supabase.rpc('content_redirect', { kind, slug }).abortSignal(signal))
  const answers = await Promise.all([ask('news'), ask('essay')])
  const found = answers.map(({ data }) => data).find((data) => typeof data === 'string')
  return found ?? null
}
