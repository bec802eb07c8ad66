import { clsx } from 'clsx'
import { fieldText as text } from './fields.he'
import type { Choice } from './quiz-types.rules'

type GapSelectProps = {
  label?: string
  labelledBy?: string
  value: string
  options: readonly Choice[]
  onChoose: (id: string) => void
  className?: string
}

/** One of several texts, as the device offers it best. */
export function GapSelect({ label, labelledBy, value, options, onChoose, className }: GapSelectProps) {
  return (
    <select
      aria-label={label}
      aria-labelledby={labelledBy}
      value={value}
      onChange={(event) => onChoose(event.target.value)}
      className={clsx(
        'min-h-12 max-w-full rounded-control border bg-card px-3',
        value === '' ? 'border-field text-ink-2' : 'border-green bg-green-wash font-semibold',
        className ?? 'w-full',
      )}
    >
      <option value="">{text.choose}</option>
      {options.map((option) => (
        <option key={option.id} value={option.id}>
          {option.text}
        </option>
      ))}
    </select>
  )
}
