import { Button } from '~/shared/ui/button'
import type { ListPlace } from '~/staff/shared/list-address.rules'
import { listText as text } from './list.he'

type ListPagerProps = {
  /** Where the pages beside this one begin; null where there is none. */
  previous: ListPlace | null
  next: ListPlace | null
  onGo: (place: ListPlace | null) => void
}

/** Steps through a list by the rows at its edges. */
export function ListPager({ previous, next, onGo }: ListPagerProps) {
  if (!previous && !next) return null
  return (
    <nav aria-label={text.pages} className="flex flex-wrap gap-2">
      <Button look="quiet" size="small" disabled={!previous} onClick={() => onGo(null)}>
        {text.first}
      </Button>
      <Button look="secondary" size="small" disabled={!previous} onClick={() => onGo(previous)}>
        {text.previous}
      </Button>
      <Button look="secondary" size="small" disabled={!next} onClick={() => onGo(next)}>
        {text.next}
      </Button>
    </nav>
  )
}
