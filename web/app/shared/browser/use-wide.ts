import { useSyncExternalStore } from 'react'

/** Whether the window is at least as wide as a media query says; false on the server. */
export function useWide(query: string): boolean {
  return useSyncExternalStore(
    (renew) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', renew)
      return () => list.removeEventListener('change', renew)
    },
    () => window.matchMedia(query).matches,
    () => false,
  )
}
