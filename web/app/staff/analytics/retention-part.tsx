import { formatDay } from '~/shared/formats/dates'
import type { Cohort } from './analytics.calls'
import { analyticsText as text } from './analytics.he'
import { FigureGrid, FigurePart } from './figure-grid'
import { shareOf } from './figures.rules'

/** Of those who registered in a week, how many percent learned in it and in each later one. */
export function RetentionPart({ cohorts }: { cohorts: Cohort[] }) {
  const weeks = Math.max(...cohorts.map((cohort) => cohort.weeks.length))
  return (
    <FigurePart title={text.retention} lead={text.rounded}>
      <FigureGrid
        label={text.retention}
        columns={[text.cohort, text.registered, ...Array.from({ length: weeks }, (_, week) => text.week(week + 1))]}
        rows={cohorts.map(({ cohort, registered, weeks: students }) => ({
          id: cohort,
          cells: [
            formatDay(cohort),
            registered.toLocaleString('he-IL'),
            ...Array.from({ length: weeks }, (_, week) => keptShare(shareOf(students[week] ?? null, registered))),
          ],
        }))}
      />
    </FigurePart>
  )
}

/** A share with a ground that is the darker the more it is; the number says the same. */
function keptShare(percent: number | null) {
  if (percent === null) return <span className="text-ink-3">–</span>
  return (
    <span
      className="block rounded-control px-2 py-1"
      style={{ background: `color-mix(in srgb, var(--color-green) ${Math.round(percent * 0.35)}%, transparent)` }}
    >
      {percent}%
    </span>
  )
}
