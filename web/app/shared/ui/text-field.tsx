import { clsx } from 'clsx'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { stripInvisible } from '../formats/invisible'
import { useTypedDirection } from './typed-direction'

type TextFieldProps = ComponentProps<'input'> & {
  label: string
  hint?: ReactNode
  error?: string | undefined
  /** Id of a message elsewhere on the page that says what is wrong here. */
  errorId?: string | undefined
}

/**
 * A labelled input; hint and error are tied to it for screen readers. Emails, phones and web addresses are written left
 * to right. They, and all else that is no words (`dir` of `ltr`, any `inputMode`), get no invisible letters.
 */
export function TextField({ label, hint, error, errorId, className, id, ref, ...input }: TextFieldProps) {
  const ownId = useId()
  const inputId = id ?? ownId
  const leftToRight = ['email', 'tel', 'url'].includes(input.type ?? 'text')
  const field = useTypedDirection(ref, leftToRight ? 'ltr' : input.dir)
  const invalid = Boolean(error || errorId)
  const described = [hint && `${inputId}-hint`, error && `${inputId}-error`, errorId].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label htmlFor={inputId} className="mb-1 block font-semibold">
        {label}
      </label>
      <input
        dir={leftToRight ? 'ltr' : undefined}
        {...input}
        ref={field}
        id={inputId}
        onChange={(event) => {
          const typed = event.target.value
          const clean = leftToRight || input.dir === 'ltr' || input.inputMode ? stripInvisible(typed) : typed
          // Written only when it differs: writing takes the caret to the end.
          if (clean !== typed) event.target.value = clean
          input.onChange?.(event)
        }}
        aria-invalid={invalid || undefined}
        aria-describedby={described || undefined}
        className={clsx(
          'block min-h-12 w-full rounded-control border bg-card px-4 text-ink placeholder:text-ink-3',
          leftToRight && 'text-start',
          invalid ? 'border-red' : 'border-field',
        )}
      />
      {hint && (
        <p id={`${inputId}-hint`} className="mt-1 text-sm text-ink-3">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${inputId}-error`} className="mt-1 text-sm text-red">
          {error}
        </p>
      )}
    </div>
  )
}
