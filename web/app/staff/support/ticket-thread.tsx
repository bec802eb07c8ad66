import { clsx } from 'clsx'
import { formatClock } from '~/shared/formats/clock'
import { formatShortMoment } from '~/shared/formats/dates'
import { Bidi } from '~/shared/ui/bidi'
import { AnswerInLesson } from './answer-in-lesson'
import { supportText } from './support.he'
import { lineIdOf, type ThreadLine, threadOf } from './thread.rules'
import type { OpenTicket, TicketEvent } from './ticket.calls'
import { ticketText as text } from './ticket.he'
import { MessageMail } from './ticket-mails'

type TicketThreadProps = { ticket: OpenTicket; onDone: () => Promise<unknown> }

/** Everything that was said and done in a ticket, in one order. */
export function TicketThread({ ticket, onDone }: TicketThreadProps) {
  return (
    <ol aria-label={text.thread} className="border-ink border-t">
      {threadOf(ticket).map((line) => (
        <Line key={`${line.type} ${idOf(line)}`} line={line} ticket={ticket} onDone={onDone} />
      ))}
    </ol>
  )
}

const idOf = (line: ThreadLine) =>
  line.type === 'message' ? line.message.id : line.type === 'note' ? line.note.id : line.event.id

function Line({ line, ticket, onDone }: TicketThreadProps & { line: ThreadLine }) {
  const time = (
    <time dateTime={line.at} className="text-ink-3 text-sm">
      {formatShortMoment(line.at)}
    </time>
  )
  if (line.type === 'event')
    return (
      <li className="flex flex-wrap items-baseline gap-x-3 border-rule border-b py-1.5 text-ink-2 text-sm">
        <Bidi>{wordsOf(line.event)}</Bidi>
        <Bidi>{line.event.actor ?? (line.event.kind === 'mail' ? text.system : text.person)}</Bidi>
        {time}
      </li>
    )
  const isNote = line.type === 'note'
  const entry = isNote ? line.note : line.message
  const who = isNote ? line.note.author : line.message.author_kind === 'staff' ? line.message.author : ticket.name
  return (
    <li
      id={lineIdOf(entry.id)}
      tabIndex={-1}
      className={clsx('border-rule border-b py-4', isNote && 'bg-saffron-wash/50 px-4')}
    >
      <p className="mb-1.5 flex flex-wrap items-baseline gap-x-3">
        <Bidi className="font-semibold">{who ?? text.kinds.staff}</Bidi>
        <span className="text-ink-2 text-sm">
          {isNote ? text.note : text.kinds[line.message.author_kind]}
          {!isNote && line.message.channel === 'mail' && ` · ${text.byMail}`}
        </span>
        {time}
      </p>
      <Bidi as="p" className="max-w-[72ch] whitespace-pre-line [overflow-wrap:anywhere]">
        {entry.body}
      </Bidi>
      {line.type === 'message' && line.message.channel === 'mail' && (
        <MessageMail ticketId={ticket.id} messageId={entry.id} />
      )}
      {line.type === 'message' && line.message.author_kind === 'staff' && (
        <AnswerInLesson ticket={ticket} message={line.message} onDone={onDone} />
      )}
    </li>
  )
}

const isMoment = (moment: string) => /^\d{4}-\d\d-\d\dT/.test(moment)

/** A value of a change as people say it. */
function valueText({ kind }: TicketEvent, value: unknown): string {
  if (Array.isArray(value)) return value.join(', ') || text.nothing
  if (value === null || value === undefined) return kind === 'assignee' ? supportText.nobody : ''
  const shown = String(value)
  if (kind === 'status') return supportText.states[shown as keyof typeof supportText.states] ?? shown
  if (kind === 'priority') return supportText.priorities[Number(shown) as 0] ?? shown
  if (kind === 'published' || kind === 'withdrawn') return shown === '' ? '' : formatClock(Number(shown))
  if (kind === 'rated') return supportText.satisfaction[shown as 'good'] ?? shown
  return kind === 'snooze' && isMoment(shown) ? formatShortMoment(shown) : shown
}

const wordsOf = (event: TicketEvent): string =>
  text.events[event.kind](valueText(event, event.detail.from), valueText(event, event.detail.to))
