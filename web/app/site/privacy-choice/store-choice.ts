import { type Choice, disallowedCookies, type Preferences } from './consent.rules'
import { KEYS } from './stored-choice'

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
