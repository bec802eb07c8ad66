import { DEFAULT_COURSE_MINUTES } from '~/shared/config/constants'
import { plural } from './plural'

const MINUTES_PER_HOUR = 60

/** Whole minutes of a course; missing, negative or not a number gives the default of 60 [9-29]. */
const courseMinutes = (minutes: number | null | undefined): number =>
  Number.isFinite(minutes) && Number(minutes) >= 0 ? Math.round(Number(minutes)) : DEFAULT_COURSE_MINUTES

/** Duration of a course as `Xh Ym` [9-30]. */
export function formatCourseDuration(minutes: number | null | undefined): string {
  const known = courseMinutes(minutes)
  return `${Math.floor(known / MINUTES_PER_HOUR)}h ${known % MINUTES_PER_HOUR}m`
}

const HOURS = { one: 'שעה', two: 'שעתיים', other: '# שעות' }
const MINUTES = { one: 'דקה', two: '2 דקות', other: '# דקות' }

/** The same as it is said: 'שעה ו־5 דקות'. */
export function courseDurationInWords(minutes: number | null | undefined): string {
  const known = courseMinutes(minutes)
  const [hours, rest] = [Math.floor(known / MINUTES_PER_HOUR), known % MINUTES_PER_HOUR]
  if (hours === 0) return plural(rest, MINUTES)
  if (rest === 0) return plural(hours, HOURS)
  return `${plural(hours, HOURS)} ${rest === 1 ? 'ו' : 'ו־'}${plural(rest, MINUTES)}`
}
