import { useQuery } from '@tanstack/react-query'
import { formatDay } from '~/shared/formats/dates'
import { Sparkline } from './sparkline'
import { type FigureDay, figuresQuery } from './today.calls'
import { todayText as text } from './today.he'
import { compareHalves } from './today.rules'
import { TodayBlock } from './today-block'

const FIGURES = ['registrations', 'completions'] as const

/** Figures of the last four weeks beside those of the four before. */
export function FiguresBlock() {
  return (
    <TodayBlock title={text.figures} failed={text.figuresFailed} query={useQuery(figuresQuery())} lines={7}>
      {(days) => FIGURES.map((name) => <Figure key={name} name={name} days={days} />)}
    </TodayBlock>
  )
}

function Figure({ name, days }: { name: (typeof FIGURES)[number]; days: FigureDay[] }) {
  const { present, percent } = compareHalves(days.map((day) => day[name]))
  const shown = days.slice(days.length / 2)
  return (
    <div className="border-rule border-b py-3">
      <div className="flex items-end justify-between gap-6">
        <div>
          <h3 className="font-normal font-sans text-ink-2 text-sm">{text[name]}</h3>
          <p className="text-2xl tabular-nums">{present.toLocaleString('he-IL')}</p>
          <p className="text-ink-2 text-xs">{change(percent)}</p>
        </div>
        <Sparkline values={shown.map((day) => day[name])} />
      </div>
      <details className="text-xs">
        <summary className="inline-flex min-h-11 cursor-pointer items-center text-ink-2 underline underline-offset-4 hover:text-ink">
          {text.table}
        </summary>
        <table className="w-full">
          <thead>
            <tr>
              {[text.day, text[name]].map((title) => (
                <th key={title} scope="col" className="text-start font-semibold">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...shown].reverse().map((day) => (
              <tr key={day.day}>
                <td>{formatDay(day.day)}</td>
                <td className="tabular-nums">{day[name]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  )
}

function change(percent: number | null): string {
  if (percent === null) return text.noneBefore
  if (percent === 0) return text.noChange
  return percent > 0 ? text.more(percent) : text.less(-percent)
}
