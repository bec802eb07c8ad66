import { type FormEvent, useState } from 'react'
import type { KindOf } from '~/shared/config/kinds'
import { toAppError } from '~/shared/errors/errors'
import { Alert } from '~/shared/ui/alert'
import { Button } from '~/shared/ui/button'
import { TextField } from '~/shared/ui/text-field'
import { type OpenedOwnTicket, rateTicket } from './own-tickets.calls'
import { ownTicketsText as text } from './own-tickets.he'

type Satisfaction = KindOf<'support_tickets.satisfaction'>
type TicketRatingProps = { ticket: OpenedOwnTicket; onRated: () => Promise<unknown> }

/** Asks once a ticket is solved whether the answer helped; it can be said otherwise later. */
export function TicketRating({ ticket, onRated }: TicketRatingProps) {
  const [note, setNote] = useState(ticket.satisfactionNote)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const rated = ticket.satisfaction
  async function rate(satisfaction: Satisfaction) {
    setBusy(true)
    setFailure(undefined)
    try {
      await rateTicket(ticket.id, satisfaction, note)
      await onRated()
    } catch (cause) {
      setFailure(toAppError(cause).message)
    } finally {
      setBusy(false)
    }
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (rated) void rate(rated)
  }
  return (
    <section aria-label={text.rate} className="mt-8 grid gap-3 border-rule border-b pb-6">
      <h2 className="text-xl">{text.rate}</h2>
      <div className="flex flex-wrap gap-3">
        {(['good', 'bad'] as const).map((way) => (
          <Button
            key={way}
            look={rated === way ? 'primary' : 'secondary'}
            size="small"
            aria-pressed={rated === way}
            disabled={busy}
            onClick={() => void rate(way)}
          >
            {text[way]}
          </Button>
        ))}
      </div>
      {rated && (
        <form onSubmit={save} className="flex flex-wrap items-end gap-3">
          <TextField
            label={text.note}
            value={note}
            maxLength={1000}
            onChange={({ target }) => setNote(target.value)}
            className="min-w-60 grow"
          />
          <Button type="submit" look="secondary" size="small" busy={busy}>
            {text.saveNote}
          </Button>
          <p role="status" className="w-full text-ink-2 text-sm">
            {text.rated}
          </p>
        </form>
      )}
      {failure && <Alert tone="error">{failure}</Alert>}
    </section>
  )
}
