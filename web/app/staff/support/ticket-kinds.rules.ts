/** What happens to a ticket besides words, as its thread shows it. */
export const TICKET_EVENTS = [
  'status',
  'priority',
  'assignee',
  'tags',
  'spam',
  'snooze',
  'mail',
  'merged',
  'blocked',
  'unblocked',
  'rated',
  'published',
  'withdrawn',
] as const
export type TicketEventKind = (typeof TICKET_EVENTS)[number]
