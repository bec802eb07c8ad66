import { staffPaths } from '~/shared/config/staff-paths'
import { useMay } from '~/staff/shared/use-may'
import type { StudentStage } from '~/staff/students/students.calls'
import { writeDays } from '~/staff/students/students.rules'
import type { AnalyticsDay } from './analytics.calls'

/** Who learned on which day is kept for sixty days. */
const LEARNED_KEPT_MS = 59 * 86_400_000

type StudentsBehind = (what: 'registered' | 'learned', stage?: StudentStage) => string | undefined

/**
 * Gives the address of the list behind a figure of these days, and undefined where nobody can be listed any more;
 * undefined itself for who may not see students.
 */
export function useStudentsBehind(days: readonly AnalyticsDay[]): StudentsBehind | undefined {
  if (!useMay('list_students')) return undefined
  const all = days.map(({ day }) => day).sort()
  const [first = '', last = first] = [all[0], all.at(-1)]
  const isKept = Date.parse(first) >= Date.now() - LEARNED_KEPT_MS
  const range = writeDays(first, last)
  return (what, stage) =>
    what === 'learned' && !isKept
      ? undefined
      : `${staffPaths.students}?${new URLSearchParams({ [what]: range, ...(stage && { stage }) })}`
}
