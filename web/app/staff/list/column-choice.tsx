import { DropdownMenu as Primitive } from 'radix-ui'
import { buttonClass } from '~/shared/ui/button'
import { DropdownMenu, DropdownMenuContent, DropdownMenuTrigger } from '~/shared/ui/dropdown-menu'
import { Icon } from '~/shared/ui/icon'
import { listText as text } from './list.he'

type ColumnChoiceProps = {
  /** Titles of the columns by their id, in their order. */
  titles: Readonly<Record<string, string>>
  /** Ids of those that are shown; empty for all. */
  chosen: string[]
  onChoose: (columns: string[]) => void
}

/** Which columns a list shows; one always stays. */
export function ColumnChoice({ titles, chosen, onChoose }: ColumnChoiceProps) {
  const ids = Object.keys(titles)
  const shown = chosen.length === 0 ? ids : chosen
  const choose = (id: string, wanted: boolean) => {
    const next = ids.filter((other) => (other === id ? wanted : shown.includes(other)))
    if (next.length > 0) onChoose(next.length === ids.length ? [] : next)
  }
  return (
    <DropdownMenu>
      <DropdownMenuTrigger className={buttonClass('secondary', 'small')}>{text.columns}</DropdownMenuTrigger>
      <DropdownMenuContent>
        {ids.map((id) => (
          <Primitive.CheckboxItem
            key={id}
            checked={shown.includes(id)}
            onCheckedChange={(wanted) => choose(id, wanted)}
            onSelect={(event) => event.preventDefault()}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 text-sm outline-none data-highlighted:bg-blue-wash"
          >
            <span className="grid size-5 place-items-center">
              <Primitive.ItemIndicator>
                <Icon name="check" className="size-4 text-green" />
              </Primitive.ItemIndicator>
            </span>
            {titles[id]}
          </Primitive.CheckboxItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
