import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { safeReturnPath } from '~/session/callback/return-path.rules'
import { loadAuth } from '~/session/sign-in/auth.calls'
import { paths } from '~/shared/config/paths'
import { useSession } from './session-store'

/** Where to go once signed in: the address that asked for it, else the dashboard [2.11-02]. */
export function useReturnPath(): string {
  const state: unknown = useLocation().state
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null
  return safeReturnPath(from) ?? paths.dashboard
}

/**
 * Sends students who are signed in already, or become so while they look, where they wanted to go [2.1-18]: the
 * link may be opened in another tab of this browser. Loads the auth client, which hears of it.
 */
export function useSignedInRedirect(): void {
  const session = useSession()
  const navigate = useNavigate()
  const returnPath = useReturnPath()
  const signedIn = session.status === 'student' && session.isActive
  useEffect(loadAuth, [])
  const secondStep = session.status === 'anonymous' && session.secondStep !== undefined
  useEffect(() => {
    if (signedIn) void navigate(returnPath, { replace: true })
    else if (secondStep) void navigate(paths.twoStep, { replace: true, state: { from: returnPath } })
  }, [signedIn, secondStep, navigate, returnPath])
}
