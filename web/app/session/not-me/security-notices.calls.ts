import { loadAuthClient } from '~/session/tokens/auth-client'
import { browserSupabase } from '~/shared/client/supabase-browser'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'
import { toAppError } from '~/shared/errors/errors'
import type { NoticeKind, NoticeLink, NoticeOutcome } from './security-notice.rules'

type Answer = {
  state: NoticeLink['state']
  kind: NoticeKind
  masked_email: string
  outcome: (Pick<NoticeOutcome, 'undone' | 'remaining'> & { is_staff: boolean }) | null
}

/** Looks at the link of a mail about the account's security and changes nothing. @throws AppError */
export const fetchNotice = (token: string): Promise<NoticeLink> => ask('describe_not_me', token)

/**
 * Says that it was somebody else: ends every session of the account and takes back what can be. A session of this very
 * browser that was among them is forgotten here too. @throws AppError
 */
export async function reportNotMe(token: string): Promise<NoticeLink> {
  const link = await ask('report_not_me', token)
  if (link.state === 'done') await forgetEndedSession()
  return link
}

/** The client drops a session that the server knows no more, and keeps one of another account. */
async function forgetEndedSession(): Promise<void> {
  const client = await loadAuthClient()
  await client.getUser()
}

async function ask(call: 'describe_not_me' | 'report_not_me', token: string): Promise<NoticeLink> {
  const { data, error } = await browserSupabase()
    .rpc(call, { token_input: token })
    .abortSignal(AbortSignal.timeout(LIST_LOADING_TIMEOUT))
  if (error) throw toAppError(error)
  const { state, kind, masked_email, outcome } = data as Answer
  if (state === 'open') return { state, kind, maskedEmail: masked_email }
  if (state !== 'done') return { state: 'unknown' }
  const { undone = [], remaining = [], is_staff = false } = outcome ?? {}
  return { state, outcome: { undone, remaining, isStaff: is_staff } }
}
