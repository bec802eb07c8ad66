import { type ComponentProps, type ReactNode, useId } from 'react'

type CheckboxFieldProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; error?: string | undefined }

/** A checkbox with its sentence; the whole line can be pressed. */
export function CheckboxField({ label, error, id, ...input }: CheckboxFieldProps) {
  const ownId = useId()
  const inputId = id ?? ownId
  return (
    <div>
      <div className="flex items-start gap-3">
        <input
          {...input}
          id={inputId}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${inputId}-error` : undefined}
          className="mt-[3px] size-6 shrink-0 cursor-pointer accent-green"
        />
        <label htmlFor={inputId} className="cursor-pointer text-sm leading-7">
          {label}
        </label>
      </div>
      {error && (
        <p id={`${inputId}-error`} className="mt-1 ps-9 text-sm text-red">
          {error}
        </p>
      )}
    </div>
  )
}
