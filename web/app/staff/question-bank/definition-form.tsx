import { clsx } from 'clsx'
import { useId } from 'react'
import { CheckboxField } from '~/shared/ui/checkbox-field'
import { TextArea } from '~/shared/ui/text-area'
import { TextField } from '~/shared/ui/text-field'
import { FIELD_GRID, SELECT } from './field-styles'
import { ItemList, type PartsProps } from './item-list'
import { shapeText as text } from './question-shapes.he'
import { type Part, partAt, withPartAt } from './question-shapes.rules'
import { VideoMomentField } from './video-moment-field'

/** Everything that is filled in of a definition or an item, each with what is wrong beside it. */
export function PartFields({ parts, ...rest }: PartsProps) {
  return parts.map((part) => (
    <div key={'path' in part ? part.path : part.type} className={clsx('min-w-0', widthOf(part))}>
      <PartField part={part} {...rest} />
    </div>
  ))
}

/** Numbers and names stand side by side, lines and formulas take two places, all else the row. */
function widthOf(part: Part): string {
  if (part.type === 'line' || (part.type === 'code' && part.isWide)) return 'col-span-full sm:col-span-2'
  return part.type === 'code' || part.type === 'choice' ? '' : 'col-span-full'
}

function PartField({ part, ...rest }: Omit<PartsProps, 'parts'> & { part: Part }) {
  const { whole, onChange, base, problems } = rest
  if (part.type === 'right') return <RightField many={part.many} {...rest} />
  if (part.type === 'variant') return <VariantField part={part} {...rest} />
  if (part.type === 'list')
    return (
      <ItemList part={part} {...rest}>
        {(props) => <PartFields {...props} />}
      </ItemList>
    )
  const value = partAt(whole, part.path)
  const write = (made: unknown) => onChange(withPartAt(whole, part.path, made))
  const error = problems.find(({ path }) => path === `${base}${part.path}`)?.message
  if (part.type === 'switch')
    return (
      <CheckboxField
        label={part.label}
        checked={value === true}
        onChange={({ target }) => write(target.checked || undefined)}
      />
    )
  if (part.type === 'film') return <VideoMomentField label={part.label} value={value} onChange={write} />
  if (part.type === 'choice') return <ChoiceField part={part} value={value} error={error} onChange={write} />
  if (part.type === 'lines') {
    const lines = Array.isArray(value) ? (value as string[]) : []
    const keep = (made: string[]) => write(part.optional && made.length === 0 ? undefined : made)
    const within = problems.find(({ path }) => path.startsWith(`${base}${part.path}`))?.message
    return (
      <TextArea
        label={part.label}
        hint={part.hint}
        rows={3}
        value={lines.join('\n')}
        error={error ?? within}
        onChange={({ target }) => keep(target.value === '' ? [] : target.value.split('\n'))}
        onBlur={() => keep(lines.map((line) => line.trim()).filter(Boolean))}
      />
    )
  }
  const field = {
    ...{ label: part.label, hint: part.hint, error, value: typeof value === 'string' ? value : '' },
    onChange: ({ target }: { target: { value: string } }) => write(target.value),
  }
  if (part.type === 'text') return <TextArea {...field} rows={2} />
  return <TextField {...field} dir={part.type === 'code' ? 'ltr' : undefined} />
}

type ChoiceFieldProps = {
  part: Extract<Part, { type: 'choice' }>
  value: unknown
  error: string | undefined
  onChange: (value: unknown) => void
}

function ChoiceField({ part: { label, values }, value, error, onChange }: ChoiceFieldProps) {
  const id = useId()
  const chosen = values.findIndex(([one]) => JSON.stringify(one) === JSON.stringify(value))
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      <select
        id={id}
        value={chosen}
        aria-invalid={error ? true : undefined}
        onChange={({ target }) => onChange(values[Number(target.value)]?.[0])}
        className={SELECT}
      >
        {chosen < 0 && <option value={-1} />}
        {values.map(([, name], index) => (
          <option key={name} value={index}>
            {name}
          </option>
        ))}
      </select>
      {error && <p className="mt-1 text-red text-sm">{error}</p>}
    </div>
  )
}

function VariantField({ part, ...rest }: Omit<PartsProps, 'parts'> & { part: Extract<Part, { type: 'variant' }> }) {
  const { whole, onChange } = rest
  const now = part.variants.find(({ mark }) => mark in whole) ?? part.variants[0]
  const values = part.variants.map(({ label, mark }) => [mark, label] as const)
  return (
    <div className={FIELD_GRID}>
      <ChoiceField
        part={{ type: 'choice', path: '', label: part.label, values }}
        value={now?.mark}
        error={undefined}
        onChange={(mark) => onChange(part.variants.find((one) => one.mark === mark)?.make(whole) ?? whole)}
      />
      <PartFields parts={now?.parts ?? []} {...rest} />
    </div>
  )
}

/** Whether the item is right; of one that is chosen alone the others are not. */
function RightField({ many, whole, owner }: Omit<PartsProps, 'parts'> & { many: boolean }) {
  const id = String(whole.id)
  const right = owner?.whole.right
  const rights = Array.isArray(right) ? (right as string[]) : []
  const isRight = many ? rights.includes(id) : right === id
  const made = many ? (isRight ? rights.filter((one) => one !== id) : [...rights, id]) : id
  return (
    <label className="flex min-h-8 cursor-pointer items-center gap-2">
      <input
        type={many ? 'checkbox' : 'radio'}
        checked={isRight}
        onChange={() => owner?.onChange({ ...owner.whole, right: made })}
        className="size-5 accent-green"
      />
      {text.rightOne}
    </label>
  )
}
