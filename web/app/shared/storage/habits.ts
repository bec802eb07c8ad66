import { readConsentFlags } from './consent-flags'
import { HABIT_KEYS, type HabitKey, readStored, removeStored, type StoredValues, writeStored } from './storage'

const ofThisPage = new Map<HabitKey, unknown>()

/** Whether the owner of this browser allowed preferences to be kept in it. */
export const mayHabitsStay = (): boolean => readConsentFlags()?.preferences === true

/** How the person likes something, as chosen on this page or kept from an earlier one; null when it was not chosen. */
export function readHabit<K extends HabitKey>(key: K): StoredValues[K] | null {
  if (ofThisPage.has(key)) return ofThisPage.get(key) as StoredValues[K]
  return mayHabitsStay() ? readStored(key) : null
}

/** Remembers a habit: in this browser when its owner allowed preferences to be kept, else as long as the page lives. */
export function keepHabit<K extends HabitKey>(key: K, value: StoredValues[K]): void {
  ofThisPage.set(key, value)
  if (mayHabitsStay()) writeStored(key, value)
}

/** Forgets a habit, on this page and in this browser. */
export function forgetHabit(key: HabitKey): void {
  ofThisPage.delete(key)
  removeStored(key)
}

/** Keeps what was chosen on this page once preferences are allowed, and deletes what is kept once they are not. */
export function settleHabits(allowed: boolean): void {
  if (!allowed) removeStored(...HABIT_KEYS)
  else
    for (const key of HABIT_KEYS)
      if (ofThisPage.has(key)) writeStored(key, ofThisPage.get(key) as StoredValues[typeof key])
}

/** Begins with nothing chosen, as a page that is loaded anew does. */
export const forgetHabitsOfThisPage = (): void => ofThisPage.clear()
