import { useEffect, useState } from 'react'
import { arePreferencesAllowed, deletePreference, readPreference, savePreference } from '~/shared/storage/preferences'

/**
 * The address that asked for a link on this device last, where its owner lets habits be kept. It comes after the first
 * rendering, since the server knows of none, and only into a field that is still empty.
 */
export function useRememberedAddress(fill: (change: (email: string) => string) => void) {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    const kept = readPreference('sign-in-email')
    if (!kept) return
    setAddress(kept)
    fill((email) => email || kept)
  }, [fill])
  return {
    address,
    /** Not for as long as the page alone: whoever uses the device next would see it. */
    keep: (email: string) => arePreferencesAllowed() && savePreference('sign-in-email', email),
    forget: () => {
      deletePreference('sign-in-email')
      setAddress(null)
      fill(() => '')
    },
  }
}
