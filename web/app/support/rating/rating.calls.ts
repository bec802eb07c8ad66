import { withinTime } from '~/shared/client/deadline'
import type { Supabase } from '~/shared/client/supabase'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'
import type { KindOf } from '~/shared/config/kinds'

/** What somebody says of an answer. */
export type RatingWord = KindOf<'support_tickets.satisfaction'>

/** The link of a mail that solved a ticket; unknown also when it is too old or the ticket was opened again. */
export type RatingLink = { state: 'open' | 'done' | 'unknown'; subject: string | null; rating: RatingWord | null }

/**
 * Looks at the link, or says by it once whether the answer helped; runs on the server, so that the page needs no script.
 * @throws when the database does not answer
 */
export async function callRatingLink(supabase: Supabase, token: string, word?: RatingWord): Promise<RatingLink> {
  const { data, error } = await withinTime(LIST_LOADING_TIMEOUT, (signal) =>
    (word
      ? supabase.rpc('rate_answer', { token_input: token, satisfaction: word })
      : supabase.rpc('describe_answer_rating', { token_input: token })
    ).abortSignal(signal),
  )
  if (error) throw new Error(error.message)
  const answer = data as { state: RatingLink['state']; subject: string | null; satisfaction: RatingWord | null }
  return { state: answer.state, subject: answer.subject, rating: answer.satisfaction }
}
