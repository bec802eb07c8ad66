import { type FormEvent, useRef, useState } from 'react'
import { toAppError } from '~/shared/errors/errors'
import { letterCount } from '~/shared/formats/letters'
import { Alert } from '~/shared/ui/alert'
import { Button } from '~/shared/ui/button'
import { TextArea } from '~/shared/ui/text-area'
import { TextField } from '~/shared/ui/text-field'
import {
  cleanTicket,
  TICKET_LIMITS,
  type TicketForm,
  type TicketPlace,
  ticketProblems,
} from '~/support/tickets/ticket.rules'
import { openTicket } from '~/support/tickets/tickets.calls'
import { contactText as text } from './contact.he'

/** Name and email that the account says; what is empty the person writes. */
export type Known = Pick<TicketForm, 'name' | 'email'>

export type SentTicket = { id: string; email: string }

/** Why a ticket was not taken. */
export function ticketFailureMessage(cause: unknown): string {
  const { code, message } = toAppError(cause)
  return code === 'TOO_MANY_REQUESTS' ? text.limitMet : message
}

/** What a form that was sent without scripts comes back with. */
export type PlainAnswer = { values: TicketForm; sent?: SentTicket; failure?: string }

type ContactFormProps = {
  known: Known
  place?: TicketPlace | undefined
  answer?: PlainAnswer | undefined
  onSent: (ticket: SentTicket) => void
}

const NOTHING: TicketForm = { name: '', email: '', subject: '', message: '' }

/** The question itself, which the browser can also send alone. Whatever fails, what was written stays. */
export function ContactForm({ known, place, answer, onSent }: ContactFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [written, setWritten] = useState(answer?.values ?? NOTHING)
  const [tried, setTried] = useState(answer !== undefined)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState(answer?.failure)
  const values = { ...written, name: known.name || written.name, email: known.email || written.email }
  const problems = tried ? ticketProblems(values) : {}

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setTried(true)
    setFailure(undefined)
    const wrong = Object.keys(ticketProblems(values))[0]
    if (wrong) {
      form.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus()
      return
    }
    setBusy(true)
    try {
      const ticket = cleanTicket(values)
      onSent({ id: await openTicket(ticket, place), email: ticket.email })
    } catch (error) {
      setFailure(ticketFailureMessage(error))
    } finally {
      setBusy(false)
    }
  }

  const field = (name: keyof TicketForm) => ({
    name,
    label: text.fields[name],
    value: values[name],
    required: true,
    onChange: (event: { target: { value: string } }) => setWritten({ ...written, [name]: event.target.value }),
    error: problems[name] && text.problems[name][problems[name]],
  })
  const fixed = (name: keyof Known) => (known[name] ? { readOnly: true, hint: text.fromAccount } : {})

  return (
    <form ref={form} method="post" noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...field('name')} {...fixed('name')} autoComplete="name" />
        <TextField {...field('email')} {...fixed('email')} type="email" autoComplete="email" />
      </div>
      <TextField {...field('subject')} />
      <TextArea {...field('message')} hint={text.letters(letterCount(values.message), TICKET_LIMITS.message.max)} />
      {place?.lessonId && <p className="text-ink-2 text-sm">{text.aboutLesson}</p>}
      {failure && <Alert tone="error">{failure}</Alert>}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button type="submit" look="learn" busy={busy}>
          {busy ? text.sending : text.send}
        </Button>
        <p className="text-ink-3 text-sm">{text.limit}</p>
      </div>
    </form>
  )
}
