import type { AuthChangeEvent, GoTrueClient, Session, User } from '@supabase/auth-js'
import { applyOwnRegistration } from '~/session/registration/own-registration'
import { currentUser, refreshSession } from '~/session/sign-in/auth.calls'
import { hasStoredSession, loadAuthClient, onAuthClientLoaded, sessionBeforeClient } from '~/session/tokens/auth-client'
import { needsSecondStep } from '~/session/two-step/assurance'
import { onTokenRefused } from '~/shared/client/access-token'
import { AUTH_STORAGE_KEY, SESSION_CHECK_INTERVAL, STUDENT_LOADER_TIMEOUT } from '~/shared/config/constants'
import { toErrorCode } from '~/shared/errors/errors'
import { readStored, removeStored, writeStored } from '~/shared/storage/storage'
import { toast } from '~/shared/ui/toast'
import { sessionToasts } from './session.he'
import { expiryOfNewSession, hasExpired } from './session-expiry.rules'
import { getSession, isSessionHeld, type StudentProfile, setSession } from './session-store'
import { endSession, isEndingSession, isSignOutRequested } from './sign-out.calls'
import { isStudentAccount } from './user-type.rules'
import { fetchProfile } from './users.calls'

const PROFILE_ATTEMPTS = 3
const PROFILE_PAUSE = 1000
const REGISTRATION_PAUSE = 10_000
const STORAGE_LOOKS = 20
const STORAGE_PAUSE = 50

const SIGN_INS: readonly AuthChangeEvent[] = ['SIGNED_IN', 'INITIAL_SESSION', 'MFA_CHALLENGE_VERIFIED']

/** Whose session this tab knows of: a SIGNED_IN event of the same person is a refocus or a reload, not a sign-in. */
let knownUserId: string | null = null

/**
 * Keeps the session store from now on: looks at the stored session, follows the auth client and other tabs, and
 * checks every 30 minutes that the session still stands ([4-01] to [4-04], [4-19] to [4-22]).
 * @returns stops all of it
 */
export function startSessionKeeper(): () => void {
  onAuthClientLoaded((client: GoTrueClient) => {
    client.onAuthStateChange((event, session) => onceStored(session, () => onAuthEvent(event, session)))
  })
  knownUserId = storedUserId()
  if (hasStoredSession()) load()
  else setSession({ status: 'anonymous' })
  const patience = setTimeout(stopWaiting, STUDENT_LOADER_TIMEOUT)
  onTokenRefused(checkOnce)
  const monitor = setInterval(() => void checkSession(), SESSION_CHECK_INTERVAL)
  window.addEventListener('storage', onStorage)
  return () => {
    clearTimeout(patience)
    clearInterval(monitor)
    window.removeEventListener('storage', onStorage)
    window.removeEventListener('online', load)
  }
}

/** Sign-in that cannot be loaded leaves a visitor, is said [8-18], and is asked for again with the connection. */
function load(): void {
  loadAuthClient().catch(() => {
    setSession({ status: 'anonymous' })
    window.addEventListener('online', load, { once: true })
    void toast.error(sessionToasts.authError)
  })
}

/** News of a sign-in in another tab can come before the session itself is readable here. */
function onceStored(session: Session | null, go: () => void, looksLeft = STORAGE_LOOKS): void {
  if (!session || hasStoredSession() || looksLeft === 0) go()
  else setTimeout(() => onceStored(session, go, looksLeft - 1), STORAGE_PAUSE)
}

/** Another tab has signed in or out; one that loaded the auth client hears it from there as well. */
function onStorage({ key }: StorageEvent): void {
  if (key !== AUTH_STORAGE_KEY) return
  if (hasStoredSession()) load()
  else if (getSession().status === 'student') leave()
}

/** The page waits for a stored session that is slow to answer only so long [9-07], [3-25]. */
function stopWaiting(): void {
  if (getSession().status !== 'unknown') return
  writeStored('user-force-loaded', true)
  setSession({ status: 'anonymous' })
}

