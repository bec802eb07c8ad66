import type { OpenTicket, TicketEvent, TicketMessage, TicketNote } from './ticket.calls'

export type ThreadLine =
  | { type: 'message'; at: string; message: TicketMessage }
  | { type: 'note'; at: string; note: TicketNote }
  | { type: 'event'; at: string; event: TicketEvent }

/** The id that what was said has in the page. */
export const lineIdOf = (id: string): string => `said-${id}`

/** Messages, notes and changes of a ticket in one order, the oldest first; of one moment what was said comes first. */
export function threadOf({ messages, notes, events }: Pick<OpenTicket, 'messages' | 'notes' | 'events'>): ThreadLine[] {
  const lines: ThreadLine[] = [
    ...messages.map((message): ThreadLine => ({ type: 'message', at: message.created_at, message })),
    ...notes.map((note): ThreadLine => ({ type: 'note', at: note.created_at, note })),
    ...events.map((event): ThreadLine => ({ type: 'event', at: event.created_at, event })),
  ]
  return lines.sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
}
