import type { KindOf } from '~/shared/config/kinds'
import type { ConsentFlags } from '~/shared/storage/consent-flags'

/** Kinds of things a browser may keep. Essential ones are always on and cannot be changed [4-44]. */
export type Preferences = ConsentFlags

export type OptionalPurpose = Exclude<keyof Preferences, 'essential'>

/** What a line of the ledger is about: conditions of the account, mail, or what a browser keeps. */
export type ConsentPurpose = KindOf<'consent_events.purpose'>

export type Choice = 'accepted' | 'rejected' | 'customized'

export const OPTIONAL_PURPOSES: OptionalPurpose[] = ['analytics', 'marketing', 'preferences']

/** Everything on: accept all [4-41]. */
export const ALL_ON: Preferences = { essential: true, analytics: true, marketing: true, preferences: true }
/** Only the essential: reject all [4-42]. */
export const ESSENTIAL_ONLY: Preferences = { essential: true, analytics: false, marketing: false, preferences: false }

const COOKIE_PREFIXES: Partial<Record<OptionalPurpose, string[]>> = {
  analytics: ['_ga', '_gid'],
  marketing: ['_fbp', '_fbc'],
}

/** Names among `names` that belong to a purpose that is off and must be deleted [4-45]. */
export function disallowedCookies(names: string[], preferences: Preferences): string[] {
  const prefixes = OPTIONAL_PURPOSES.filter((purpose) => !preferences[purpose]).flatMap(
    (purpose) => COOKIE_PREFIXES[purpose] ?? [],
  )
  return names.filter((name) => prefixes.some((prefix) => name.startsWith(prefix)))
}
