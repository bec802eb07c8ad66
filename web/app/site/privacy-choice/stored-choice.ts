import { CONSENT_FLAGS_KEY } from '~/shared/storage/consent-flags'

/** Names under which the choice is kept ([3-26] to [3-29]). */
export const KEYS = {
  choice: 'cookie-consent',
  preferences: CONSENT_FLAGS_KEY,
  date: 'cookie-consent-date',
  minimised: 'cookie-banner-minimized',
} as const

/** What is stored; a browser that refuses storage remembers nothing. `minimisedAt` is in ms since 1970. */
export function readChoice(): { choice: string | null; minimisedAt: number | null } {
  try {
    const minimised = Date.parse(localStorage.getItem(KEYS.minimised) ?? '')
    return { choice: localStorage.getItem(KEYS.choice), minimisedAt: Number.isNaN(minimised) ? null : minimised }
  } catch {
    return { choice: null, minimisedAt: null }
  }
}
