import { withinTime } from '~/shared/client/deadline'
import type { Supabase } from '~/shared/client/supabase'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'

/** What an unsubscribe link stands for: whose mails it ends and whether they still come. */
export type UnsubscribeLink = {
  state: 'subscribed' | 'unsubscribed' | 'unknown'
  maskedEmail: string | null
  /** The link may take back what it ended itself. */
  canReturn: boolean
}

export type UnsubscribeAction = 'describe_unsubscribe_link' | 'unsubscribe' | 'undo_unsubscribe'

/**
 * Looks at the link, ends the mails, or takes that back; runs on the server, so that the page needs no script.
 * @throws when the database does not answer
 */
export async function callUnsubscribeLink(
  supabase: Supabase,
  action: UnsubscribeAction,
  token: string,
): Promise<UnsubscribeLink> {
  const { data, error } = await withinTime(LIST_LOADING_TIMEOUT, (signal) =>
    supabase.rpc(action, { token_input: token }).abortSignal(signal),
  )
  if (error) throw new Error(error.message)
  const answer = data as { state: UnsubscribeLink['state']; masked_email: string | null; can_return: boolean }
  return { state: answer.state, maskedEmail: answer.masked_email, canReturn: answer.can_return }
}
