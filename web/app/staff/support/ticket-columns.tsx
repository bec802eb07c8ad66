import { Link } from 'react-router'
import { staffPaths } from '~/shared/config/staff-paths'
import { formatShortMoment } from '~/shared/formats/dates'
import { Bidi } from '~/shared/ui/bidi'
import { listColumns } from '~/staff/list/data-list'
import { supportText as text } from './support.he'
import type { ListedTicket } from './ticket-list.calls'
import { TicketStateMark } from './ticket-state-mark'
import { isOverdue } from './tickets.rules'

const column = listColumns<ListedTicket>()
/** What the list of tickets can show. */
export const TICKET_COLUMNS = [
  column.display({ id: 'subject', header: text.columns.subject, cell: ({ row }) => <Subject ticket={row.original} /> }),
  column.display({
    id: 'name',
    header: text.columns.name,
    cell: ({ row: { original } }) => (
      <>
        <Bidi>{original.name}</Bidi>
        {!original.isStudent && <span className="ps-1.5 text-ink-3 text-sm">{text.visitor}</span>}
      </>
    ),
  }),
  column.display({
    id: 'email',
    header: text.columns.email,
    cell: ({ row }) => <bdi dir="ltr">{row.original.emailMasked}</bdi>,
  }),
  column.display({
    id: 'status',
    header: text.columns.status,
    cell: ({ row }) => <TicketStateMark state={row.original.status} />,
  }),
  column.display({
    id: 'priority',
    header: text.columns.priority,
    cell: ({ row: { original } }) => (
      <span className={original.priority > 1 ? 'font-semibold' : undefined}>{text.priorities[original.priority]}</span>
    ),
  }),
  column.display({
    id: 'assignee',
    header: text.columns.assignee,
    cell: ({ row: { original } }) =>
      original.assignee ? <Bidi>{original.assignee}</Bidi> : <span className="text-ink-3">{text.nobody}</span>,
  }),
  column.display({
    id: 'tags',
    header: text.columns.tags,
    cell: ({ row }) => <Bidi>{row.original.tags.join(', ')}</Bidi>,
  }),
  column.display({ id: 'due', header: text.columns.due, cell: ({ row }) => <Due ticket={row.original} /> }),
  column.display({
    id: 'last_message_at',
    header: text.columns.last_message_at,
    cell: ({ row: { original } }) => (
      <>
        <time dateTime={original.lastMessageAt}>{formatShortMoment(original.lastMessageAt)}</time>
        <span className="ps-1.5 text-ink-3 text-sm">{original.lastFromStaff ? text.fromStaff : text.fromPerson}</span>
      </>
    ),
  }),
  column.display({
    id: 'created_at',
    header: text.columns.created_at,
    cell: ({ row }) => <time dateTime={row.original.createdAt}>{formatShortMoment(row.original.createdAt)}</time>,
  }),
  column.display({
    id: 'satisfaction',
    header: text.columns.satisfaction,
    cell: ({ row: { original } }) => (original.satisfaction ? text.satisfaction[original.satisfaction] : ''),
  }),
]

function Subject({ ticket: { id, subject, lesson } }: { ticket: ListedTicket }) {
  return (
    <Link
      to={staffPaths.ticket(id)}
      title={lesson ? text.lesson(lesson) : undefined}
      className="font-semibold no-underline hover:underline hover:underline-offset-4"
    >
      <Bidi>{subject}</Bidi>
    </Link>
  )
}

function Due({ ticket }: { ticket: ListedTicket }) {
  if (ticket.firstAnswerAt) return <span className="text-ink-3">{text.answered}</span>
  if (!ticket.dueAt) return null
  return (
    <>
      <time dateTime={ticket.dueAt}>{formatShortMoment(ticket.dueAt)}</time>
      {isOverdue(ticket, Date.now()) && <span className="ps-1.5 font-semibold text-red">{text.overdue}</span>}
    </>
  )
}
