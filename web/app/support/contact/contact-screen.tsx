import { useState } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '~/session/student/session-store'
import { isUuid } from '~/shared/formats/uuid'
import { PageHeader } from '~/shared/ui/page-header'
import type { TicketPlace } from '~/support/tickets/ticket.rules'
import { contactText as text } from './contact.he'
import { ContactDetails } from './contact-details'
import { ContactForm, type Known, type PlainAnswer, type SentTicket } from './contact-form'
import { TicketSent } from './ticket-sent'

/** Asking the academy [2.1-16]; `?course=&lesson=&t=` say what the question is about. */
export function ContactScreen({ answer }: { answer?: PlainAnswer | undefined }) {
  const { search } = useLocation()
  const known = useKnown()
  const [sent, setSent] = useState<SentTicket | undefined>(answer?.sent)
  return (
    <div className="wrap">
      <PageHeader title={text.title} intro={text.lead} />
      <div className="grid gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        {sent ? (
          <TicketSent ticket={sent} onAnother={() => setSent(undefined)} />
        ) : (
          <ContactForm known={known} place={readPlace(search)} answer={answer} onSent={setSent} />
        )}
        <div>
          <ContactDetails />
          <p className="mt-6 max-w-[52ch] text-ink-3 text-sm">{text.noAdvice}</p>
        </div>
      </div>
    </div>
  )
}

/** Name and email on file; a deactivated student writes as a visitor. */
function useKnown(): Known {
  const session = useSession()
  if (session.status !== 'student' || !session.isActive) return { name: '', email: '' }
  const { profile, email } = session
  return { name: [profile?.firstName, profile?.lastName].filter(Boolean).join(' '), email }
}

/** The place that a question is about, as the address says it. */
export function readPlace(search: string): TicketPlace | undefined {
  const params = new URLSearchParams(search)
  const courseId = params.get('course') ?? ''
  const lessonId = params.get('lesson') ?? ''
  const seconds = Number(params.get('t'))
  if (!isUuid(courseId)) return undefined
  if (!isUuid(lessonId)) return { courseId }
  return { courseId, lessonId, ...(Number.isInteger(seconds) && seconds > 0 && { seconds }) }
}
