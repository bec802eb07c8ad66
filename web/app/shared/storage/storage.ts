/** What was typed and not sent yet; `seconds` is its place in the lesson, null for the whole lesson. */
export type Draft = { text: string; seconds: number | null }

/** A draft as it is kept: `at` in ms since 1970. */
export type StoredDraft = Draft & { at: number }

/**
 * Everything this application keeps in local storage, each key with the shape of its value ([3-23] to [3-26]).
 * A browser that refuses storage (private windows, full disk) behaves like one that remembers nothing.
 */
export type StoredValues = {
  /** Moment (ms since 1970) after which a student signs in anew [3-24], [9-01]. */
  user_session_expiry: number
  admin_session_expiry: number
  /** Set when the page stopped waiting for the stored session [3-25]. */
  'user-force-loaded': boolean
  'admin-force-loaded': boolean
  /** When somebody last chose to sign out (ms since 1970), for the other tabs: a session that ran out is not that. */
  'signed-out-at': number
  /** When the staff area was last used in this browser (ms since 1970), for its other tabs. */
  'staff-active-at': number
  /** Mails this browser has asked for, newest first. */
  'mail-requests': MailRequest[]
  /** The registration of a link that somebody agreed to in this browser, though it was asked for in another one. */
  'agreed-registration': { hash: string; agreedAt: number }
  /** Phone number for which this browser has asked for recovery. */
  'recovery-request': { phone: string; askedAt: number }
  /** Random name of this browser for counting visits; there only while analytics are allowed. */
  'visitor-key': string
  /** Notes and questions that are being written, by person, lesson and kind. */
  'lesson-drafts': Record<string, StoredDraft>
  /** How the person likes to watch. */
  'lesson-player': Partial<PlayerPreferenceValues>
  /** Whether the player's keys act on the whole page; absent means yes. */
  'lesson-keys': boolean
  /** Whether the next lesson follows by itself; absent means yes. */
  'lesson-autoplay': boolean
  /** The part of the lesson page that was open last. */
  'lesson-tab': string
  /** Whether a test shows one question a screen or all on one. */
  'quiz-layout': 'one' | 'all'
  /** The address for which this browser asked for a sign-in link last. */
  'sign-in-email': string
}

/** What is kept only while its owner allows preferences to be kept ([4-44]); read and written as habits. */
export const PREFERENCE_KEYS = [
  'lesson-player',
  'lesson-keys',
  'lesson-autoplay',
  'lesson-tab',
  'quiz-layout',
  'sign-in-email',
] as const

export type PreferenceKey = (typeof PREFERENCE_KEYS)[number]

/** `captionLanguage` '' is the first that the lesson has; `volume` from 0 to 1. */
export type PlayerPreferenceValues = {
  rate: number
  captions: boolean
  captionLanguage: string
  captionSize: string
  volume: number
  muted: boolean
}

/** One mail that was asked for here: its link may finish by itself in this browser only. */
export type MailRequest = {
  nonce: string
  email: string
  returnTo: string
  askedAt: number
  /** The mail is that of a registration, whose details wait under the nonce. */
  registers?: boolean
  /** What a page waits for since; absent once the mail was used or given up. */
  waits?: 'signin' | 'signup'
  /** The secret behind the nonce, with which the page asks what became of the mail while it waits. */
  key?: string
}

export type StorageKey = keyof StoredValues

/** Reads a value; absent or unreadable gives null. The caller's type is the one that `write` demands. */
export function readStored<K extends StorageKey>(key: K): StoredValues[K] | null {
  try {
    const text = localStorage.getItem(key)
    return text === null ? null : (JSON.parse(text) as StoredValues[K])
  } catch {
    return null
  }
}

export function writeStored<K extends StorageKey>(key: K, value: StoredValues[K]): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Without storage the value lives until the page is left, which is all that can be had.
  }
}

export function removeStored(...keys: StorageKey[]): void {
  try {
    for (const key of keys) localStorage.removeItem(key)
  } catch {
    // Nothing was stored.
  }
}
