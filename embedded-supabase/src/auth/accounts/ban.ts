import { parseDuration } from '../duration.ts'
import { invalid } from '../protocol/errors.ts'

/**
 * Until when a ban of that length lasts, as `ban_duration` says it: `24h`, or `none`.
 * @throws AuthError validation_failed.
 */
export function bannedUntil(duration: string): Date | null {
  if (duration === 'none') return null
  try {
    return new Date(Date.now() + parseDuration(duration) * 1000)
  } catch {
    throw invalid(`invalid format for ban duration: time: invalid duration "${duration.slice(0, 40)}"`)
  }
}
