import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { adoptSession, currentSession, redeemLink, refreshSession } from '~/session/sign-in/auth.calls'
import { paths } from '~/shared/config/paths'
import {
  STAFF_CALLBACK_RECHECK,
  STAFF_CALLBACK_WAIT,
  STAFF_CALLBACK_WATCHDOG,
  STAFF_SESSION_LIFETIME,
} from '~/shared/config/staff'
import { writeStored } from '~/shared/storage/storage'
import { type ArrivalError, loginWith } from './sign-in-error'
import { hideStaffLink, readStaffLink, type StaffLink } from './staff-link'

/** Either the link is being redeemed, or it waits for a press because another browser asked for it. */
export type StaffCallback = { step: 'processing' } | { step: 'confirm'; proceed: () => void }

/**
 * Finishes the sign-in of the staff: redeems the link, reads the session, and goes on to the staff area or back with
 * the reason ([4-29] to [4-32]).
 */
export function useStaffCallback(): StaffCallback {
  const navigate = useNavigate()
  const [state, setState] = useState<StaffCallback>({ step: 'processing' })
  const started = useRef(false)

  useEffect(() => {
    if (started.current) return
    started.current = true
    const link = readStaffLink(new URL(window.location.href))
    let left = false
    const leave = (to: string) => {
      if (left) return
      left = true
      if (to === paths.admin) writeStored('admin_session_expiry', Date.now() + STAFF_SESSION_LIFETIME)
      void navigate(to === paths.admin && 'returnTo' in link ? link.returnTo : to, { replace: true })
    }
    const proceed = () => {
      setState({ step: 'processing' })
      hideStaffLink()
      setTimeout(() => {
        currentSession().then(
          (session) => session && leave(paths.admin),
          () => undefined,
        )
      }, STAFF_CALLBACK_WATCHDOG)
      void finish(link).then(leave)
    }
    if (link.kind === 'error') leave(loginWith('auth_failed'))
    else if (link.kind === 'none' || link.askedHere) proceed()
    else setState({ step: 'confirm', proceed })
  }, [navigate])

  return state
}

/** Where the link leads. */
async function finish(link: StaffLink): Promise<string> {
  try {
    if (link.kind === 'token' || link.kind === 'session') {
      if (!(await isRedeemed(link))) return loginWith('auth_failed')
    }
    return (await findSession(link.kind === 'session')) ? paths.admin : loginWith('no_session' satisfies ArrivalError)
  } catch {
    return loginWith('unexpected')
  }
}

async function isRedeemed(link: Extract<StaffLink, { kind: 'token' | 'session' }>): Promise<boolean> {
  try {
    await (link.kind === 'token'
      ? redeemLink(link.tokenHash, link.type)
      : adoptSession(link.accessToken, link.refreshToken))
    return true
  } catch {
    return false
  }
}

/** The session, given 100 ms to settle when it came in the address; without one a refresh is tried, and a look after 3 s. */
async function findSession(cameInAddress: boolean): Promise<boolean> {
  if (cameInAddress) await pause(STAFF_CALLBACK_WAIT)
  if (await currentSession()) return true
  await refreshSession().catch(() => undefined)
  if (await currentSession()) return true
  await pause(STAFF_CALLBACK_RECHECK)
  return (await currentSession()) !== null
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
