const DELAYS_S = [5, 30, 120, 600, 3600]
const LONGEST_UNREACHABLE_S = 120
const JITTER = 0.2

/** A mail older than this is given up: the links in it have expired. */
export const GIVE_UP_AFTER_S = 24 * 3600

/** What became of one try to send a mail. */
export type Outcome =
  | { status: 'sent' }
  | ({ status: 'abandoned' } & Failure)
  | ({ status: 'queued'; delayS: number } & Failure)

/** Why a try failed. `unreachable`: no mail server answered, which says nothing about this mail. */
export type Failure = { kind: 'permanent' | 'temporary' | 'unreachable'; error: string }

/**
 * Decides what happens to a mail after a failed try (1 is the first).
 * Waits grow from 5 seconds to an hour; while no server answers, 2 minutes at most, so that mails leave soon after an
 * outage. `random` in [0, 1) spreads the tries by 20% to both sides.
 */
export function afterFailure(failure: Failure, attempt: number, ageS: number, random = Math.random()): Outcome {
  if (failure.kind === 'permanent' || ageS >= GIVE_UP_AFTER_S) return { status: 'abandoned', ...failure }
  const step = DELAYS_S[Math.min(attempt, DELAYS_S.length) - 1] ?? DELAYS_S[0] ?? 5
  const delay = failure.kind === 'unreachable' ? Math.min(step, LONGEST_UNREACHABLE_S) : step
  return { status: 'queued', ...failure, delayS: delay * (1 - JITTER + 2 * JITTER * random) }
}
