import { useId } from 'react'

type RoleFieldProps = { label: string; roles: readonly string[]; value: string; onChange: (role: string) => void }

/** Chooses one role by its name. */
export function RoleField({ label, roles, value, onChange }: RoleFieldProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      <select
        id={id}
        dir="ltr"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className="block min-h-12 w-full rounded-control border border-field bg-card px-3"
      >
        {roles.map((role) => (
          <option key={role}>{role}</option>
        ))}
      </select>
    </div>
  )
}
