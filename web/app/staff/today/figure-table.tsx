import { formatDay } from '~/shared/formats/dates'
import { FIGURE_NAMES, type FigureDay } from './today.calls'
import { todayText as text } from './today.he'

/** The figures day by day, the newest first, for who wants the numbers behind the lines. */
export function FigureTable({ days }: { days: FigureDay[] }) {
  return (
    <details className="text-xs">
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-ink-2 underline underline-offset-4 hover:text-ink">
        {text.table}
      </summary>
      <table className="w-full">
        <thead>
          <tr>
            {[text.day, ...FIGURE_NAMES.map((name) => text.columns[name])].map((title) => (
              <th key={title} scope="col" className="text-start font-semibold">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...days].reverse().map((day) => (
            <tr key={day.day}>
              <td>{formatDay(day.day)}</td>
              {FIGURE_NAMES.map((name) => (
                <td key={name} className="tabular-nums">
                  {day[name].toLocaleString('he-IL')}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
