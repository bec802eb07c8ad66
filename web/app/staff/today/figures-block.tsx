import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useState } from 'react'
import { formatShortMoment } from '~/shared/formats/dates'
import { FigureTable } from './figure-table'
import { Sparkline } from './sparkline'
import { type DayFigures, FIGURE_NAMES, type FigureName, figuresQuery } from './today.calls'
import { todayText as text } from './today.he'
import { compareHalves } from './today.rules'
import { TodayBlock } from './today-block'

const PERIODS = [7, 28] as const
type Period = (typeof PERIODS)[number]

/** Figures of the last whole days beside those of as many before. */
export function FiguresBlock() {
  const [period, setPeriod] = useState<Period>(28)
  return (
    <TodayBlock
      title={text.figures}
      failed={text.figuresFailed}
      query={useQuery(figuresQuery())}
      lines={8}
      choice={<PeriodChoice period={period} onChoose={setPeriod} />}
    >
      {(figures) => (
        <>
          <div className="grid gap-x-8 sm:max-xl:grid-cols-2">
            {FIGURE_NAMES.map((name) => (
              <Figure key={name} name={name} figures={figures} period={period} />
            ))}
          </div>
          <p className="pt-2 text-ink-2 text-xs">
            {figures.countedAt ? text.countedAt(formatShortMoment(figures.countedAt)) : text.neverCounted}
          </p>
          <FigureTable days={figures.days.slice(-period)} />
        </>
      )}
    </TodayBlock>
  )
}

function PeriodChoice({ period, onChoose }: { period: Period; onChoose: (period: Period) => void }) {
  return (
    <fieldset className="flex gap-1">
      <legend className="sr-only">{text.period}</legend>
      {PERIODS.map((days) => (
        <button
          key={days}
          type="button"
          aria-pressed={days === period}
          onClick={() => onChoose(days)}
          className={clsx(
            'min-h-11 px-2 text-sm underline-offset-8 hover:text-ink',
            days === period ? 'font-semibold text-ink underline decoration-2' : 'text-ink-2',
          )}
        >
          {text.periods[days]}
        </button>
      ))}
    </fieldset>
  )
}

type FigureProps = { name: FigureName; figures: DayFigures; period: Period }

function Figure({ name, figures: { days, today }, period }: FigureProps) {
  const values = days.slice(-2 * period).map((day) => day[name])
  const { present, percent } = compareHalves(values)
  const shown = name === 'activeStudents' ? present / period : present
  return (
    <div className="flex items-end justify-between gap-4 border-rule border-b py-3">
      <div className="min-w-0">
        <h3 className="font-normal font-sans text-ink-2 text-sm">{text.names[name]}</h3>
        <p className="text-2xl tabular-nums">{shown.toLocaleString('he-IL', { maximumFractionDigits: 1 })}</p>
        <p className="text-ink-2 text-xs">{change(percent, period)}</p>
        <p className="text-ink-2 text-xs">{text.today((today?.[name] ?? 0).toLocaleString('he-IL'))}</p>
      </div>
      <Sparkline values={values.slice(-period)} />
    </div>
  )
}

function change(percent: number | null, period: Period): string {
  if (percent === null) return text.noneBefore(period)
  if (percent === 0) return text.noChange(period)
  return percent > 0 ? text.more(percent, period) : text.less(-percent, period)
}
