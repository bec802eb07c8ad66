import { Link } from 'react-router'
import type { StudentStage } from '~/staff/students/students.calls'
import { type AnalyticsOverview, type Funnel, STAGES } from './analytics.calls'
import { analyticsText as text } from './analytics.he'
import { FigureGrid, FigurePart } from './figure-grid'
import { shareOf } from './figures.rules'
import { useStudentsBehind } from './use-students-behind'

const ROWS = ['views', 'registrationViews', 'registered', ...STAGES] as const

/** The filters of the list of students behind the stages; what was visited has nobody behind it. */
const BEHIND: { [S in (typeof ROWS)[number]]?: StudentStage | 'everybody' } = {
  registered: 'everybody',
  verified: 'verified',
  began: 'began',
  completedLesson: 'completed_lesson',
  completedCourse: 'completed_course',
}

/** From visits to completed courses, as a table whose bars show what is left of those who registered. */
export function FunnelPart({ overview: { days, funnel, funnelBefore } }: { overview: AnalyticsOverview }) {
  const studentsBehind = useStudentsBehind(days)
  const titleOf = (stage: (typeof ROWS)[number]) => {
    const behind = BEHIND[stage]
    const students =
      behind && funnel[stage] && studentsBehind?.('registered', behind === 'everybody' ? undefined : behind)
    if (!students) return text.stages[stage]
    return (
      <Link key="title" to={students}>
        {text.stages[stage]}
      </Link>
    )
  }
  return (
    <FigurePart title={text.funnel} lead={`${text.funnelLead} ${text.rounded}`}>
      <FigureGrid
        label={text.funnel}
        columns={[text.stage, text.count, text.ofRegistered, text.before]}
        rows={ROWS.map((stage) => ({
          id: stage,
          cells: [
            titleOf(stage),
            formatCount(funnel[stage]),
            <Share key="share" funnel={funnel} stage={stage} />,
            formatCount(funnelBefore[stage]),
          ],
        }))}
      />
    </FigurePart>
  )
}

const formatCount = (count: number | null) => (count === null ? text.fewerThanTen : count.toLocaleString('he-IL'))

function Share({ funnel, stage }: { funnel: Funnel; stage: (typeof ROWS)[number] }) {
  if (stage === 'views' || stage === 'registrationViews') return null
  const percent = shareOf(funnel[stage], funnel.registered)
  if (percent === null) return null
  return (
    <span className="flex items-center gap-3">
      <span className="w-11">{percent}%</span>
      <svg aria-hidden="true" viewBox="0 0 100 8" preserveAspectRatio="none" className="h-3 w-32 bg-rule/60 text-green">
        <rect x={100 - percent} width={percent} height={8} fill="currentColor" />
      </svg>
    </span>
  )
}
