import { useEffect, useRef } from 'react'
import { Button } from '~/shared/ui/button'
import { contactText as text } from './contact.he'
import type { SentTicket } from './contact-form'

const SHOWN_OF_ID = 8

/** What happens next with a ticket that was sent. */
export function TicketSent({ ticket, onAnother }: { ticket: SentTicket; onAnother: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const [read, answered, missing] = text.sentSteps
  return (
    <section role="status" className="self-start border-green border-s-4 ps-6">
      <h2 ref={heading} tabIndex={-1} className="text-2xl outline-none">
        {text.sentTitle}
      </h2>
      <p className="mt-2 text-ink-2">
        {text.sentNumber}{' '}
        <bdi dir="ltr" className="font-bold uppercase">
          {ticket.id.slice(0, SHOWN_OF_ID)}
        </bdi>
      </p>
      <ol className="mt-5 list-decimal space-y-2 ps-5">
        <li>{read}</li>
        <li>
          {answered} <bdi dir="ltr">{ticket.email}</bdi>
        </li>
        <li>{missing}</li>
      </ol>
      <Button look="secondary" className="mt-6" onClick={onAnother}>
        {text.another}
      </Button>
    </section>
  )
}
