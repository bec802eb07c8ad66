import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { staffPaths } from '~/shared/config/staff-paths'
import { Bidi } from '~/shared/ui/bidi'
import type { Cell, ExportColumn } from '~/staff/list-export/cells.rules'
import { AnalyticsFrame } from './analytics-frame'
import { FigureGrid, FigurePart } from './figure-grid'
import { shareOf } from './figures.rules'
import { FiguresExport } from './figures-export'
import { percentLabel, roundedCountCell, roundedCountLabel } from './rounded-counts'
import { type MeasuredGain, type TriedTest, testFiguresQuery } from './tests.calls'
import { testFiguresText as text } from './tests.he'
import { useRange } from './use-range'

const column = (title: string, value: (test: TriedTest) => Cell, width = 14): ExportColumn<TriedTest> => ({
  title,
  width,
  value,
})
const EXPORTED = [
  column(text.test, ({ title }) => title, 30),
  column(text.course, ({ courseTitle }) => courseTitle, 30),
  column(text.attempts, ({ attempts }) => roundedCountCell(attempts)),
  column(text.passed, ({ passed }) => roundedCountCell(passed)),
  column(text.students, ({ students }) => roundedCountCell(students)),
  column(text.firstPassed, ({ firstPassed }) => roundedCountCell(firstPassed)),
]

/** Tests: attempts and who passed in a range of days and ever, and what courses with a pretest gained. */
export function TestsScreen() {
  const ranged = useRange()
  return (
    <AnalyticsFrame
      title={text.title}
      ranged={ranged}
      query={useQuery(testFiguresQuery(ranged.range))}
      actions={({ tests }) => (
        <FiguresExport part="tests" title={text.title} columns={EXPORTED} rows={tests} range={ranged.range} />
      )}
    >
      {({ tests, gains }) => (
        <>
          {tests.length === 0 && <p className="py-3 text-ink-2">{text.noTests}</p>}
          {tests.length > 0 && (
            <FigureGrid
              label={text.title}
              columns={[text.test, text.attempts, text.passed, text.students, text.firstPassed]}
              rows={tests.map((test) => ({ id: test.id, cells: cellsOf(test) }))}
            />
          )}
          <Gains gains={gains} />
        </>
      )}
    </AnalyticsFrame>
  )
}

const cellsOf = ({ id, title, courseTitle, isPretest, attempts, passed, students, firstPassed }: TriedTest) => [
  // The course stands below the name: on a phone a column of its own would push the figures out.
  <span key="name" className="block py-1">
    <Link to={staffPaths.analyticsTest(id)} className="inline-flex min-h-8 items-center font-semibold">
      {title}
    </Link>
    {isPretest && <span className="ms-2 text-ink-2 text-xs">{text.pretest}</span>}
    <Bidi className="block text-ink-2 text-xs">{courseTitle}</Bidi>
  </span>,
  roundedCountLabel(attempts),
  percentLabel(shareOf(passed, attempts)),
  roundedCountLabel(students),
  percentLabel(shareOf(firstPassed, students)),
]

function Gains({ gains }: { gains: MeasuredGain[] }) {
  return (
    <FigurePart title={text.gains} lead={text.gainsLead}>
      {gains.length === 0 && <p className="py-3 text-ink-2">{text.noGains}</p>}
      {gains.length > 0 && (
        <FigureGrid
          label={text.gains}
          columns={[text.course, text.both, text.before, text.after]}
          rows={gains.map(({ id, title, students, before, after }) => ({
            id,
            cells: [title, roundedCountLabel(students), percentLabel(before), percentLabel(after)],
          }))}
        />
      )}
    </FigurePart>
  )
}
