import type { KindOf } from '~/shared/config/kinds'

/** What a mail about the security of an account told of. */
export type NoticeKind = KindOf<'security_notices.kind'>

/** What came of saying that it was somebody else, beside the end of all sessions. */
export type NoticeOutcome = {
  undone: ('email' | 'email_change' | 'phone' | 'second_step' | 'recovery_codes' | 'deletion')[]
  /** What could not be given back. */
  remaining: ('email' | 'phone' | 'second_step')[]
  isStaff: boolean
}

/** The link of such a mail; unknown also when it is too old. */
export type NoticeLink =
  | { state: 'unknown' }
  | { state: 'open'; kind: NoticeKind; maskedEmail: string }
  | { state: 'done'; outcome: NoticeOutcome }
