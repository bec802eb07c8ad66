import type { Academy } from '../_shared/mail-academy.ts'
import { type ComposedMail, layoutMail } from '../_shared/mail-layout.ts'
import { type SignInMailKind, signInMail } from '../_shared/sign-in-mail.ts'

/** The look of a mail of signing in that `hook_send_email` queued; of who asked it says what is known. */
export const signIn =
  (kind: SignInMailKind) =>
  (_: unknown, academy: Academy, value: (name: string) => string): ComposedMail => {
    const query = (linkType: string) =>
      `token_hash=${encodeURIComponent(value('token'))}&type=${linkType}&to=${encodeURIComponent(value('return_to'))}`
    return layoutMail(
      signInMail(kind, {
        email: value('email'),
        newEmail: value('new_email'),
        code: value('code'),
        href: (linkType) => `${academy.siteUrl}/auth/callback?${query(linkType)}`,
        asked: [
          ', ב־',
          { ltr: value('asked_at') },
          ...(value('asked_from') ? [' מהמכשיר ', { ltr: value('asked_from') }] : []),
          '.',
        ],
        invited: {
          as: value('invited_as'),
          by: value('invited_by') && ` על ידי ${value('invited_by')}`,
          until: value('invited_until'),
        },
        byReader: (invited, staff, others) => (value('invited_as') ? invited : value('is_staff') ? staff : others),
        academy,
      }),
    )
  }
