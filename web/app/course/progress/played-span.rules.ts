/** What is being played in one go, in media seconds; `at` is when it was looked at last, in ms since 1970. */
export type PlayedSpan = { from: number; to: number; at: number }

/** Playback may run this much ahead of the clock before it counts as a jump: the player of a busy machine tells late. */
const SLACK_SECONDS = 3

/** A span that begins now. */
export const beginSpan = (position: number, now: number): PlayedSpan => ({ from: position, to: position, at: now })

/**
 * Follows playback to `position`. More than `rate` allows for the time gone by, or a step back, is a jump: a new span
 * begins there, and nothing between counts as played.
 */
export function followSpan(span: PlayedSpan, position: number, rate: number, now: number): PlayedSpan {
  const played = position - span.to
  const possible = ((now - span.at) / 1000 + SLACK_SECONDS) * rate
  return played < 0 || played > possible ? beginSpan(position, now) : { from: span.from, to: position, at: now }
}
