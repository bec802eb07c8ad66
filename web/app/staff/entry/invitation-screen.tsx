import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { adoptSession, currentSession, redeemLink } from '~/session/sign-in/auth.calls'
import { endSession } from '~/session/student/sign-out.calls'
import { paths } from '~/shared/config/paths'
import { INVITATION_REDIRECT_DELAY, STAFF_LOGIN, STAFF_SESSION_LIFETIME } from '~/shared/config/staff'
import { reasonOf, toAppError } from '~/shared/errors/errors'
import { formatDay } from '~/shared/formats/dates'
import { writeStored } from '~/shared/storage/storage'
import { Alert } from '~/shared/ui/alert'
import { Bidi } from '~/shared/ui/bidi'
import { Button, buttonClass } from '~/shared/ui/button'
import { MessagePage } from '~/shared/ui/message-page'
import { toast } from '~/shared/ui/toast'
import { acceptInvitation, fetchInvitation, type MailedInvitation, StaffError, sendInvitationLink } from './staff.calls'
import { staffErrors, staffText as text } from './staff.he'
import { hideStaffLink, readStaffLink, type StaffLink } from './staff-link'
import { useStaffRedirect } from './use-staff-redirect'

type Arrival = { token: string; link: StaffLink; invitation: MailedInvitation | null | undefined }

/** `ask`: somebody without a session and without a link that works; `other`: the session of another account. */
type Progress =
  | { step: 'reading' | 'waiting' | 'busy' | 'accepted' | 'ask' }
  | { step: 'other'; email: string }
  | { step: 'failed'; message: string; hint?: string }

/** Accepting an invitation to the staff ([4-33], [4-34]); only a press uses it up, since mail scanners open links. */
export function InvitationScreen() {
  useStaffRedirect()
  const navigate = useNavigate()
  const begun = useRef(false)
  const [arrival, setArrival] = useState<Arrival>()
  const [progress, setProgress] = useState<Progress>({ step: 'reading' })

  useEffect(() => {
    if (begun.current) return
    begun.current = true
    const address = new URL(window.location.href)
    const token = address.searchParams.get('token')
    const link = readStaffLink(address)
    hideStaffLink(token ? { token } : {})
    if (!token) return setProgress({ step: 'failed', message: staffErrors.invitationWithoutToken })
    void read(token, link).then((found) => {
      setArrival(found.arrival)
      setProgress(found.progress)
    })
  }, [])

  useEffect(() => {
    if (progress.step !== 'accepted') return
    const timer = setTimeout(() => void navigate(paths.admin, { replace: true }), INVITATION_REDIRECT_DELAY)
    return () => clearTimeout(timer)
  }, [progress.step, navigate])

  async function accept() {
    if (!arrival) return
    setProgress({ step: 'busy' })
    try {
      await signInBy(arrival.link)
      await acceptInvitation(arrival.token)
      writeStored('admin_session_expiry', Date.now() + STAFF_SESSION_LIFETIME)
      void toast.success(staffErrors.invitationAccepted)
      setProgress({ step: 'accepted' })
    } catch (cause) {
      setProgress({
        step: 'failed',
        message: cause instanceof StaffError ? cause.message : staffErrors.invitationThrew,
      })
    }
  }

  const { step } = progress
  const invitation = arrival?.invitation
  const isOpen = invitation !== null && invitation !== undefined && !invitation.isOver
  return (
    <MessagePage title={text.invitationTitle} busy={step === 'busy'}>
      {step === 'failed' && <Alert tone="error">{progress.message}</Alert>}
      {step === 'failed' && progress.hint && <p>{progress.hint}</p>}
      {isOpen && step !== 'accepted' && (
        <p>
          <Bidi>{text.invitationUntil(invitation.inviter, formatDay(invitation.expiresAt))}</Bidi>
        </p>
      )}
      {step === 'accepted' && <Alert tone="success">{text.invitationAccepted}</Alert>}
      {(step === 'waiting' || step === 'busy') && (
        <>
          <p>{text.invitationLead}</p>
          <Button look="primary" className="justify-self-start" busy={step === 'busy'} onClick={() => void accept()}>
            {step === 'busy' ? text.invitationBusy : text.invitationButton}
          </Button>
        </>
      )}
      {step === 'other' && isOpen && (
        <>
          <p>{text.invitationOther(progress.email, invitation.email)}</p>
          <Button
            look="primary"
            className="justify-self-start"
            onClick={() => void endSession().then((ended) => ended && setProgress({ step: 'ask' }))}
          >
            {text.invitationChange}
          </Button>
        </>
      )}
      {(step === 'ask' || step === 'failed') && isOpen && (
        <NewLink invitation={invitation} token={arrival?.token ?? ''} />
      )}
      {step === 'failed' && !isOpen && (
        <Link to={STAFF_LOGIN} className={`${buttonClass('secondary')} justify-self-start`}>
          {text.backToLogin}
        </Link>
      )}
    </MessagePage>
  )
}

/** What the page begins with: who is invited, and who is here. An invitation that cannot be read now is tried by its press. */
async function read(token: string, link: StaffLink): Promise<{ arrival: Arrival; progress: Progress }> {
  const [invitation, session] = await Promise.all([
    fetchInvitation(token).catch(() => undefined),
    currentSession().catch(() => null),
  ])
  const arrival = { token, link, invitation }
  if (invitation === null)
    return {
      arrival,
      progress: { step: 'failed', message: staffErrors.invitationInvalid, hint: text.invitationGone },
    }
  if (invitation?.isOver)
    return { arrival, progress: { step: 'failed', message: staffErrors.invitationExpired, hint: text.invitationOver } }
  const isCarried = link.kind === 'token' || link.kind === 'session'
  if (!invitation || isCarried) return { arrival, progress: { step: 'waiting' } }
  if (!session) return { arrival, progress: { step: 'ask' } }
  const email = session.user.email ?? ''
  return {
    arrival,
    progress: email.toLowerCase() === invitation.email ? { step: 'waiting' } : { step: 'other', email },
  }
}

/** Sends another sign-in link to the invited address: the mailed one lives a day, the invitation a week. */
function NewLink({ invitation: { email }, token }: { invitation: MailedInvitation; token: string }) {
  const [state, setState] = useState<'idle' | 'busy' | 'sent' | { failure: string }>('idle')
  const send = async () => {
    setState('busy')
    await sendInvitationLink(email, token).then(
      () => setState('sent'),
      (cause) => setState({ failure: toAppError(cause).message }),
    )
  }
  if (state === 'sent') return <Alert tone="success">{text.invitationSent(email)}</Alert>
  return (
    <>
      <p>{text.invitationNeedsLink}</p>
      {typeof state === 'object' && <Alert tone="error">{state.failure}</Alert>}
      <Button look="primary" className="justify-self-start" busy={state === 'busy'} onClick={() => void send()}>
        {state === 'busy' ? text.invitationSending : text.invitationSend}
      </Button>
    </>
  )
}

/** Opens the session that the mail carries; a link that is used up counts for nothing where a session stands already. */
async function signInBy(link: StaffLink): Promise<void> {
  if (link.kind !== 'token' && link.kind !== 'session') return
  try {
    await (link.kind === 'token'
      ? redeemLink(link.tokenHash, link.type)
      : adoptSession(link.accessToken, link.refreshToken))
  } catch (cause) {
    if (await currentSession().catch(() => null)) return
    const error = toAppError(cause)
    throw new StaffError(staffErrors.authenticationFailed(reasonOf(error) || error.message))
  }
}
