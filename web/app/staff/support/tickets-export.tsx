import type { Cell, ExportColumn } from '~/staff/list-export/cells.rules'
import { ExportButton } from '~/staff/list-export/export-button'
import type { ListAddress } from '~/staff/shared/list-address.rules'
import { supportText as text } from './support.he'
import { type ListedTicket, openTicketsExport, readTicketsExport } from './ticket-list.calls'
import { ticketsAsked } from './tickets.rules'

const moment = (iso: string | null): Cell => (iso ? new Date(iso) : null)
const VALUES: Record<keyof typeof text.columns, Omit<ExportColumn<ListedTicket>, 'title'>> = {
  subject: { width: 40, value: ({ subject }) => subject },
  name: { width: 24, value: ({ name }) => name },
  email: { width: 22, value: ({ emailMasked }) => emailMasked },
  status: { width: 14, value: ({ status }) => text.states[status] },
  priority: { width: 12, value: ({ priority }) => text.priorities[priority] },
  assignee: { width: 16, value: ({ assignee }) => assignee },
  tags: { width: 24, value: ({ tags }) => tags.join(', ') },
  due: { width: 18, value: ({ dueAt }) => moment(dueAt) },
  last_message_at: { width: 18, value: ({ lastMessageAt }) => moment(lastMessageAt) },
  created_at: { width: 18, value: ({ createdAt }) => moment(createdAt) },
  satisfaction: {
    width: 14,
    value: ({ satisfaction }) => (satisfaction ? text.satisfaction[satisfaction] : null),
  },
}

/** The columns that the list shows, as columns of a file. */
function columnsOf(chosen: readonly string[]): ExportColumn<ListedTicket>[] {
  const ids = Object.keys(VALUES) as (keyof typeof VALUES)[]
  return ids
    .filter((id) => chosen.length === 0 || chosen.includes(id))
    .map((id) => ({ title: text.columns[id], ...VALUES[id] }))
}

/** Takes along the tickets that the list finds, masked as it shows them. */
export function TicketsExport({ address }: { address: ListAddress }) {
  return (
    <ExportButton
      title={text.title}
      fileName="tickets"
      columns={columnsOf(address.columns)}
      source={{ open: (format) => openTicketsExport(ticketsAsked(address), format), read: readTicketsExport }}
    />
  )
}
