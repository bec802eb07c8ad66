const DAY_MS = 86_400_000

/** A lesson that is hidden and one that was deleted are answered alike; after so long nobody brings it back. */
const LESSON_IS_GONE_AFTER_MS = 30 * DAY_MS

/** Rows that are wrong in themselves, whatever becomes of lesson and account: ours, and PostgreSQL's classes 22 and 23. */
const IS_WRONG_IN_ITSELF = /^(INVALID_PROGRESS|2[23]...)$/

/**
 * Whether progress that the server refused can never become right. A course may be published again and a permission be
 * given back, so that most refusals only wait.
 */
export function isHopeless(code: string, stoodForMs: number): boolean {
  return IS_WRONG_IN_ITSELF.test(code) || stoodForMs >= LESSON_IS_GONE_AFTER_MS
}
