import type { Session } from '@supabase/auth-js'
import { useCallback, useEffect, useState } from 'react'
import { currentSession } from '~/session/sign-in/auth.calls'
import { hasExpired } from '~/session/student/session-expiry.rules'
import { endSession } from '~/session/student/sign-out.calls'
import { isStudentAccount } from '~/session/student/user-type.rules'
import { needsSecondStep } from '~/session/two-step/assurance'
import { DeadlineError, withinTime } from '~/shared/client/deadline'
import { SESSION_CHECK_INTERVAL } from '~/shared/config/constants'
import {
  STAFF_LOADER_TIMEOUT,
  STAFF_LOADING_LIMIT,
  STAFF_PROFILE_ATTEMPTS,
  STAFF_PROFILE_PAUSE,
  STAFF_SESSION_LIFETIME,
} from '~/shared/config/staff'
import { readStored, removeStored, writeStored } from '~/shared/storage/storage'
import { toast } from '~/shared/ui/toast'
import { endIfOver, endStaffSession } from './end-staff-session'
import { fetchStaffMember, isStaffAppMissing, onSignedOut } from './staff.calls'
import { staffErrors, staffText } from './staff.he'
import type { StaffMember } from './staff.rules'

/** Who is at the staff area, from not knowing yet to a loaded member. */
export type StaffState =
  | { step: 'verifying' }
  | { step: 'anonymous' }
  | { step: 'second-step' }
  | { step: 'app-missing' }
  | { step: 'loading' }
  | { step: 'failed'; retry: () => void }
  | { step: 'member'; member: StaffMember }

const ANONYMOUS: StaffState = { step: 'anonymous' }

/**
 * Finds the session within 3 seconds [9-08] and loads the member behind it; follows sign-outs and its own limit of 24
 * hours. `recheck` looks at the member anew while the page stays.
 */
export function useStaff(): StaffState & { again: () => void; recheck: () => void } {
  const [state, setState] = useState<StaffState>({ step: 'verifying' })
  const [tries, setTries] = useState(0)
  const again = useCallback(() => setTries((count) => count + 1), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: every try starts anew
  useEffect(() => {
    let wanted = true
    const show = (next: StaffState) => {
      if (wanted) setState(next)
    }
    void enter(show, again)
    const monitor = setInterval(() => {
      if (hasExpired(readStored('admin_session_expiry'), Date.now())) void expire().then(() => show(ANONYMOUS))
    }, SESSION_CHECK_INTERVAL)
    const stopFollowing = onSignedOut(() => show(ANONYMOUS))
    return () => {
      wanted = false
      clearInterval(monitor)
      stopFollowing()
    }
  }, [tries])

  // What cannot be looked up now leaves the page as it is: the database refuses what is not allowed anyway.
  const recheck = useCallback(() => {
    void lookAgain().then(
      async (member) => {
        if (!member?.role && (await endIfOver())) return setState(ANONYMOUS)
        if (member) setState((present) => (present.step === 'member' ? { step: 'member', member } : present))
      },
      () => undefined,
    )
  }, [])

  return { ...state, again, recheck }
}

async function lookAgain(): Promise<StaffMember | null> {
  const session = await currentSession()
  return session && fetchStaffMember(session.user.id)
}

async function enter(show: (state: StaffState) => void, retry: () => void): Promise<void> {
  const session = await findSession()
  if (!session) return show(ANONYMOUS)
  if (needsSecondStep(session)) return show({ step: 'second-step' })
  show({ step: 'loading' })
  try {
    const member = await withinTime(STAFF_LOADING_LIMIT, () => loadMember(session))
    removeStored('admin-force-loaded')
    if (!member?.role && (await withinTime(STAFF_LOADING_LIMIT, endIfOver))) return show(ANONYMOUS)
    if (member && (await lacksApp(member))) return show({ step: 'app-missing' })
    if (member) return show({ step: 'member', member })
    // A student who strays in here keeps their own session.
    if (!isStudentAccount(session.user)) await endSession()
    void toast.error(staffErrors.profileNotFound)
    show(ANONYMOUS)
  } catch (cause) {
    if (cause instanceof DeadlineError) writeStored('admin-force-loaded', true)
    void toast.error(staffErrors.profileFailed(reason(cause)))
    show({ step: 'failed', retry })
  }
}

/** The session of this browser, if it answers in time and is inside its 24 hours ([9-02], [3-24]). */
async function findSession(): Promise<Session | null> {
  let session: Session | null
  try {
    session = await withinTime(STAFF_LOADER_TIMEOUT, () => currentSession())
  } catch (cause) {
    if (cause instanceof DeadlineError) writeStored('admin-force-loaded', true)
    else void toast.error(staffErrors.initializationFailed)
    return null
  }
  if (!session) return null
  const expiry = readStored('admin_session_expiry')
  if (hasExpired(expiry, Date.now())) {
    await expire()
    return null
  }
  if (expiry === null) writeStored('admin_session_expiry', Date.now() + STAFF_SESSION_LIFETIME)
  return session
}

const expire = () => endStaffSession('age')

/** Up to three looks, a second apart; that there is no such member is an answer and ends at once ([4-27], [9-06]). */
async function loadMember({ user }: Session): Promise<StaffMember | null> {
  if (!user.email) throw new Error(staffErrors.emailMissing)
  for (let left = STAFF_PROFILE_ATTEMPTS - 1; ; left -= 1) {
    try {
      return await fetchStaffMember(user.id)
    } catch (cause) {
      if (left === 0) throw cause
      await new Promise((resolve) => setTimeout(resolve, STAFF_PROFILE_PAUSE))
    }
  }
}

/** A role that is hidden from a member in good standing may be waiting for an authenticator app. */
async function lacksApp({ isActive, emailVerified, role }: StaffMember): Promise<boolean> {
  return isActive && emailVerified && role === null && (await withinTime(STAFF_LOADING_LIMIT, isStaffAppMissing))
}

function reason(cause: unknown): string {
  if (cause instanceof DeadlineError) return staffText.slow
  return cause instanceof Error && cause.message ? cause.message : staffErrors.unexpected
}
