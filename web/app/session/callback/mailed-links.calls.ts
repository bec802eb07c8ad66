import { browserSupabase } from '~/shared/client/supabase-browser'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'
import { toAppError } from '~/shared/errors/errors'

/** The shortest token that one of our mails can carry; of shorter ones only redeeming tells. */
const SHORTEST_TOKEN = 40

/**
 * Whose account a mailed link opens, masked, without using the link up (T13).
 * @returns null for a link that is used up or too old, undefined for one that cannot be ours. @throws AppError
 */
export async function fetchLinkAccount(token: string): Promise<string | null | undefined> {
  if (token.length < SHORTEST_TOKEN) return undefined
  const { data, error } = await browserSupabase()
    .rpc('mailed_link_account', { token_input: token })
    .abortSignal(AbortSignal.timeout(LIST_LOADING_TIMEOUT))
  if (error) throw toAppError(error)
  const masked = (data as { masked_email?: unknown } | null)?.masked_email
  return typeof masked === 'string' ? masked : null
}
