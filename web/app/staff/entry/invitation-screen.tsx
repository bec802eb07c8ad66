import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { adoptSession, currentSession, redeemLink } from '~/session/sign-in/auth.calls'
import { paths } from '~/shared/config/paths'
import { INVITATION_REDIRECT_DELAY, STAFF_LOGIN, STAFF_SESSION_LIFETIME } from '~/shared/config/staff'
import { reasonOf, toAppError } from '~/shared/errors/errors'
import { writeStored } from '~/shared/storage/storage'
import { Alert } from '~/shared/ui/alert'
import { Button, buttonClass } from '~/shared/ui/button'
import { MessagePage } from '~/shared/ui/message-page'
import { toast } from '~/shared/ui/toast'
import { acceptInvitation, StaffError } from './staff.calls'
import { staffErrors, staffText as text } from './staff.he'
import { hideStaffLink, readStaffLink, type StaffLink } from './staff-link'
import { useStaffRedirect } from './use-staff-redirect'

type Arrival = { token: string | null; link: StaffLink }

type Progress = { step: 'reading' | 'waiting' | 'busy' | 'accepted' } | { step: 'failed'; message: string }

/** Accepting an invitation to the staff ([4-33], [4-34]); only a press uses it up, since mail scanners open links. */
export function InvitationScreen() {
  useStaffRedirect()
  const navigate = useNavigate()
  const arrival = useRef<Arrival | null>(null)
  const [progress, setProgress] = useState<Progress>({ step: 'reading' })

  useEffect(() => {
    if (arrival.current) return
    const address = new URL(window.location.href)
    const token = address.searchParams.get('token')
    arrival.current = { token, link: readStaffLink(address) }
    hideStaffLink(token ? { token } : {})
    setProgress(token ? { step: 'waiting' } : { step: 'failed', message: staffErrors.invitationWithoutToken })
  }, [])

  useEffect(() => {
    if (progress.step !== 'accepted') return
    const timer = setTimeout(() => void navigate(paths.admin, { replace: true }), INVITATION_REDIRECT_DELAY)
    return () => clearTimeout(timer)
  }, [progress.step, navigate])

  async function accept() {
    const { token, link } = arrival.current ?? {}
    if (!token || !link) return
    setProgress({ step: 'busy' })
    try {
      await signInBy(link)
      await acceptInvitation(token)
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

  return (
    <MessagePage title={text.invitationTitle} busy={progress.step === 'busy'}>
      {progress.step === 'failed' && (
        <>
          <Alert tone="error">{progress.message}</Alert>
          <Link to={STAFF_LOGIN} className={`${buttonClass('secondary')} justify-self-start`}>
            {text.backToLogin}
          </Link>
        </>
      )}
      {progress.step === 'accepted' && <Alert tone="success">{text.invitationAccepted}</Alert>}
      {(progress.step === 'waiting' || progress.step === 'busy') && (
        <>
          <p>{text.invitationLead}</p>
          <Button
            look="primary"
            className="justify-self-start"
            busy={progress.step === 'busy'}
            onClick={() => void accept()}
          >
            {progress.step === 'busy' ? text.invitationBusy : text.invitationButton}
          </Button>
        </>
      )}
    </MessagePage>
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
