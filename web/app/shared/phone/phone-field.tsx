import { clsx } from 'clsx'
import { type ReactNode, type Ref, useEffectEvent, useId, useLayoutEffect, useState } from 'react'
import { CountryPicker } from './country-picker'
import type { PhoneInput } from './phone-number'
import { usePhoneReading } from './use-phone-reading'

type PhoneFieldProps = {
  label: string
  /** The number in E.164 form; empty while nothing was typed. */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  hint?: ReactNode
  error?: string | undefined
  /** Id of a message elsewhere on the page that says what is wrong here. */
  errorId?: string | undefined
  disabled?: boolean
  required?: boolean
  ref?: Ref<HTMLInputElement>
}

/** An international phone number: country (Israel at first) and number, written left to right [2.6-02]. */
export function PhoneField({ label, value, onChange, hint, error, errorId, ...rest }: PhoneFieldProps) {
  const { onBlur, disabled, required, ref } = rest
  const id = useId()
  const { reading, fetchPlans } = usePhoneReading(value !== '')
  const [input, setInput] = useState<PhoneInput>(() => reading.toPhoneInput(value))
  const [shown, setShown] = useState(value)
  const [typed, setTyped] = useState(false)
  if (value !== shown) {
    setShown(value)
    setInput(reading.toPhoneInput(value))
    setTyped(false)
  }
  const change = (next: PhoneInput) => {
    const number = reading.toE164(next)
    setInput(next)
    setShown(number)
    setTyped(true)
    onChange(number)
  }
  const readAgain = useEffectEvent(() => {
    if (typed) change(reading.readTyped(input.text, input.country))
    else setInput(reading.toPhoneInput(value))
  })
  // Before anything else is typed: a letter that came between would be overwritten.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what stands in the field is read anew once the plans came
  useLayoutEffect(readAgain, [reading])
  const invalid = Boolean(error || errorId)
  const described = [hint && `${id}-hint`, error && `${id}-error`, errorId].filter(Boolean).join(' ')
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      <div dir="ltr" className="flex">
        <CountryPicker
          value={input.country}
          dialCode={reading.dialCodeOf(input.country)}
          onNear={fetchPlans}
          onChange={(country) => change({ ...input, country })}
          disabled={disabled}
        />
        <input
          ref={ref}
          id={id}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          dir="ltr"
          disabled={disabled}
          required={required}
          value={input.text}
          onChange={(event) => change(reading.readTyped(event.target.value, input.country))}
          onFocus={fetchPlans}
          onBlur={onBlur}
          aria-invalid={invalid || undefined}
          aria-describedby={described || undefined}
          className={clsx(
            'block min-h-12 w-full min-w-0 rounded-e-control border bg-card px-4 text-start focus-visible:z-10',
            invalid ? 'border-red' : 'border-field',
          )}
        />
      </div>
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-sm text-ink-3">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1 text-sm text-red">
          {error}
        </p>
      )}
    </div>
  )
}
