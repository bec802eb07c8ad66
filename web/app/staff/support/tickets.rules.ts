import type { ListAddress, ListShape } from '~/staff/shared/list-address.rules'
import type { TicketsAsked } from './ticket-list.calls'

const VIEWS = ['open', 'mine', 'unassigned', 'overdue', 'waiting', 'snoozed', 'all', 'spam'] as const

/** What the address of the list may say; without a view it shows what is open. */
export const TICKET_LIST = {
  sorts: ['last_message_at', 'created_at', 'due', 'priority'],
  filters: {
    view: VIEWS,
    status: ['open', 'pending', 'solved', 'closed'],
    priority: ['0', '1', '2', '3'],
    about: ['lesson', 'other'],
    tag: null,
  },
  columns: [
    'subject',
    'name',
    'email',
    'status',
    'priority',
    'assignee',
    'tags',
    'due',
    'last_message_at',
    'created_at',
    'satisfaction',
  ],
  usual: ['subject', 'name', 'status', 'priority', 'assignee', 'tags', 'due', 'last_message_at'],
} as const satisfies ListShape

/** What an address asks of the database. */
export function ticketsAsked({ search, sort, direction, filters, place }: ListAddress): TicketsAsked {
  const { view = 'open', status, priority, about, tag } = filters
  return {
    view,
    sort,
    direction,
    place,
    ...(search && { search }),
    ...(status && { states: [status] }),
    ...(priority && { priorities: [priority] }),
    ...(about && { about }),
    ...(tag && { tag }),
  }
}

/** Whether the first answer is late at a moment, in ms. */
export const isOverdue = (ticket: { firstAnswerAt: string | null; dueAt: string | null }, now: number): boolean =>
  ticket.firstAnswerAt === null && ticket.dueAt !== null && Date.parse(ticket.dueAt) < now
