import type { ReactNode } from 'react'
import { Button } from '~/shared/ui/button'
import type { Problem } from './definitions.rules'
import { FIELD_GRID } from './field-styles'
import { bankText as text } from './question-bank.he'
import { type Loose, type Part, partAt, withoutItem, withPartAt } from './question-shapes.rules'
import { SmallButton } from './small-button'

export type PartsProps = {
  parts: readonly Part[]
  /** A definition, or an item of one of its lists. */
  whole: Loose
  onChange: (whole: Loose) => void
  /** Where it stands in the definition, with a dot behind it; nothing for the definition itself. */
  base: string
  problems: readonly Problem[]
  /** What the list of the item belongs to: it says which items are right. */
  owner?: Pick<PartsProps, 'whole' | 'onChange'>
}

type ItemListProps = Omit<PartsProps, 'parts'> & {
  part: Extract<Part, { type: 'list' }>
  /** The fields of an item. */
  children: (props: PartsProps) => ReactNode
}

/** Options, items, pairs, steps and the like: each with its fields, moved by buttons, added and removed. */
export function ItemList({ part, whole, onChange, base, problems, children }: ItemListProps) {
  const items = (partAt(whole, part.path) ?? []) as Loose[]
  const place = `${base}${part.path}`
  const write = (made: Loose[]) => onChange(withPartAt(whole, part.path, made))
  const move = (from: number, to: number) => write(items.toSpliced(from, 1).toSpliced(to, 0, items[from] as Loose))
  const problemAt = (path: string) => problems.find((one) => one.path === path)?.message
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-semibold">{part.label}</legend>
      {problemAt(place) && <p className="mb-2 text-red text-sm">{problemAt(place)}</p>}
      <ol className="grid gap-4">
        {items.map((item, index) => {
          const name = text.item(part.item, index + 1)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: items have no names of their own, and their fields no state
            <li key={index} className="border-rule-2 border-s-2 ps-4">
              <fieldset className={FIELD_GRID}>
                <legend className="flex w-full items-center justify-between text-ink-2 text-sm">
                  {name}
                  <span className="flex">
                    <SmallButton
                      label={text.of(text.up, name)}
                      sign="↑"
                      disabled={index === 0}
                      onClick={() => move(index, index - 1)}
                    />
                    <SmallButton
                      label={text.of(text.down, name)}
                      sign="↓"
                      disabled={index === items.length - 1}
                      onClick={() => move(index, index + 1)}
                    />
                    <SmallButton
                      label={text.of(text.remove, name)}
                      sign="×"
                      onClick={() => onChange(withoutItem(whole, part.path, index))}
                    />
                  </span>
                </legend>
                {problemAt(`${place}.${index}`) && (
                  <p className="col-span-full text-red text-sm">{problemAt(`${place}.${index}`)}</p>
                )}
                {children({
                  parts: part.parts,
                  whole: item,
                  onChange: (made) => write(items.with(index, made)),
                  base: `${place}.${index}.`,
                  problems,
                  owner: { whole, onChange },
                })}
              </fieldset>
            </li>
          )
        })}
      </ol>
      <Button
        look="quiet"
        size="small"
        className="mt-2"
        onClick={() => write([...items, part.make(items.map(({ id }) => String(id)))])}
      >
        {text.addItem(part.item)}
      </Button>
    </fieldset>
  )
}
