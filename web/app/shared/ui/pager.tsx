import { Button } from './button'
import { pagerText } from './pager.he'

type PagerProps = { page: number; pageSize: number; total: number; onPage: (page: number) => void; label: string }

/** Walks through a list page by page, newest first; nothing for a list of one page. `page` starts at 0. */
export function Pager({ page, pageSize, total, onPage, label }: PagerProps) {
  if (total <= pageSize) return null
  const from = page * pageSize + 1
  const to = Math.min(total, (page + 1) * pageSize)
  return (
    <nav aria-label={label} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pt-3">
      <p role="status" className="text-ink-2 text-sm">
        {pagerText.position(from, to, total)}
      </p>
      <div className="flex gap-2">
        <Button look="secondary" size="small" disabled={page === 0} onClick={() => onPage(page - 1)}>
          {pagerText.newer}
        </Button>
        <Button look="secondary" size="small" disabled={to >= total} onClick={() => onPage(page + 1)}>
          {pagerText.older}
        </Button>
      </div>
    </nav>
  )
}
