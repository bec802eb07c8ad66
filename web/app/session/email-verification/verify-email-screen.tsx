import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { verifyEmailText } from '~/session/callback/callback.he'
import { useMailDelivery } from '~/session/mail-help/mail-delivery.calls'
import { MailHelp } from '~/session/mail-help/mail-help'
import { currentUser, refreshSession, sendVerificationLink } from '~/session/sign-in/auth.calls'
import { guardText, sessionToasts } from '~/session/student/session.he'
import { applyProfile } from '~/session/student/session-keeper'
import { type StudentSession, useSession } from '~/session/student/session-store'
import { fetchProfile } from '~/session/student/users.calls'
import { VERIFIED_EMAIL_REDIRECT_DELAY } from '~/shared/config/constants'
import { paths } from '~/shared/config/paths'
import { toAppError } from '~/shared/errors/errors'
import { Alert } from '~/shared/ui/alert'
import { Button, buttonClass } from '~/shared/ui/button'
import { MessagePage } from '~/shared/ui/message-page'
import { Spinner } from '~/shared/ui/spinner'
import { toast } from '~/shared/ui/toast'

/** Verifying the address of an account (2.8): not signed in, unverified or verified. */
export function VerifyEmailScreen() {
  const session = useSession()
  if (session.status === 'unknown') {
    return (
      <MessagePage title={verifyEmailText.title} busy>
        <p role="status" className="flex items-center gap-3 text-ink-2">
          <Spinner /> {guardText.verifyingIdentity}
        </p>
      </MessagePage>
    )
  }
  if (session.status === 'anonymous') {
    return (
      <MessagePage title={verifyEmailText.title}>
        <p>{verifyEmailText.anonymousLead}</p>
        <p className="text-sm text-ink-2">{verifyEmailText.validity}</p>
        <Link to={paths.login} className={`${buttonClass('learn')} justify-self-start`}>
          {verifyEmailText.login}
        </Link>
      </MessagePage>
    )
  }
  return session.emailVerified ? <Verified /> : <Unverified session={session} />
}

function Verified() {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => void navigate(paths.dashboard), VERIFIED_EMAIL_REDIRECT_DELAY)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <MessagePage title={verifyEmailText.verifiedTitle}>
      <Alert tone="success">{verifyEmailText.verifiedLead}</Alert>
      <Link to={paths.dashboard} className={`${buttonClass('learn')} justify-self-start`}>
        {verifyEmailText.continue}
      </Link>
    </MessagePage>
  )
}

type Outcome = { tone: 'success' | 'error' | 'attention'; text: string }

function Unverified({ session: { email, userId } }: { session: StudentSession }) {
  const [busy, setBusy] = useState<'verify' | 'resend'>()
  const [outcome, setOutcome] = useState<Outcome>()
  const [mailKey, setMailKey] = useState<string>()

  async function act(kind: 'verify' | 'resend', work: () => Promise<Outcome>) {
    setBusy(kind)
    setOutcome(undefined)
    setOutcome(await work())
    setBusy(undefined)
  }

  async function send() {
    setMailKey(await sendVerificationLink(email))
  }

  return (
    <MessagePage title={verifyEmailText.title}>
      <p>
        {verifyEmailText.unverifiedLead}{' '}
        <bdi dir="ltr" className="font-bold wrap-anywhere">
          {email}
        </bdi>
      </p>
      {outcome && <Alert tone={outcome.tone}>{outcome.text}</Alert>}
      <div className="flex flex-wrap gap-3">
        <Button look="learn" busy={busy === 'verify'} onClick={() => void act('verify', () => verify(userId))}>
          {busy === 'verify' ? verifyEmailText.verifying : verifyEmailText.verify}
        </Button>
        {!mailKey && (
          <Button look="secondary" busy={busy === 'resend'} onClick={() => void act('resend', () => firstMail(send))}>
            {busy === 'resend' ? verifyEmailText.resending : verifyEmailText.resend}
          </Button>
        )}
      </div>
      {mailKey && <Waiting email={email} mailKey={mailKey} onResend={send} />}
      <p className="text-sm text-ink-2">{verifyEmailText.validity}</p>
      <Link to={paths.dashboard} className="justify-self-start font-semibold text-green underline underline-offset-4">
        {verifyEmailText.backToDashboard}
      </Link>
    </MessagePage>
  )
}

/** Looks at the account anew: the link may have been opened on another device. */
async function verify(userId: string): Promise<Outcome> {
  try {
    await currentUser()
    const profile = await fetchProfile(userId)
    if (!profile?.emailVerified) return { tone: 'attention', text: verifyEmailText.notYet }
    await refreshSession()
    applyProfile(profile)
    void toast.success(sessionToasts.emailVerified)
    return { tone: 'success', text: verifyEmailText.verifiedTitle }
  } catch {
    return { tone: 'error', text: verifyEmailText.verifyFailed }
  }
}

type WaitingProps = { email: string; mailKey: string; onResend: () => Promise<void> }

function Waiting({ email, mailKey, onResend }: WaitingProps) {
  return <MailHelp purpose="verification" address={email} delivery={useMailDelivery(mailKey)} onResend={onResend} />
}

async function firstMail(send: () => Promise<void>): Promise<Outcome> {
  try {
    await send()
    return { tone: 'success', text: verifyEmailText.sent }
  } catch (cause) {
    const { message, retryAfterSeconds } = toAppError(cause)
    return { tone: 'error', text: retryAfterSeconds ? message : verifyEmailText.resendFailed }
  }
}
