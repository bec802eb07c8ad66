import { clsx } from 'clsx'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '~/shared/ui/button'
import { fieldText as text } from './fields.he'
import type { FieldsProps } from './quiz-types.rules'
import {
  type Decimal,
  numberInWords,
  type Presented,
  readDecimal,
  readTypedNumber,
  shown,
  type Unit,
} from './quiz-types.rules'

type NumberQuestion = Extract<Presented, { unit: Unit }>

/**
 * A number as people type it; below it stands how it was understood. The button changes its sign, because the number pads
 * of phones have no minus; every question has it, so that it gives nothing away.
 */
export function NumberField({ presented, answer, onAnswer, labelledBy }: FieldsProps<NumberQuestion>) {
  const id = useId()
  const { unit } = presented
  const number = answer && 'number' in answer ? answer.number : null
  const [typed, setTyped] = useState(() => plainly(number))
  const reported = useRef(number)
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    // Another device answered: its number takes the place of what stands here, before anything else is typed.
    if (number === reported.current) return
    reported.current = number
    setTyped(plainly(number))
  }, [number])

  const change = (next: string) => {
    setTyped(next)
    const read = readTypedNumber(next, unit)
    const value = 'value' in read ? read.value : null
    if (value === reported.current) return
    reported.current = value
    onAnswer(value === null ? null : { number: value })
  }
  const read = readTypedNumber(typed, unit)
  const changeSign = () => {
    if ('value' in read) change(plainly(read.value.startsWith('-') ? read.value.slice(1) : `-${read.value}`))
    else if (read.state === 'empty') change(typed.trim() === '' ? MINUS : '')
    field.current?.focus()
  }
  const problem = read.state === 'problem' ? text.problems[read.code] : undefined
  return (
    <div>
      <div className="flex items-center gap-3.5">
        <input
          ref={field}
          aria-labelledby={labelledBy}
          aria-describedby={`${id}-read`}
          aria-invalid={problem !== undefined || undefined}
          inputMode="decimal"
          autoComplete="off"
          dir="ltr"
          value={typed}
          onChange={(event) => change(event.target.value)}
          className={clsx(
            'h-14 w-[230px] min-w-0 rounded-control border bg-card px-4 text-start font-semibold text-xl',
            problem ? 'border-red' : 'border-ink-2',
          )}
        />
        <Button
          look="secondary"
          aria-label={text.otherSign}
          title={text.otherSign}
          onClick={changeSign}
          className="h-14 w-14 shrink-0 text-xl"
        >
          <span aria-hidden="true">±</span>
        </Button>
        <span aria-hidden="true" className="text-lg">
          {text.units[unit]}
        </span>
      </div>
      <p
        id={`${id}-read`}
        aria-live="polite"
        className={clsx('mt-2 min-h-6 text-sm', problem ? 'text-red' : 'text-ink-3')}
      >
        {problem ?? ('value' in read ? text.understood(inWords(read.value, unit)) : '')}
      </p>
    </div>
  )
}

const MINUS = '\u2212'

const plainly = (number: Decimal | null): string => {
  const value = number === null ? undefined : readDecimal(number)
  return value ? shown(value, 'number', 10) : ''
}

/** In words where there are words; else as figures, left to right. */
function inWords(number: Decimal, unit: Unit): string {
  const value = readDecimal(number)
  return numberInWords(number, unit) ?? (value ? `\u2066${shown(value, unit, 10)}\u2069` : '')
}
