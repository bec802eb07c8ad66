/** What a mail about the security of an account told of. */
export type NoticeKind =
  | 'new_device'
  | 'email_change_begun'
  | 'email_changed'
  | 'phone_changed'
  | 'second_step_joined'
  | 'second_step_removed'
  | 'recovery_code_used'
  | 'recovery_codes_made'
  | 'role_changed'
  | 'staff_closed'
  | 'staff_reopened'

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
