import { clsx } from 'clsx'
import { Icon } from '~/shared/ui/icon'
import { listText as text } from './list.he'

/** A column that sorts: its title, and in which direction it begins. */
export type ListSort = { title: string; begins: 'asc' | 'desc' }

type SortButtonProps = {
  sort: ListSort
  sorted: 'asc' | 'desc' | false
  onSort: (direction: 'asc' | 'desc') => void
}

/** The heading of a column that sorts; pressed again, the other way. */
export function SortButton({ sort: { title, begins }, sorted, onSort }: SortButtonProps) {
  const other = sorted === 'desc' ? 'asc' : 'desc'
  return (
    <button
      type="button"
      aria-label={text.sortBy(title)}
      onClick={() => onSort(sorted ? other : begins)}
      className={clsx(
        '-outline-offset-3 inline-flex min-h-9 items-center gap-1 px-2.5 hover:text-ink',
        sorted && 'text-ink',
      )}
    >
      {title}
      {sorted && <Icon name={sorted === 'desc' ? 'chevron-down' : 'chevron-up'} className="size-3.5" />}
    </button>
  )
}
