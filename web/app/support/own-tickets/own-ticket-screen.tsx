import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '~/shared/config/paths'
import { formatClock } from '~/shared/formats/clock'
import { formatShortMoment } from '~/shared/formats/dates'
import { Bidi } from '~/shared/ui/bidi'
import { PageHeader } from '~/shared/ui/page-header'
import { Failed, LoadingLines } from '~/shared/ui/section'
import { StateMessage } from '~/shared/ui/state-message'
import { OwnReply } from './own-reply'
import { OwnTicketFiles } from './own-ticket-files'
import { type OpenedOwnTicket, type OwnMessage, ownTicketQuery } from './own-tickets.calls'
import { ownTicketsText as text } from './own-tickets.he'
import { ownTicketState } from './own-tickets.rules'
import { TicketRating } from './ticket-rating'

type OwnTicketScreenProps = { userId: string; ticketId: string }

/** One question of the student: what was said, the own answer, and at the end whether it helped. */
export function OwnTicketScreen({ userId, ticketId }: OwnTicketScreenProps) {
  const client = useQueryClient()
  const { data: ticket, isPending, isError, refetch } = useQuery(ownTicketQuery(userId, ticketId))
  const refresh = () => client.invalidateQueries({ queryKey: ['own-tickets', userId] })
  return (
    <div className="wrap max-w-[820px] pb-16">
      <Link to={paths.ownTickets} className="text-link mt-6 inline-flex min-h-11 items-center">
        {text.back}
      </Link>
      {isPending && <LoadingLines count={2} />}
      {isError && <Failed text={text.ticketFailed} onRetry={() => void refetch()} />}
      {ticket === null && <StateMessage title={text.notFound} body={text.notFoundLead} className="py-10" />}
      {ticket && (
        <>
          <PageHeader title={ticket.subject} />
          <Place ticket={ticket} />
          <ul className="border-ink border-t">
            {ticket.messages.map((message) => (
              <Message key={message.id} message={message} />
            ))}
          </ul>
          <OwnTicketFiles userId={userId} ticketId={ticket.id} />
          {ticket.status === 'solved' && <TicketRating key={ticket.id} ticket={ticket} onRated={refresh} />}
          <OwnReply userId={userId} ticket={ticket} onSent={refresh} />
        </>
      )}
    </div>
  )
}

function Place({ ticket: { id, lesson, status, lastFromStaff } }: { ticket: OpenedOwnTicket }) {
  const time = lesson?.seconds == null ? null : formatClock(lesson.seconds)
  return (
    <p className="flex flex-wrap gap-x-5 gap-y-1 pb-5 text-ink-2">
      <span>{text.states[ownTicketState(status, lastFromStaff)]}</span>
      <span>
        {text.number} <bdi dir="ltr">{id.slice(0, 8)}</bdi>
      </span>
      {lesson && (
        <Link
          to={
            lesson.seconds === null
              ? paths.lesson(lesson.courseId, lesson.lessonId)
              : paths.lessonAt(lesson.courseId, lesson.lessonId, lesson.seconds)
          }
          className="text-link"
        >
          <Bidi>{text.lesson(lesson.title, time)}</Bidi>
        </Link>
      )}
    </p>
  )
}

function Message({ message: { body, fromStaff, byMail, createdAt } }: { message: OwnMessage }) {
  return (
    <li className="border-rule border-b py-5">
      <p className="mb-1.5 flex flex-wrap gap-x-3 text-sm">
        <span className={fromStaff ? 'font-semibold text-green' : 'font-semibold'}>
          {fromStaff ? text.staff : text.you}
        </span>
        <time dateTime={createdAt} className="text-ink-3">
          {formatShortMoment(createdAt)}
        </time>
        {byMail && <span className="text-ink-3">{text.byMail}</span>}
      </p>
      <Bidi as="p" className="max-w-[62ch] whitespace-pre-line [overflow-wrap:anywhere]">
        {body}
      </Bidi>
    </li>
  )
}
