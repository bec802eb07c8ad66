import type { Ref } from 'react'
import { TextField } from '~/shared/ui/text-field'
import { clockChangeAt } from './israel-time.rules'
import { momentText as text } from './moment-field.he'

type MomentFieldProps = {
  ref?: Ref<HTMLInputElement>
  label: string
  error?: string | undefined
  value: string
  onWrite: (value: string) => void
}

/** A day and time by the clock of Israel; where that clock changes, it says which moment is meant. */
export function MomentField({ ref, label, error, value, onWrite }: MomentFieldProps) {
  const change = clockChangeAt(value)
  const hint = change && ('twice' in change ? text.twice : text.skipped(change.skipped))
  return (
    <TextField
      ref={ref}
      label={label}
      type="datetime-local"
      value={value}
      error={error}
      hint={hint}
      onChange={({ target }) => onWrite(target.value)}
    />
  )
}
