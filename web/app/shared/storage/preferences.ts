import { readConsentFlags } from './consent-flags'
import {
  PREFERENCE_KEYS,
  type PreferenceKey,
  readStored,
  removeStored,
  type StoredValues,
  writeStored,
} from './storage'

const ofThisPage = new Map<PreferenceKey, unknown>()

/** Whether the owner of this browser allowed preferences to be kept in it. */
export const arePreferencesAllowed = (): boolean => readConsentFlags()?.preferences === true

/** How the person likes something, as chosen on this page or kept from an earlier one; null when it was not chosen. */
export function readPreference<K extends PreferenceKey>(key: K): StoredValues[K] | null {
  if (ofThisPage.has(key)) return ofThisPage.get(key) as StoredValues[K]
  return arePreferencesAllowed() ? readStored(key) : null
}

/** Remembers a habit: in this browser when its owner allowed preferences to be kept, else as long as the page lives. */
export function savePreference<K extends PreferenceKey>(key: K, value: StoredValues[K]): void {
  ofThisPage.set(key, value)
  if (arePreferencesAllowed()) writeStored(key, value)
}

/** Forgets a habit, on this page and in this browser. */
export function deletePreference(key: PreferenceKey): void {
  ofThisPage.delete(key)
  removeStored(key)
}

/** Keeps what was chosen on this page once preferences are allowed, and deletes what is kept once they are not. */
export function applyPreferenceConsent(allowed: boolean): void {
  if (!allowed) removeStored(...PREFERENCE_KEYS)
  else
    for (const key of PREFERENCE_KEYS)
      if (ofThisPage.has(key)) writeStored(key, ofThisPage.get(key) as StoredValues[typeof key])
}

/** Begins with nothing chosen, as a page that is loaded anew does. */
export const resetPagePreferences = (): void => ofThisPage.clear()
