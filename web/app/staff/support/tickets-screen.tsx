import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { staffPaths } from '~/shared/config/staff-paths'
import { ListFrame } from '~/staff/list/list-frame'
import { useListAddress } from '~/staff/list/use-list-address'
import type { ListChoice } from '~/staff/list-selection/list-choice-bar'
import { CannedReplies } from './canned-replies'
import { countedTickets, supportText as text } from './support.he'
import { SupportHours } from './support-hours'
import { TICKET_COLUMNS } from './ticket-columns'
import { chooseTickets, type ListedTicket, supportChoicesQuery, ticketsQuery } from './ticket-list.calls'
import { TicketViews } from './ticket-views'
import { TICKET_LIST, ticketsAsked } from './tickets.rules'
import { TicketsBulk } from './tickets-bulk'
import { TicketsExport } from './tickets-export'

const { last_message_at, created_at, due, priority } = text.columns
const WORDS = { ...text, counted: countedTickets }
const SORTS = {
  last_message_at: { title: last_message_at, begins: 'desc' },
  created_at: { title: created_at, begins: 'desc' },
  due: { title: due, begins: 'asc' },
  priority: { title: priority, begins: 'desc' },
} as const
const FILTERS = {
  status: { ...text.filters.status, values: text.states },
  priority: { ...text.filters.priority, values: text.priorities },
  about: text.filters.about,
}
const CHOICE: ListChoice<ListedTicket> = {
  nameOf: ({ subject }) => subject,
  all: (address) => chooseTickets(ticketsAsked({ ...address, place: null })),
  Actions: TicketsBulk,
}

/** The questions to the academy in a list, by what is to be done with them ([2.12-06], [6-15]). */
export function TicketsScreen() {
  const { data: choices } = useQuery(supportChoicesQuery())
  const { tag } = useListAddress(TICKET_LIST).address.filters
  // A tag of the address stays choosable when nothing has it any more.
  const tags = [...new Set([...(choices?.tags ?? []), ...(tag ? [tag] : [])])]
  const filters = {
    ...FILTERS,
    ...(tags.length > 0 && {
      tag: { ...text.filters.tag, values: Object.fromEntries(tags.map((name) => [name, name])) },
    }),
  }
  return (
    <ListFrame
      words={WORDS}
      shape={TICKET_LIST}
      query={(address) => ticketsQuery(ticketsAsked(address))}
      columns={TICKET_COLUMNS}
      sorts={SORTS}
      filters={filters}
      actions={(address) => (
        <>
          <CannedReplies />
          <SupportHours />
          <Link to={staffPaths.refusedMails} className="text-link inline-flex min-h-11 items-center">
            {text.refusedMails}
          </Link>
          <TicketsExport address={address} />
        </>
      )}
      lead={<TicketViews />}
      views="support"
      choice={CHOICE}
    />
  )
}
