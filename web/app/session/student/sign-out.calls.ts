import { loadAuthClient } from '~/session/tokens/auth-client'
import { navigateTo } from '~/shared/browser/navigation'
import { AUTH_STORAGE_KEY, SIGNED_OUT_PATH } from '~/shared/config/constants'
import { paths } from '~/shared/config/paths'
import { toErrorCode } from '~/shared/errors/errors'
import { readStored, removeStored, writeStored } from '~/shared/storage/storage'
import { toast } from '~/shared/ui/toast'
import { sessionToasts } from './session.he'
import { getSession, setSession } from './session-store'

let ending = 0

/** Whether this tab is ending the session right now, so that guards leave the way out alone. */
export const isEndingSession = (): boolean => ending > 0

let signOutRequests = 0
const REQUEST_VALID_MS = 10_000

/** Whether the session ends because somebody wants it to, in this tab or in another one of this browser. */
export const isSignOutRequested = (): boolean =>
  signOutRequests > 0 || Date.now() - (readStored('signed-out-at') ?? 0) < REQUEST_VALID_MS

const LEAVING_FOR_MS = 2_000
let leaving: { goal: string; until: number } | undefined

/** Where a session that was ended just now is on its way to, so that a guard drawn once more does not send elsewhere. */
export const signOutDestination = (): string | undefined =>
  leaving !== undefined && Date.now() < leaving.until ? leaving.goal : undefined

/** The student's own wish to leave: ends the session, says so and goes home ([2.2-05], [4-18]). */
export async function signOut(): Promise<void> {
  const ended = await endSession(paths.home)
  await (ended ? toast.success(sessionToasts.signedOut) : toast.error(sessionToasts.signOutFailed))
}

/**
 * Ends the session on this device, forgets its local limits and goes on to an address, if one is given. Without a
 * connection the device forgets the session all the same: whoever leaves a shared computer must be gone from it.
 * @returns false when the server refused; the session then stands
 */
export async function endSession(goal?: string): Promise<boolean> {
  ending += 1
  if (goal) signOutRequests += 1
  try {
    if (goal) writeStored('signed-out-at', Date.now())
    const auth = await loadAuthClient()
    const { error } = await auth.signOut({ scope: 'local' })
    if (error && toErrorCode(error) !== 'NETWORK_ERROR') return false
    if (error) forgetSession()
    removeStored('user_session_expiry', 'admin_session_expiry', 'user-force-loaded', 'admin-force-loaded')
    if (goal) {
      leaving = { goal, until: Number.POSITIVE_INFINITY }
      await navigateTo(goal)
      leaving.until = Date.now() + LEAVING_FOR_MS
    }
    forgetCached()
    return true
  } catch {
    return false
  } finally {
    ending -= 1
    if (goal) signOutRequests -= 1
    // Guards that stood aside while the session was ending look again.
    const session = getSession()
    if (session.status === 'anonymous') setSession({ ...session })
  }
}

function forgetSession(): void {
  localStorage.removeItem(AUTH_STORAGE_KEY)
  setSession({ status: 'anonymous' })
}

/**
 * Has the browser forget the private files that it cached, and the pages that Back would show. Nobody waits for it:
 * Chrome takes seconds. What is not yet sent lies elsewhere and stays.
 */
function forgetCached(): void {
  void fetch(SIGNED_OUT_PATH, { method: 'POST', keepalive: true }).catch(() => undefined)
}
