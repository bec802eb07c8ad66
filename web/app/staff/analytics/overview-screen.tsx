import { useQuery } from '@tanstack/react-query'
import { overviewQuery } from './analytics.calls'
import { analyticsText as text } from './analytics.he'
import { AnalyticsFrame } from './analytics-frame'
import { FiguresPart } from './figures-part'
import { FunnelPart } from './funnel-part'
import { PagesPart } from './pages-part'
import { RetentionPart } from './retention-part'
import { useRange } from './use-range'

/** The first page of analytics ([2.12-08]): visits, registrations and learning, the funnel, who came back. */
export function OverviewScreen() {
  const ranged = useRange()
  return (
    <AnalyticsFrame title={text.title} ranged={ranged} query={useQuery(overviewQuery(ranged.range))}>
      {(overview) => (
        <>
          <FiguresPart overview={overview} />
          <FunnelPart overview={overview} />
          <RetentionPart cohorts={overview.retention} />
          <PagesPart pages={overview.pages} />
        </>
      )}
    </AnalyticsFrame>
  )
}
