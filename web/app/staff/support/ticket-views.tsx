import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useListAddress } from '~/staff/list/use-list-address'
import { supportText as text } from './support.he'
import { type TicketView, ticketViewsQuery } from './ticket-list.calls'
import { TICKET_LIST, ticketsAsked } from './tickets.rules'

/** A hundred says that there is enough to do. */
const MOST = 100

/** The views of the list as tabs, each with how many it holds; they lie in the address like everything of the list. */
export function TicketViews() {
  const { address, show } = useListAddress(TICKET_LIST)
  const { data: counts } = useQuery(ticketViewsQuery(ticketsAsked(address)))
  const present = address.filters.view ?? 'open'
  const { view: _, ...others } = address.filters
  return (
    <nav aria-label={text.viewsLabel} className="mb-3 flex gap-x-1 overflow-x-auto border-rule-2 border-b">
      {TICKET_LIST.filters.view.map((view) => {
        const count = view === 'all' ? undefined : counts?.[view satisfies TicketView]
        return (
          <button
            key={view}
            type="button"
            aria-current={view === present ? 'true' : undefined}
            onClick={() => show({ filters: view === 'open' ? others : { ...others, view } })}
            className={clsx(
              '-outline-offset-3 -mb-px min-h-11 shrink-0 border-b-3 px-3',
              view === present ? 'border-green font-semibold' : 'border-transparent text-ink-2 hover:text-ink',
            )}
          >
            {text.views[view]}
            {count !== undefined && count > 0 && (
              <span className="ps-1.5 text-ink-3 text-sm tabular-nums">
                <bdi dir="ltr">{count >= MOST ? `${MOST - 1}+` : count}</bdi>
              </span>
            )}
          </button>
        )
      })}
    </nav>
  )
}
