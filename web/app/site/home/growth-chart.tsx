import { Fragment } from 'react'
import { formatShekels, growSavings } from './compound-interest.rules'
import { homeText } from './home.he'

const PLAN = { monthlyDeposit: 100, years: 30, annualRate: 0.07 }
const YEARS = growSavings(PLAN)
const LAST = YEARS.at(-1) ?? { year: 0, deposited: 0, value: 0 }

const WIDTH = 560
const PLOT_WIDTH = 488
const BASE = 330
const PLOT_HEIGHT = 300
const TOP_VALUE = 122_500
const STEP = 16
const BAR = 10
const GRID = [0, 40_000, 80_000, 120_000]
const NAMED_YEARS = [1, 15, 30]

const heightOf = (amount: number) => (amount / TOP_VALUE) * PLOT_HEIGHT
const leftOf = (year: number) => 6 + (year - 1) * STEP
const labelClass = 'fill-ink-3 text-[22px] sm:text-[14px]'

/** What 100 shekels a month grow to, drawn from the calculation itself, with its figures under it [2.3-01]. */
export function GrowthChart() {
  const figures = {
    deposit: formatShekels(PLAN.monthlyDeposit),
    years: PLAN.years,
    rate: `${Math.round(PLAN.annualRate * 100)}%`,
    deposited: formatShekels(LAST.deposited),
    value: formatShekels(LAST.value),
  }
  const text = homeText.chart
  return (
    <figure>
      <ul className="mb-4 flex flex-wrap gap-x-6 gap-y-1 text-ink-2 text-sm">
        <Key className="bg-green">{text.growth}</Key>
        <Key className="bg-ink">{text.deposits}</Key>
      </ul>
      <svg
        viewBox={`0 0 ${WIDTH} 366`}
        role="img"
        aria-label={text.label(figures)}
        className="block h-auto w-full"
        direction="ltr"
      >
        {GRID.map((amount) => (
          <Fragment key={amount}>
            <line
              x1="0"
              x2={PLOT_WIDTH}
              y1={BASE - heightOf(amount)}
              y2={BASE - heightOf(amount)}
              className={amount === 0 ? 'stroke-ink' : 'stroke-rule'}
            />
            <text x={WIDTH} y={BASE - heightOf(amount) + 5} textAnchor="end" className={labelClass}>
              {amount ? `₪${amount / 1000}K` : '₪0'}
            </text>
          </Fragment>
        ))}
        {YEARS.map(({ year, deposited, value }) => (
          <Fragment key={year}>
            <rect
              x={leftOf(year)}
              y={BASE - heightOf(value)}
              width={BAR}
              height={heightOf(value - deposited)}
              rx="2"
              className="fill-green"
            />
            <rect
              x={leftOf(year)}
              y={BASE - heightOf(deposited)}
              width={BAR}
              height={heightOf(deposited)}
              className="fill-ink"
            />
          </Fragment>
        ))}
        {NAMED_YEARS.map((year) => (
          <text
            key={year}
            x={year === 1 ? 0 : leftOf(year) + BAR / 2}
            y={BASE + 28}
            textAnchor={year === 1 ? 'start' : 'middle'}
            className={labelClass}
          >
            {year === 1 ? text.year(year) : year}
          </text>
        ))}
      </svg>
      <figcaption className="mt-3 border-rule border-t pt-3 text-ink-2 text-sm">
        הפקדה של <bdi dir="ltr">{figures.deposit}</bdi> בחודש, {figures.years} שנה, בתשואה של{' '}
        <bdi dir="ltr">{figures.rate}</bdi> לשנה שמחושבת ומצטברת בכל חודש: הפקדתם{' '}
        <bdi dir="ltr">{figures.deposited}</bdi>, והצטברו{' '}
        <strong className="font-bold text-green-ink">
          <bdi dir="ltr">{figures.value}</bdi>
        </strong>
        . {text.only}
      </figcaption>
    </figure>
  )
}

function Key({ className, children }: { className: string; children: string }) {
  return (
    <li className="flex items-center gap-2">
      <span aria-hidden="true" className={`size-3 rounded-sm ${className}`} />
      {children}
    </li>
  )
}
