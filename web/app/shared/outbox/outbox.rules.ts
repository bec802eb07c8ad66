/** What became of a sending: `later` is worth trying again soon, a refusal (with its code) until something changes. */
export type SendOutcome = 'saved' | 'later' | { refused: string }

/**
 * What the person is told: nothing yet, all is saved, it waits for the connection, or the server does not take some of
 * it now and it is kept.
 */
export type SaveState = 'quiet' | 'saved' | 'waiting' | 'refused'

/** A refusal that is tried again at `dueAt` (ms since 1970). */
export type Refusal = { reason: string; times: number; dueAt: number }

const RETRYABLE = new Set([0, 401, 408, 425, 429])
const FIRST_PAUSE_MS = 60_000
const LONGEST_PAUSE_MS = 600_000

/** What an answer of the REST interface means for what was sent; a status of 0 is no answer. */
export function sendOutcome(error: { code: string } | null, status: number): SendOutcome {
  if (!error) return 'saved'
  return RETRYABLE.has(status) || status >= 500 ? 'later' : { refused: error.code || String(status) }
}

/** One more refusal: each is tried again after a pause twice as long, up to ten minutes. */
export function refusedAgain(before: Refusal | undefined, reason: string, now: number): Refusal {
  const times = (before?.times ?? 0) + 1
  return { reason, times, dueAt: now + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (times - 1)) }
}

/**
 * What to send, in which company: at most `most` together; what was refused before goes alone, so that it spoils
 * nothing else, and only when it is due.
 */
export function sendings<Entry extends { key: string }>(
  entries: readonly Entry[],
  refusals: ReadonlyMap<string, Refusal>,
  now: number,
  most: number,
): Entry[][] {
  const fresh = entries.filter(({ key }) => !refusals.has(key))
  const due = entries.filter(({ key }) => (refusals.get(key)?.dueAt ?? Number.POSITIVE_INFINITY) <= now)
  const together = Array.from({ length: Math.ceil(fresh.length / most) }, (_, index) =>
    fresh.slice(index * most, (index + 1) * most),
  )
  return [...together, ...due.map((entry) => [entry])]
}

/** How many ms until the first refusal is tried again; null when there is none. */
export function pauseUntilDue(refusals: ReadonlyMap<string, Refusal>, now: number): number | null {
  if (refusals.size === 0) return null
  return Math.max(0, Math.min(...[...refusals.values()].map(({ dueAt }) => dueAt)) - now)
}
