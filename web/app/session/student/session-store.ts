import { useSyncExternalStore } from 'react'

/** The profile of the signed-in student as screens use it. */
export type StudentProfile = {
  id: string
  email: string
  firstName: string
  lastName: string
  /** Null while one is owed: missing, or none of its country [4-23]. */
  phoneNumber: string | null
  emailVerified: boolean
  isActive: boolean
  /** Terms and privacy were agreed to [5-01]. */
  consentsGiven: boolean
  /** A newer version of them is in force that asks to be agreed to. */
  owesAgreement: boolean
  /** When the account will be deleted, as an ISO time; null for everyone who stays. */
  deletionDueAt: string | null
}

/** Someone with a valid session; `profile` is undefined until it was loaded. */
export type StudentSession = {
  status: 'student'
  userId: string
  email: string
  emailVerified: boolean
  isActive: boolean
  /** The phone is missing or invalid [4-23]; false until the profile is known. */
  phoneUpdateRequired: boolean
  firstName?: string
  profile?: StudentProfile
  /** The session has run out on a screen that stays open over it, until the person signs in again or leaves. */
  lapsed?: boolean
  /** The profile could not be fetched; the session stands. */
  profileFailed?: boolean
}

/** A visitor; `secondStep` once a sign-in lacks only the code of the authenticator app [3-07]. */
type Anonymous = { status: 'anonymous'; secondStep?: { email: string } }

/** Who is at the browser. `unknown` while the server renders and until the stored session was looked at. */
export type SessionState = { status: 'unknown' } | Anonymous | StudentSession

let state: SessionState = { status: 'unknown' }
const listeners = new Set<() => void>()

export function setSession(next: SessionState): void {
  state = next
  for (const listener of listeners) listener()
}

export const getSession = (): SessionState => state

const UNKNOWN: SessionState = { status: 'unknown' }

/** Calls back on every change until the returned function is called. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The session, renewed whenever it changes; always `unknown` on the server. */
export function useSession(): SessionState {
  return useSyncExternalStore(onSessionChange, getSession, () => UNKNOWN)
}

let holders = 0

/**
 * Asks that a session which runs out stays on the screen as a lapsed one, so that whoever signs in again goes on where
 * they were. Returns the end of that wish; nobody is left on a lapsed session that no screen holds.
 */
export function holdSession(): () => void {
  holders += 1
  return () => {
    holders -= 1
    if (holders === 0 && state.status === 'student' && state.lapsed) setSession({ status: 'anonymous' })
  }
}

export const isSessionHeld = (): boolean => holders > 0
