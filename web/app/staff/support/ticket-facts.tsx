import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { staffPaths } from '~/shared/config/staff-paths'
import { toAppError } from '~/shared/errors/errors'
import { formatShortMoment } from '~/shared/formats/dates'
import { Bidi } from '~/shared/ui/bidi'
import { Button } from '~/shared/ui/button'
import { ConfirmDialog } from '~/shared/ui/confirm-dialog'
import { TextField } from '~/shared/ui/text-field'
import { toast } from '~/shared/ui/toast'
import { useCanOpenPage } from '~/staff/shared/use-may'
import { ChoiceField } from './choice-field'
import { type SnoozeName, snoozeUntil } from './snooze.rules'
import { supportText } from './support.he'
import { blockSender, changeTicket, type OpenTicket } from './ticket.calls'
import { ticketText as text } from './ticket.he'
import { supportChoicesQuery, type TicketChange, type TicketPriority, type TicketState } from './ticket-list.calls'
import { isOverdue } from './tickets.rules'

type TicketFactsProps = { ticket: OpenTicket; onDone: () => Promise<unknown> }
type Change = (wanted: Omit<TicketChange, 'id'>) => Promise<void>

/** Who asks, and what is to be done with the ticket: each choice is saved at once, and stands in the thread. */
export function TicketFacts({ ticket, onDone }: TicketFactsProps) {
  const [busy, setBusy] = useState(false)
  const [blocking, setBlocking] = useState(false)
  const act = async (doing: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await doing()
    } catch (cause) {
      void toast.error(toAppError(cause).message)
    }
    await onDone()
    setBusy(false)
  }
  const change: Change = (wanted) => act(() => changeTicket({ id: ticket.id, ...wanted }))
  return (
    <section aria-label={text.facts} className="grid gap-4">
      <Person ticket={ticket} />
      <Choices ticket={ticket} busy={busy} change={change} />
      <Tags ticket={ticket} busy={busy} change={change} />
      <p className="flex flex-wrap gap-x-2">
        <Button look="quiet" size="small" disabled={busy} onClick={() => void change({ is_spam: !ticket.is_spam })}>
          {ticket.is_spam ? text.notSpam : text.spam}
        </Button>
        <Button
          look="quiet"
          size="small"
          disabled={busy}
          onClick={() => (ticket.is_blocked ? void act(() => blockSender(ticket.id, false)) : setBlocking(true))}
        >
          {ticket.is_blocked ? text.unblock : text.block}
        </Button>
      </p>
      {blocking && (
        <ConfirmDialog
          title={text.blockTitle}
          lead={text.blockLead}
          confirm={text.blockConfirm}
          cancel={text.cancel}
          onConfirm={async () => {
            await blockSender(ticket.id, true)
            await onDone()
          }}
          onClose={() => setBlocking(false)}
        />
      )}
    </section>
  )
}

function Person({ ticket }: { ticket: OpenTicket }) {
  const opens = useCanOpenPage()
  const record = ticket.student_id && staffPaths.student(ticket.student_id)
  const late = isOverdue({ firstAnswerAt: ticket.first_answer_at, dueAt: ticket.first_answer_due_at }, Date.now())
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 border-rule border-y py-3">
      <dt className="text-ink-2">{supportText.columns.name}</dt>
      <dd>
        <Bidi className="block [overflow-wrap:anywhere]">{ticket.name}</Bidi>
        {record !== null && opens(record) && (
          <Link to={record} className="text-link">
            {text.toStudent}
          </Link>
        )}
        {record === null && <span className="text-ink-3">{supportText.visitor}</span>}
      </dd>
      <dt className="text-ink-2">{text.email}</dt>
      <dd>
        <bdi dir="ltr" className="[overflow-wrap:anywhere]">
          {ticket.email}
        </bdi>
      </dd>
      <dt className="text-ink-2">{text.number}</dt>
      <dd>
        <bdi dir="ltr">{ticket.id.slice(0, 8)}</bdi>
      </dd>
      <dt className="text-ink-2">{text.opened}</dt>
      <dd>{formatShortMoment(ticket.created_at)}</dd>
      {ticket.first_answer_at === null && ticket.first_answer_due_at && (
        <>
          <dt className="text-ink-2">{text.due}</dt>
          <dd>
            {formatShortMoment(ticket.first_answer_due_at)}
            {late && <span className="ps-1.5 font-semibold text-red">{text.late}</span>}
          </dd>
        </>
      )}
    </dl>
  )
}

type ActingProps = { ticket: OpenTicket; busy: boolean; change: Change }

function Choices({ ticket, busy, change }: ActingProps) {
  const { data: choices } = useQuery(supportChoicesQuery())
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-1">
      <ChoiceField
        label={supportText.columns.assignee}
        none={supportText.nobody}
        values={choices?.members.map(({ id, name }) => [id, name] as const) ?? []}
        value={ticket.assignee_id ?? ''}
        disabled={busy}
        onChange={(id) => void change({ assignee_id: id || null })}
      />
      <ChoiceField
        label={supportText.columns.status}
        values={Object.entries(supportText.states)}
        value={ticket.status}
        disabled={busy}
        onChange={(status) => void change({ status: status as TicketState })}
      />
      <ChoiceField
        label={supportText.columns.priority}
        values={Object.entries(supportText.priorities)}
        value={String(ticket.priority)}
        disabled={busy}
        onChange={(priority) => void change({ priority: Number(priority) as TicketPriority })}
      />
      <ChoiceField
        label={text.snooze}
        none={ticket.snoozed_until ? text.snoozedUntil(formatShortMoment(ticket.snoozed_until)) : text.notSnoozed}
        values={[
          ...Object.entries(text.snoozes),
          ...(ticket.snoozed_until ? [['wake', text.notSnoozed] as const] : []),
        ]}
        value=""
        disabled={busy}
        onChange={(name) =>
          void change({ snoozed_until: name === 'wake' ? null : snoozeUntil(name as SnoozeName, Date.now()) })
        }
      />
    </div>
  )
}

function Tags({ ticket, busy, change }: ActingProps) {
  const [tag, setTag] = useState('')
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (tag.trim() === '') return
    void change({ add_tags: [tag.trim()] })
    setTag('')
  }
  return (
    <div>
      {ticket.tags.length > 0 && (
        <ul className="mb-2 flex flex-wrap gap-2">
          {ticket.tags.map((name) => (
            <li key={name} className="flex items-center rounded-md border border-rule-2 bg-card ps-2.5">
              <Bidi>{name}</Bidi>
              <button
                type="button"
                aria-label={text.removeTag(name)}
                disabled={busy}
                onClick={() => void change({ remove_tags: [name] })}
                className="min-h-8 min-w-8"
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={add} className="flex items-end gap-2">
        <TextField
          label={text.addTag}
          value={tag}
          maxLength={30}
          onChange={({ target }) => setTag(target.value)}
          className="grow"
        />
        <Button type="submit" look="secondary" size="small" disabled={busy}>
          {text.add}
        </Button>
      </form>
    </div>
  )
}
