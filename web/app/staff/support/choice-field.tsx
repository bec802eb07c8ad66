import { useId } from 'react'

type ChoiceFieldProps = {
  label: string
  /** What is chosen while nothing is; missing where something always is. */
  none?: string | undefined
  values: readonly (readonly [string, string])[]
  value: string
  disabled?: boolean
  onChange: (value: string) => void
}

/** One of a few values, with its label above. */
export function ChoiceField({ label, none, values, value, disabled, onChange }: ChoiceFieldProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-ink-2 text-sm">
        {label}
      </label>
      <select
        id={id}
        value={value}
        disabled={disabled}
        onChange={({ target }) => onChange(target.value)}
        className="block min-h-11 w-full rounded-control border border-field bg-card px-3"
      >
        {none !== undefined && <option value="">{none}</option>}
        {values.map(([key, valueLabel]) => (
          <option key={key} value={key}>
            {valueLabel}
          </option>
        ))}
      </select>
    </div>
  )
}
