import { useId } from 'react'

/** The words of one filter: its title, what it says while nothing is filtered, and its values. */
export type ListFilterWords = { title: string; any: string; values: Readonly<Record<string, string>> }

type ListFilterProps = ListFilterWords & {
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** One filter of a list, as a sentence that is chosen. */
export function ListFilter({ title, any, values, value, onChange }: ListFilterProps) {
  const id = useId()
  return (
    <div className="flex min-h-11 items-center gap-2 rounded-control border border-rule-2 bg-card ps-3 has-focus-visible:border-focus">
      <label htmlFor={id} className="text-ink-2">
        {title}
      </label>
      <select
        id={id}
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value || undefined)}
        className="min-h-10 rounded-control bg-transparent pe-2 font-semibold"
      >
        <option value="">{any}</option>
        {Object.entries(values).map(([key, label]) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </select>
    </div>
  )
}
