import { clsx } from 'clsx'
import { type FormEvent, useState } from 'react'
import { formatDay } from '~/shared/formats/dates'
import { Button } from '~/shared/ui/button'
import { analyticsText as text } from './analytics.he'
import { type DayRange, lengthOf, PRESETS, presetOf, readRange, shiftDay, wholeDaysBack } from './range.rules'

type RangeBarProps = { range: DayRange; now: number; onShow: (range: DayRange) => void }

/** Which days are shown: the last 7, 28, 90 or 365, or any others; below it with which ones they are compared. */
export function RangeBar({ range, now, onShow }: RangeBarProps) {
  const preset = presetOf(range, now)
  const before = { first: shiftDay(range.first, -lengthOf(range)), last: shiftDay(range.first, -1) }
  return (
    <div className="pb-5">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <fieldset className="flex gap-1">
          <legend className="sr-only">{text.period}</legend>
          {PRESETS.map((days) => (
            <button
              key={days}
              type="button"
              aria-pressed={days === preset}
              onClick={() => onShow(wholeDaysBack(days, now))}
              className={clsx(
                'min-h-11 px-2 text-sm underline-offset-8 hover:text-ink',
                days === preset ? 'font-semibold text-ink underline decoration-2' : 'text-ink-2',
              )}
            >
              {text.presets[days]}
            </button>
          ))}
        </fieldset>
        <OwnRange range={range} now={now} onShow={onShow} />
      </div>
      <p className="pt-2 text-ink-2 text-sm">{text.comparedTo(formatDay(before.first), formatDay(before.last))}</p>
    </div>
  )
}

function OwnRange({ range, now, onShow }: RangeBarProps) {
  const [wrong, setWrong] = useState(false)
  const [shown, setShown] = useState(range)
  const [typed, setTyped] = useState({ from: range.first, to: range.last })
  // Other days came from elsewhere; the fields stay, and with them the focus.
  if (shown.first !== range.first || shown.last !== range.last) {
    setShown(range)
    setTyped({ from: range.first, to: range.last })
    setWrong(false)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { from, to } = typed
    const read = readRange(new URLSearchParams({ from, to }), now)
    const isComplete = read.first === from && read.last === to
    setWrong(!isComplete)
    if (isComplete) onShow(read)
  }
  return (
    <form onSubmit={submit} className="flex flex-wrap items-center gap-2">
      {(['from', 'to'] as const).map((name) => (
        <label key={name} className="flex min-h-11 items-center gap-2">
          <span className="text-ink-2">{text[name]}</span>
          <input
            type="date"
            name={name}
            required
            value={typed[name]}
            onChange={({ target }) => setTyped((before) => ({ ...before, [name]: target.value }))}
            className="min-h-11 rounded-control border border-field bg-card px-2"
          />
        </label>
      ))}
      <Button type="submit" look="secondary" size="small">
        {text.show}
      </Button>
      <p role="alert" className="text-red text-sm">
        {wrong && text.badRange}
      </p>
    </form>
  )
}
