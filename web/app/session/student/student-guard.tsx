import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { paths } from '~/shared/config/paths'
import { Button } from '~/shared/ui/button'
import { MessagePage } from '~/shared/ui/message-page'
import { Spinner } from '~/shared/ui/spinner'
import { guardText } from './session.he'
import { loadProfile } from './session-keeper'
import { type StudentSession, useSession } from './session-store'
import { endSession, isEndingSession, signOutDestination } from './sign-out.calls'

type StudentGuardProps = { children: ReactNode; requireVerifiedEmail?: boolean }

/**
 * Lets students in and sends everyone else where they have to go first (2.11). The session store itself stops
 * waiting after 5 seconds [9-07].
 */
export function StudentGuard({ children, requireVerifiedEmail = false }: StudentGuardProps) {
  const session = useSession()
  const { pathname, search, hash, state } = useLocation()
  if (session.status === 'unknown') return <Waiting text={guardText.verifyingIdentity} />
  if (session.status === 'anonymous') {
    if (isEndingSession()) return <Waiting text={guardText.verifyingIdentity} />
    const goal = signOutDestination()
    if (goal) return <Navigate to={goal} replace />
    const to = session.secondStep ? paths.twoStep : isBeginning(state) ? paths.register : paths.login
    const from = `${pathname}${search}${hash}`
    return <ToSignIn key={from} to={to} handed={{ from, ...courseOf(state) }} />
  }
  if (!session.isActive) return <InactiveExit />
  if (session.profileFailed) return <ProfileFailed session={session} />
  if (!session.profile) return <Waiting text={guardText.loadingUserData} />
  if (requireVerifiedEmail && !session.emailVerified) return <Navigate to={paths.verifyEmail} replace />
  return children
}

/** Goes to where a visitor signs in, once from every address: handed another object, the router goes anew at every drawing. */
function ToSignIn({ to, handed }: { to: string; handed: object }) {
  const [state] = useState(handed)
  return <Navigate to={to} replace state={state} />
}

/** Whether somebody pressed the button of a public page to begin learning: a visitor registers first, with signing in beside it. */
export const isBeginning = (state: unknown): boolean => typeof state === 'object' && state !== null && 'begins' in state

/** The course that a visitor wanted to learn, for the sign-in screen to name. */
const courseOf = (state: unknown) =>
  typeof state === 'object' && state !== null && 'course' in state ? { course: state.course } : {}

function Waiting({ text }: { text: string }) {
  return (
    <div className="grid min-h-[60vh] place-items-center px-4">
      <p role="status" className="flex items-center gap-3 text-ink-2">
        <Spinner /> {text}
      </p>
    </div>
  )
}

/** A deactivated account is signed out on its way, or the sign-in screen would send it back [2.11-06]. */
function InactiveExit() {
  useEffect(() => {
    void endSession(`${paths.login}?error=account_inactive`)
  }, [])
  return <Waiting text={guardText.verifyingIdentity} />
}

function ProfileFailed({ session }: { session: StudentSession }) {
  const [busy, setBusy] = useState(false)
  const retry = () => {
    setBusy(true)
    void loadProfile(session.userId).finally(() => setBusy(false))
  }
  return (
    <MessagePage title={guardText.profileFailedTitle}>
      <p role="alert">{guardText.profileFailedLead}</p>
      <Button look="learn" className="justify-self-start" busy={busy} onClick={retry}>
        {guardText.retry}
      </Button>
    </MessagePage>
  )
}
