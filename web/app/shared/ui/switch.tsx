import { clsx } from 'clsx'
import { type ReactNode, useId } from 'react'

type SwitchProps = {
  label: string
  about?: ReactNode
  checked: boolean
  busy?: boolean
  onChange: (checked: boolean) => void
}

/** One thing that is on or off and is saved at once; the whole line can be pressed. */
export function Switch({ label, about, checked, busy = false, onChange }: SwitchProps) {
  const id = useId()
  return (
    <div className="flex items-start justify-between gap-6">
      <label htmlFor={id} className="min-w-0 flex-1 cursor-pointer">
        <span id={`${id}-name`} className="font-semibold">
          {label}
        </span>
        {about && (
          <span id={`${id}-about`} className="block text-ink-2 text-sm">
            {about}
          </span>
        )}
      </label>
      <span className="relative mt-0.5 inline-flex h-7 w-12 shrink-0">
        <input
          id={id}
          type="checkbox"
          role="switch"
          aria-checked={checked}
          aria-labelledby={`${id}-name`}
          aria-describedby={about ? `${id}-about` : undefined}
          aria-busy={busy || undefined}
          checked={checked}
          onChange={(event) => !busy && onChange(event.target.checked)}
          className={clsx(
            'peer size-full cursor-pointer appearance-none rounded-full border transition-colors duration-150',
            checked ? 'border-green bg-green' : 'border-field bg-card',
          )}
        />
        <span
          aria-hidden="true"
          className={clsx(
            'pointer-events-none absolute top-1 size-5 rounded-full transition-[inset-inline-start] duration-150',
            checked ? 'start-6 bg-white' : 'start-1 bg-field',
          )}
        />
      </span>
    </div>
  )
}
