import { DropdownMenu as Primitive } from 'radix-ui'
import { buttonClass } from '~/shared/ui/button'
import { DropdownMenu, DropdownMenuContent, DropdownMenuTrigger } from '~/shared/ui/dropdown-menu'
import { Icon } from '~/shared/ui/icon'
import { listText as text } from './list.he'

type ListDisplayProps = {
  /** Titles of the columns by their id, in their order. */
  titles: Readonly<Record<string, string>>
  /** Ids of those that are shown; empty for all. */
  chosen: string[]
  onChoose: (columns: string[]) => void
  dense: boolean
  onDense: (dense: boolean) => void
}

/** How a list looks: which columns it shows, of which one always stays, and how high its rows are. */
export function ListDisplay({ titles, chosen, onChoose, dense, onDense }: ListDisplayProps) {
  const ids = Object.keys(titles)
  const shown = chosen.length === 0 ? ids : chosen
  const choose = (id: string, wanted: boolean) => {
    const next = ids.filter((other) => (other === id ? wanted : shown.includes(other)))
    if (next.length > 0) onChoose(next.length === ids.length ? [] : next)
  }
  return (
    <DropdownMenu>
      <DropdownMenuTrigger className={buttonClass('secondary', 'small')}>{text.display}</DropdownMenuTrigger>
      <DropdownMenuContent>
        <Primitive.Label className="px-3 pt-2 font-semibold text-ink-2 text-xs">{text.shownColumns}</Primitive.Label>
        {ids.map((id) => (
          <Choice
            key={id}
            title={titles[id] ?? ''}
            checked={shown.includes(id)}
            onChoose={(wanted) => choose(id, wanted)}
          />
        ))}
        <Primitive.Separator className="my-1 border-rule border-t" />
        <Choice title={text.dense} checked={dense} onChoose={onDense} />
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

/** One line of the menu, which stays open. */
function Choice({
  title,
  checked,
  onChoose,
}: {
  title: string
  checked: boolean
  onChoose: (wanted: boolean) => void
}) {
  return (
    <Primitive.CheckboxItem
      checked={checked}
      onCheckedChange={onChoose}
      onSelect={(event) => event.preventDefault()}
      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 text-sm outline-none data-highlighted:bg-blue-wash"
    >
      <span className="grid size-5 place-items-center">
        <Primitive.ItemIndicator>
          <Icon name="check" className="size-4 text-green" />
        </Primitive.ItemIndicator>
      </span>
      {title}
    </Primitive.CheckboxItem>
  )
}
