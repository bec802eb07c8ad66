import { clsx } from 'clsx'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatDay } from '~/shared/formats/dates'
import { type AnalyticsDay, type AnalyticsOverview, FIGURES, type Figure } from './analytics.calls'
import { analyticsText as text } from './analytics.he'
import { DayChart } from './day-chart'
import { percentChange } from './figures.rules'
import { SideScroll } from './side-scroll'
import { useStudentsBehind } from './use-students-behind'

/** Of which figures the students behind them can be listed, and by what. */
const BEHIND: { [F in Figure]?: 'registered' | 'learned' } = { registrations: 'registered', activeStudents: 'learned' }

/** The sums of a range beside those of the one before; one of them day by day. */
export function FiguresPart({ overview: { days, totals, before } }: { overview: AnalyticsOverview }) {
  const [shown, setShown] = useState<Figure>('registrations')
  const studentsBehind = useStudentsBehind(days)
  const behind = BEHIND[shown]
  const students = behind && studentsBehind?.(behind)
  const average = (figure: Figure) => (figure === 'activeStudents' ? days.length : 1)
  return (
    <>
      <fieldset className="grid grid-cols-2 border-rule border-t md:grid-cols-3 xl:grid-cols-6">
        <legend className="sr-only">{text.figureOfChart}</legend>
        {FIGURES.map((figure) => (
          <button
            key={figure}
            type="button"
            aria-pressed={figure === shown}
            onClick={() => setShown(figure)}
            className={clsx(
              'border-rule border-b px-3 py-3 text-start align-top hover:bg-card',
              figure === shown && 'bg-card shadow-[inset_0_-3px_0_var(--color-green)]',
            )}
          >
            <span className="block text-ink-2 text-sm">{text.figures[figure]}</span>
            <span className="block text-2xl tabular-nums">
              {(totals[figure] / average(figure)).toLocaleString('he-IL', { maximumFractionDigits: 1 })}
            </span>
            <span className="block text-ink-2 text-xs">
              {changeWord(percentChange(totals[figure], before[figure]))}
            </span>
          </button>
        ))}
      </fieldset>
      <DayChart
        title={`${text.columns[shown]}, ${text.byDay}`}
        days={days.map((day) => ({ day: day.day, value: day[shown] }))}
      />
      <div className="flex flex-wrap items-start justify-between gap-x-6">
        <DayTable days={days} />
        {students && (
          <Link to={students} className="inline-flex min-h-11 items-center font-semibold text-sm">
            {text.toStudents}
          </Link>
        )}
      </div>
    </>
  )
}

const changeWord = (percent: number | null): string => {
  if (percent === null) return text.noneBefore
  if (percent === 0) return text.noChange
  return percent > 0 ? text.more(percent) : text.less(-percent)
}

function DayTable({ days }: { days: AnalyticsDay[] }) {
  return (
    <details className="min-w-0 grow text-xs">
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-ink-2 underline underline-offset-4 hover:text-ink">
        {text.table}
      </summary>
      <SideScroll label={text.table}>
        <table className="w-full min-w-[560px]">
          <thead>
            <tr>
              {[text.day, ...FIGURES.map((figure) => text.columns[figure])].map((title) => (
                <th key={title} scope="col" className="border-ink border-b py-1.5 text-start font-semibold">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...days].reverse().map((day) => (
              <tr key={day.day}>
                <th scope="row" className="border-rule border-b py-1.5 text-start font-normal">
                  {formatDay(day.day)}
                </th>
                {FIGURES.map((figure) => (
                  <td key={figure} className="border-rule border-b py-1.5 tabular-nums">
                    {day[figure].toLocaleString('he-IL')}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </SideScroll>
    </details>
  )
}
