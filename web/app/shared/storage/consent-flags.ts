/** Key of the flags that a person chose ([3-27]). */
export const CONSENT_FLAGS_KEY = 'cookie-preferences'

/** Purposes for which this browser may keep things. */
export type ConsentFlags = { essential: true; analytics: boolean; marketing: boolean; preferences: boolean }

/** The flags that were chosen in this browser, or undefined when nothing readable is there. */
export function readConsentFlags(): Partial<ConsentFlags> | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(CONSENT_FLAGS_KEY) ?? 'null')
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
