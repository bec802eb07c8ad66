import { clsx } from 'clsx'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { useTypedDirection } from './typed-direction'

type TextAreaProps = ComponentProps<'textarea'> & { label: string; hint?: ReactNode; error?: string | undefined }

/** A labelled field of several lines; hint and error are tied to it for screen readers. */
export function TextArea({ label, hint, error, className, ref, ...input }: TextAreaProps) {
  const id = useId()
  const field = useTypedDirection(ref, input.dir)
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      <textarea
        rows={7}
        {...input}
        ref={field}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
        className={clsx(
          'block w-full rounded-control border bg-card px-4 py-3 text-ink placeholder:text-ink-3',
          error ? 'border-red' : 'border-field',
        )}
      />
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-ink-3 text-sm">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1 text-red text-sm">
          {error}
        </p>
      )}
    </div>
  )
}