/** Takes in an event of the auth client. It must not wait for the client, which waits for it. */
export function onAuthEvent(event: AuthChangeEvent, session: Session | null): void {
  if (event === 'SIGNED_OUT') leave()
  else if (session && !isStudentAccount(session.user)) setSession({ status: 'anonymous' })
  else if (session && needsSecondStep(session)) waitForSecondStep(session)
  else if (session) followStudent(event, session)
  else if (event === 'INITIAL_SESSION' && !hasStoredSession()) setSession({ status: 'anonymous' })
}

/** Signed in by mail, but the account asks for the code of its app as well: nobody's student until it was given. */
function waitForSecondStep({ user }: Session): void {
  setSession({ status: 'anonymous', secondStep: { email: user.email ?? '' } })
}

function followStudent(event: AuthChangeEvent, { user }: Session): void {
  // A keeper that came late hears of a sign-in as the session it finds; a recovery code ends one with a new token only.
  const before = getSession()
  const gaveSecondStep = before.status === 'anonymous' && before.secondStep !== undefined
  const signedInNow = (gaveSecondStep || SIGN_INS.includes(event)) && user.id !== knownUserId
  const expiry = readStored('user_session_expiry')
  if (!signedInNow && hasExpired(expiry, Date.now())) {
    void expire()
    return
  }
  if (signedInNow || expiry === null) writeStored('user_session_expiry', expiryOfNewSession(Date.now()))
  removeStored('user-force-loaded')
  knownUserId = user.id
  enter(user, signedInNow, event === 'USER_UPDATED')
}

function enter({ id: userId, email = '', email_confirmed_at }: User, signedInNow: boolean, changed: boolean): void {
  const before = getSession()
  const same = before.status === 'student' && before.userId === userId
  if (same && before.lapsed) {
    const { lapsed: _, ...again } = before
    setSession(again)
  }
  if (!same) {
    const emailVerified = Boolean(email_confirmed_at)
    setSession({ status: 'student', userId, email, emailVerified, isActive: true, phoneUpdateRequired: false })
  }
  if (!same || signedInNow || changed) void loadProfile(userId, signedInNow)
}

/** Loads the profile of the signed-in student; the screens that failed to get it call this to try again. */
export async function loadProfile(userId: string, signedInNow = false): Promise<void> {
  try {
    const found = await patiently(() => fetchProfile(userId))
    if (!isCurrent(userId)) return
    if (!found) return await dismiss()
    const profile = await registered(found)
    if (!isCurrent(userId)) return
    applyProfile(profile)
    if (signedInNow && profile.isActive && document.visibilityState === 'visible') {
      await toast.success(sessionToasts.welcomeBack(profile.firstName || profile.email.split('@')[0] || profile.email))
    }
  } catch {
    if (!isCurrent(userId)) return
    if (signedInNow) return await dismiss()
    const session = getSession()
    if (session.status === 'student' && !session.profile) setSession({ ...session, profileFailed: true })
  }
}

/** The profile with what its owner registered in this browser; when that cannot be asked just now, it is tried again. */
async function registered(profile: StudentProfile): Promise<StudentProfile> {
  try {
    if (!(await patiently(() => applyOwnRegistration(profile)))) return profile
    // The names come into the session with its next token [3-06].
    const [filled] = await Promise.all([
      patiently(() => fetchProfile(profile.id)),
      refreshSession().catch(() => undefined),
    ])
    return filled ?? profile
  } catch {
    setTimeout(() => isCurrent(profile.id) && void loadProfile(profile.id), REGISTRATION_PAUSE)
    return profile
  }
}

/** Puts a profile into the store, after sign-in and after every change of it [4-24]. */
export function applyProfile(profile: StudentProfile): void {
  const session = getSession()
  if (session.status !== 'student' || session.userId !== profile.id) return
  const { profileFailed: _, ...rest } = session
  setSession({
    ...rest,
    profile,
    email: profile.email,
    firstName: profile.firstName,
    emailVerified: profile.emailVerified,
    isActive: profile.isActive,
    phoneUpdateRequired: profile.phoneNumber === null,
  })
}

