import { clsx } from 'clsx'
import { supportText as text } from './support.he'
import type { TicketState } from './ticket-list.calls'

const DOTS: Record<TicketState, string> = {
  open: 'bg-saffron',
  pending: 'bg-ink-3',
  solved: 'bg-green',
  closed: 'bg-rule-2',
}

/** The state of a ticket: a small dot and a word. */
export function TicketStateMark({ state }: { state: TicketState }) {
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <span aria-hidden="true" className={clsx('size-2 rounded-full', DOTS[state])} />
      {text.states[state]}
    </span>
  )
}
