import { useSyncExternalStore } from 'react'

/** Who is at the browser. `unknown` while the server renders and until the stored session was looked at. */
export type SessionState =
  | { status: 'unknown' }
  | { status: 'anonymous' }
  | { status: 'student'; userId: string; email: string; emailVerified: boolean; firstName?: string }

let state: SessionState = { status: 'unknown' }
const listeners = new Set<() => void>()

export function setSession(next: SessionState): void {
  state = next
  for (const listener of listeners) listener()
}

export const getSession = (): SessionState => state

const UNKNOWN: SessionState = { status: 'unknown' }

/** The session, renewed whenever it changes; always `unknown` on the server. */
export function useSession(): SessionState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getSession,
    () => UNKNOWN,
  )
}