let checking = false

/** The database refused, perhaps several requests at once: the account may be closed, or the session ended elsewhere. */
function checkOnce(): void {
  if (checking) return
  checking = true
  void noticeClosing()
    .then((isClosed) => (isClosed ? undefined : checkSession()))
    .finally(() => {
      checking = false
    })
}

/** A closed account may still read that it is closed; its sessions are gone, and would read as a mere sign-out. */
async function noticeClosing(): Promise<boolean> {
  const session = getSession()
  if (session.status !== 'student' || session.lapsed) return false
  const profile = await fetchProfile(session.userId).catch(() => null)
  if (!profile || profile.isActive) return false
  applyProfile(profile)
  return true
}

/** Ends what has run out or was ended by the server; having no connection is no reason to sign anyone out. */
export async function checkSession(): Promise<void> {
  if (!isSignedIn()) return
  if (hasExpired(readStored('user_session_expiry'), Date.now())) return expire()
  try {
    await currentUser()
  } catch (refusal) {
    if (isOutage(refusal)) return
    await refreshSession().catch(async (cause: unknown) => {
      // A session that the server knows no more, the client may have let go of already, or its owner: then that is said.
      if (!isOutage(cause) && isSignedIn() && !isEndingSession()) await signOutWith(sessionToasts.youWereSignedOut)
    })
  }
}

function isSignedIn(): boolean {
  const session = getSession()
  return session.status === 'student' && !session.lapsed
}

const isOutage = (error: unknown) => ['NETWORK_ERROR', 'SERVER_ERROR', 'TOO_MANY_REQUESTS'].includes(toErrorCode(error))

let expiring: Promise<void> | undefined

/** However many events find the session past its limit, it ends once. */
function expire(): Promise<void> {
  lapse()
  expiring ??= signOutWith(sessionToasts.expired).finally(() => {
    expiring = undefined
  })
  return expiring
}

/** A session that ran out stays on a screen that holds it, for its owner to sign in again. Gives whether one does. */
function lapse(): boolean {
  const session = getSession()
  if (session.status !== 'student' || !isSessionHeld() || isSignOutRequested()) return false
  if (!session.lapsed) setSession({ ...session, lapsed: true })
  return true
}

/** A session without a profile is of no use to its owner [4-04]. */
async function dismiss(): Promise<void> {
  await endSession()
  await toast.error(sessionToasts.profileFailed)
}

async function signOutWith(message: string): Promise<void> {
  await endSession()
  await toast.warning(message)
}

function leave(): void {
  const before = getSession()
  const wasStudent = before.status === 'student' && !before.lapsed
  knownUserId = null
  removeStored('user_session_expiry', 'user-force-loaded')
  const isOurEnd = isEndingSession() && wasStudent
  if (isOurEnd || !lapse()) setSession({ status: 'anonymous' })
  if (wasStudent && !isEndingSession()) void toast.info(sessionToasts.youWereSignedOut)
}

function isCurrent(userId: string): boolean {
  const session = getSession()
  return session.status === 'student' && session.userId === userId
}

async function patiently<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = PROFILE_ATTEMPTS - 1; ; left -= 1) {
    try {
      return await attempt()
    } catch (cause) {
      if (left === 0) throw cause
      await new Promise((resolve) => setTimeout(resolve, PROFILE_PAUSE))
    }
  }
}

function storedUserId(): string | null {
  try {
    const before = sessionBeforeClient()
    const text = before === undefined ? localStorage.getItem(AUTH_STORAGE_KEY) : before
    const stored: unknown = JSON.parse(text ?? 'null')
    const session = stored as Session | null
    const id: unknown = session?.user?.id
    // Whoever owes the second step has not come in yet, and will be welcomed.
    return session && typeof id === 'string' && !needsSecondStep(session) ? id : null
  } catch {
    return null
  }
}
