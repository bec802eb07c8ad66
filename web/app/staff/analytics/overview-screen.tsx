import { useQuery } from '@tanstack/react-query'
import type { ExportColumn } from '~/staff/list-export/cells.rules'
import { type AnalyticsDay, FIGURES, overviewQuery } from './analytics.calls'
import { analyticsText as text } from './analytics.he'
import { AnalyticsFrame } from './analytics-frame'
import { FiguresExport } from './figures-export'
import { FiguresPart } from './figures-part'
import { FunnelPart } from './funnel-part'
import { NotesPart } from './notes-part'
import { PagesPart } from './pages-part'
import { RetentionPart } from './retention-part'
import { useRange } from './use-range'
import { WeeklyMailPart } from './weekly-mail-part'

const DAY_COLUMNS: ExportColumn<AnalyticsDay>[] = [
  { title: text.day, width: 14, value: ({ day }) => day },
  ...FIGURES.map((figure) => ({ title: text.columns[figure], width: 14, value: (row: AnalyticsDay) => row[figure] })),
]

/** The first page of analytics ([2.12-08]): visits, registrations and learning, the funnel, who came back. */
export function OverviewScreen() {
  const ranged = useRange()
  return (
    <AnalyticsFrame
      title={text.title}
      ranged={ranged}
      query={useQuery(overviewQuery(ranged.range))}
      actions={({ days }) => (
        <FiguresExport part="overview" title={text.title} columns={DAY_COLUMNS} rows={days} range={ranged.range} />
      )}
    >
      {(overview) => (
        <>
          <FiguresPart overview={overview} />
          <NotesPart range={ranged.range} />
          <FunnelPart overview={overview} />
          <RetentionPart cohorts={overview.retention} />
          <PagesPart pages={overview.pages} />
          <WeeklyMailPart />
        </>
      )}
    </AnalyticsFrame>
  )
}
