import type { KindOf } from '~/shared/config/kinds'

export type TicketStatus = KindOf<'support_tickets.status'>
export type OwnTicketState = 'waiting' | 'answered' | 'solved' | 'closed'

/** What the state of a ticket is to the student: who of both is to write next, or that it is over. */
export const ownTicketState = (status: TicketStatus, lastFromStaff: boolean): OwnTicketState =>
  status === 'solved' || status === 'closed' ? status : lastFromStaff ? 'answered' : 'waiting'
