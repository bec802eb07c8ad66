import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { planCallback, unfoldAddress } from '~/session/callback/callback-plan'
import { holdsMailRequest } from '~/session/callback/mail-requests'
import { fetchLinkAccount } from '~/session/callback/mailed-links.calls'
import { refreshSession } from '~/session/sign-in/auth.calls'
import { loadProfile } from '~/session/student/session-keeper'
import { getSession, useSession } from '~/session/student/session-store'
import { emailLinkText as text } from '~/session/two-step/security.he'
import { paths } from '~/shared/config/paths'
import { toAppError } from '~/shared/errors/errors'
import { Alert } from '~/shared/ui/alert'
import { Button, buttonClass } from '~/shared/ui/button'
import { MessagePage } from '~/shared/ui/message-page'
import { Spinner } from '~/shared/ui/spinner'
import { type Confirmation, confirmEmailChange } from './email-change.calls'

/** The token of a link that confirms a change of address, and whether this browser asked for it; null for other links. */
export type EmailChangeToken = { tokenHash: string; asked: boolean }

export function emailChangeToken(href: string): EmailChangeToken | null {
  const address = unfoldAddress(new URL(href))
  const plan = planCallback(address)
  if (plan.kind !== 'token' || plan.type !== 'email_change') return null
  return { tokenHash: plan.tokenHash, asked: holdsMailRequest(address.searchParams.get('n')) }
}

type State =
  | { step: 'processing' | 'half' | 'whole' }
  | { step: 'confirm'; account: string | undefined }
  | { step: 'error'; message: string; retry: boolean }

/**
 * Confirms one side of a change of address: at once in the browser that asked for the change, elsewhere after a
 * press, so that mail scanners confirm nothing. It signs nobody in (decision 0019).
 */
export function EmailChangeLink({ token: { tokenHash, asked } }: { token: EmailChangeToken }) {
  const [state, setState] = useState<State>({ step: 'processing' })
  const started = useRef(false)

  async function confirm() {
    setState({ step: 'processing' })
    window.history.replaceState(window.history.state, '', window.location.pathname)
    try {
      const confirmation = await confirmEmailChange({ tokenHash })
      await follow(confirmation)
      setState({ step: confirmation.step })
    } catch (cause) {
      setState(failureOf(cause))
    }
  }

  /** Names the mailbox that the link was sent to before anything is pressed; a link that is used up says so. */
  async function ask() {
    const account = await fetchLinkAccount(tokenHash).catch(() => undefined)
    setState(account === null ? { step: 'error', message: text.usedUp, retry: false } : { step: 'confirm', account })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: looks at the link once, when it opens
  useEffect(() => {
    if (started.current) return
    started.current = true
    void (asked ? confirm() : ask())
  }, [])

  if (state.step === 'processing') return <Processing />
  if (state.step === 'confirm') {
    return (
      <MessagePage title={text.confirmTitle}>
        <p>{text.confirmLead}</p>
        {state.account && (
          <p className="border-y border-rule py-3">
            {text.confirmAccount}{' '}
            <bdi dir="ltr" className="font-bold break-all">
              {state.account}
            </bdi>
          </p>
        )}
        <Button look="learn" className="justify-self-start" onClick={() => void confirm()}>
          {text.confirmButton}
        </Button>
        <p className="text-sm text-ink-2">{text.confirmWarning}</p>
      </MessagePage>
    )
  }
  if (state.step === 'error') {
    return (
      <MessagePage title={text.failedTitle}>
        <Alert tone="error">{state.message}</Alert>
        <div className="flex flex-wrap gap-3">
          {state.retry && (
            <Button look="learn" onClick={() => void confirm()}>
              {text.retry}
            </Button>
          )}
          <WayOn />
        </div>
      </MessagePage>
    )
  }
  return (
    <MessagePage title={state.step === 'half' ? text.halfTitle : text.wholeTitle}>
      <Alert tone="success">{text[state.step]}</Alert>
      <WayOn />
    </MessagePage>
  )
}

/** What stands while the link is looked at. */
export function Processing() {
  return (
    <MessagePage title={text.processingTitle} busy>
      <p role="status" className="flex items-center gap-3 text-ink-2">
        <Spinner /> {text.processing}
      </p>
    </MessagePage>
  )
}

function WayOn() {
  const signedIn = useSession().status === 'student'
  return (
    <Link
      to={signedIn ? paths.profileSecurity : paths.login}
      className={`${buttonClass('secondary')} justify-self-start`}
    >
      {signedIn ? text.toSecurity : text.toLogin}
    </Link>
  )
}

/** The account of this browser learns of its new address; a session that ended with the old one learns that too. */
async function follow(confirmation: Confirmation): Promise<void> {
  const session = getSession()
  if (confirmation.step === 'half' || session.status !== 'student' || session.userId !== confirmation.userId) return
  await refreshSession().catch(() => undefined)
  await loadProfile(session.userId)
}

function failureOf(cause: unknown): State {
  const { code, message } = toAppError(cause)
  if (code === 'INVALID_CREDENTIALS') return { step: 'error', message: text.usedUp, retry: false }
  if (code === 'DUPLICATE_EMAIL') return { step: 'error', message: text.taken, retry: false }
  return { step: 'error', message, retry: true }
}
