import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { SplitLayout } from '~/session/sign-in/split-layout'
import { paths } from '~/shared/config/paths'
import { Alert } from '~/shared/ui/alert'
import { buttonClass } from '~/shared/ui/button'
import { lostMailText as text } from './lost-mail.he'
import { LostMailForm } from './lost-mail-form'

/** A way back for who can read the mail of the account no more: a request that staff decide. */
export function LostMailScreen() {
  const state: unknown = useLocation().state
  const [contactEmail, setContactEmail] = useState<string>()
  if (contactEmail) {
    return (
      <SplitLayout title={text.sentTitle}>
        <div className="grid gap-5">
          <Alert tone="success">
            {text.sentLead}{' '}
            <bdi dir="ltr" className="font-bold wrap-anywhere">
              {contactEmail}
            </bdi>
            .
          </Alert>
          <p className="text-ink-2">{text.sentNote}</p>
          <Link to={paths.login} className={buttonClass('quiet')}>
            {text.backToLogin}
          </Link>
        </div>
      </SplitLayout>
    )
  }
  return (
    <SplitLayout title={text.title} lead={text.lead}>
      <LostMailForm initialEmail={emailOf(state)} onSent={setContactEmail} />
    </SplitLayout>
  )
}

/** The address that was typed on the screen before. */
const emailOf = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string' ? state.email : ''
