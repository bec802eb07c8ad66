import { CONSENT_FLAGS_KEY } from '~/shared/storage/consent-flags'
import { type Choice, disallowedCookies, type Preferences } from './consent.rules'

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

/** Keeps the choice with its moment and deletes the cookies that it does not allow [4-45]. */
export function storeChoice(choice: Choice, preferences: Preferences): void {
  store({
    [KEYS.choice]: choice,
    [KEYS.preferences]: JSON.stringify(preferences),
    [KEYS.date]: new Date().toISOString(),
  })
  const names = document.cookie.split(';').map((cookie) => cookie.split('=')[0]?.trim() ?? '')
  for (const name of disallowedCookies(names, preferences)) deleteCookie(name)
}

/** Remembers that the question was put aside [4-46]. */
export const storeMinimised = (): void => store({ [KEYS.minimised]: new Date().toISOString() })

function store(values: Record<string, string>): void {
  try {
    for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value)
  } catch {
    // The question will come again with the next page; that is all that can be done without storage.
  }
}

/** Measuring scripts set their cookies on the widest domain they can, so each of them is cleared. */
function deleteCookie(name: string): void {
  const labels = window.location.hostname.split('.')
  const domains = ['', ...labels.map((_, index) => labels.slice(index).join('.'))]
  for (const domain of domains) {
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store does not exist in all browsers
    document.cookie = `${name}=; path=/; max-age=0${domain && `; domain=${domain}`}`
  }
}
