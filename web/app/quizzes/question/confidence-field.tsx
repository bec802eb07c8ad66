import { clsx } from 'clsx'
import { useId } from 'react'
import { COVERING } from './choice-fields'
import { fieldText as text } from './fields.he'
import type { Confidence } from './quiz-types.rules'

const LEVELS: Confidence[] = ['sure', 'unsure']

type ConfidenceFieldProps = { value: Confidence | null; onChoose: (value: Confidence) => void }

/** How sure a person is of an answer. */
export function ConfidenceField({ value, onChoose }: ConfidenceFieldProps) {
  const name = useId()
  return (
    <fieldset className="mt-7 flex flex-wrap items-center gap-2.5">
      <legend className="float-start me-1 text-ink-2">{text.howSure}</legend>
      {LEVELS.map((level) => (
        <label
          key={level}
          className={clsx(
            'relative inline-flex min-h-11 items-center rounded-control border px-[18px] has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2',
            value === level
              ? 'border-green bg-green-wash font-semibold text-green-ink'
              : 'border-rule-2 bg-card font-medium',
          )}
        >
          <input
            type="radio"
            name={name}
            value={level}
            checked={value === level}
            onChange={() => onChoose(level)}
            className={COVERING}
          />
          {text[level]}
        </label>
      ))}
    </fieldset>
  )
}
