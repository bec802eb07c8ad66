import { formatDay } from '~/shared/formats/dates'
import { topOf } from './figures.rules'

const WIDTH = 720
const HEIGHT = 160
type DayChartProps = { title: string; days: readonly { day: string; value: number }[] }

/** A bar for each day, the newest at the left end, as Hebrew reads; the same numbers stand in the table below it. */
export function DayChart({ title, days }: DayChartProps) {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return null
  const top = topOf(days.map(({ value }) => value))
  const step = WIDTH / days.length
  return (
    <figure aria-label={title} className="pt-3">
      <div className="flex items-stretch gap-2">
        <div aria-hidden="true" className="flex w-14 shrink-0 flex-col justify-between text-ink-2 text-xs tabular-nums">
          <span>{top.toLocaleString('he-IL')}</span>
          <span>0</span>
        </div>
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="h-40 w-full min-w-0 border-rule border-y text-green"
        >
          {days.map(({ day, value }, index) => (
            <rect
              key={day}
              x={WIDTH - (index + 1) * step + step * 0.12}
              y={HEIGHT - (value / top) * HEIGHT}
              width={step * 0.76}
              height={(value / top) * HEIGHT}
              fill="currentColor"
            />
          ))}
        </svg>
      </div>
      <p aria-hidden="true" className="flex justify-between ps-16 pt-1 text-ink-2 text-xs">
        <span>{formatDay(first.day)}</span>
        <span>{formatDay(last.day)}</span>
      </p>
    </figure>
  )
}
