import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '~/shared/config/paths'
import { staffPaths } from '~/shared/config/staff-paths'
import { formatClock } from '~/shared/formats/clock'
import { formatDay } from '~/shared/formats/dates'
import { Bidi } from '~/shared/ui/bidi'
import { Button } from '~/shared/ui/button'
import { ConfirmDialog } from '~/shared/ui/confirm-dialog'
import { mergeTickets, type OpenTicket, type OtherTicket } from './ticket.calls'
import { ticketText as text } from './ticket.he'
import { TicketStateMark } from './ticket-state-mark'

type TicketRelatedProps = { ticket: OpenTicket; onDone: () => Promise<unknown> }

/** The place in the lesson with what was said there, other tickets of the person, and similar ones. */
export function TicketRelated({ ticket, onDone }: TicketRelatedProps) {
  const [merging, setMerging] = useState<OtherTicket>()
  return (
    <>
      <LessonPlace ticket={ticket} />
      <Others title={text.others} tickets={ticket.others} onMerge={ticket.merged_into ? undefined : setMerging} />
      <Others title={text.similar} tickets={ticket.similar} />
      {merging && (
        <ConfirmDialog
          title={text.mergeTitle}
          lead={text.mergeLead(merging.subject)}
          confirm={text.mergeConfirm}
          cancel={text.cancel}
          onConfirm={async () => {
            await mergeTickets(merging.id, ticket.id)
            await onDone()
          }}
          onClose={() => setMerging(undefined)}
        />
      )}
    </>
  )
}

function LessonPlace({ ticket }: { ticket: OpenTicket }) {
  const { course_id: courseId, lesson_id: lessonId, lesson, position_seconds: second, sentences } = ticket
  if (!courseId || !lessonId || !lesson) return null
  const isAt = second !== null
  return (
    <section aria-label={text.lesson}>
      <h2 className="text-lg">{text.lesson}</h2>
      <p>
        <Bidi>{lesson}</Bidi>
      </p>
      <Link
        to={isAt ? paths.lessonAt(courseId, lessonId, second) : paths.lesson(courseId, lessonId)}
        target="_blank"
        className="text-link inline-flex min-h-11 items-center"
      >
        {text.toSecond(formatClock(second ?? 0))}
      </Link>
      {sentences.length > 0 && (
        <>
          <h3 className="text-ink-2 text-sm">{text.around}</h3>
          <ol className="mt-1 grid gap-1.5 text-sm">
            {sentences.map(({ start, text: words }) => (
              <li key={start} className="grid grid-cols-[auto_1fr] gap-x-3">
                <bdi dir="ltr" className="text-ink-3 tabular-nums">
                  {formatClock(Math.floor(start))}
                </bdi>
                <Bidi as="span">{words}</Bidi>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  )
}

type OthersProps = { title: string; tickets: OtherTicket[]; onMerge?: ((ticket: OtherTicket) => void) | undefined }

function Others({ title, tickets, onMerge }: OthersProps) {
  if (tickets.length === 0) return null
  return (
    <section aria-label={title}>
      <h2 className="text-lg">{title}</h2>
      <ul>
        {tickets.map((ticket) => (
          <li key={ticket.id} className="border-rule border-b py-2">
            <Link to={staffPaths.ticket(ticket.id)} className="block font-semibold [overflow-wrap:anywhere]">
              <Bidi>{ticket.subject}</Bidi>
            </Link>
            <p className="flex flex-wrap items-center gap-x-3 text-ink-2 text-sm">
              <TicketStateMark state={ticket.status} />
              {formatDay(ticket.created_at)}
              {onMerge && (
                <Button look="quiet" size="small" onClick={() => onMerge(ticket)}>
                  {text.merge}
                </Button>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
