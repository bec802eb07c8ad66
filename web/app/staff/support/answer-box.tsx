import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useSendId } from '~/shared/browser/use-send-id'
import { toAppError } from '~/shared/errors/errors'
import { deleteSentDraft, readDraft, saveDraft } from '~/shared/storage/drafts'
import { Alert } from '~/shared/ui/alert'
import { Button } from '~/shared/ui/button'
import { TextArea } from '~/shared/ui/text-area'
import { toast } from '~/shared/ui/toast'
import { refusalOf } from '~/staff/entry/refusal-messages'
import { useMember } from '~/staff/shared/use-member'
import { fillCanned, givenName, unfilledIn } from './canned.rules'
import { CannedDialog } from './canned-dialog'
import { ChoiceField } from './choice-field'
import { supportText } from './support.he'
import { lineIdOf } from './thread.rules'
import { answerTicket, noteOnTicket, type OpenTicket } from './ticket.calls'
import { ticketText as text } from './ticket.he'
import { supportChoicesQuery, type TicketState } from './ticket-list.calls'

const LONGEST = 4000
const AFTER = ['pending', 'solved', 'open'] as const
type Mode = keyof typeof text.modes

type AnswerBoxProps = {
  ticket: OpenTicket
  onDone: () => Promise<unknown>
  /** Told whether something is being written. */
  onTyping: (typing: boolean) => void
}

/**
 * The answer, or a note for the staff. What is written stays in the browser until it is sent; sending it again after a
 * failure sends it once; when something was said meanwhile, it is shown first. Once it stands in the thread, the focus
 * is there: what was sent is read out, and the keys lead on to the next ticket instead of being typed.
 */
export function AnswerBox({ ticket, onDone, onTyping }: AnswerBoxProps) {
  const member = useMember()
  const { data: choices } = useQuery(supportChoicesQuery())
  const [mode, setMode] = useState<Mode>('answer')
  const draftOf = (kind: Mode) => readDraft(member.email, ticket.id, `ticket ${kind}`)?.text ?? ''
  const [bodies, setBodies] = useState({ answer: draftOf('answer'), note: draftOf('note') })
  const { idOf, isSent } = useSendId()
  const [after, setAfter] = useState<TicketState>('pending')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  /** A text with empty variables of which the person was warned: sent again as it is, it is meant. */
  const [warned, setWarned] = useState<string>()
  const [keeping, setKeeping] = useState(false)
  const body = bodies[mode]
  const write = (next: string) => {
    setBodies((before) => ({ ...before, [mode]: next }))
    saveDraft(member.email, ticket.id, `ticket ${mode}`, { text: next, seconds: null })
  }
  const isWriting = body.trim() !== ''
  const form = useRef<HTMLFormElement>(null)
  const [sent, setSent] = useState<string>()
  const isShown = [...ticket.messages, ...ticket.notes].some((message) => message.id === sent)
  useEffect(() => {
    if (!sent || !isShown) return
    setSent(undefined)
    // Whoever went elsewhere meanwhile, or writes on, stays there.
    const isHere = document.activeElement === document.body || form.current?.contains(document.activeElement)
    if (isHere && !isWriting) document.getElementById(lineIdOf(sent))?.focus()
  }, [sent, isShown, isWriting])
  useEffect(() => onTyping(isWriting), [isWriting, onTyping])

  async function send(event?: FormEvent) {
    event?.preventDefault()
    if (busy) return
    if (!isWriting) return setFailure(text.empty)
    const left = mode === 'answer' ? unfilledIn(body) : []
    if (left.length > 0 && warned !== body) {
      setWarned(body)
      return setFailure(text.unfilled(left.join(', ')))
    }
    setBusy(true)
    setFailure(undefined)
    const id = idOf(mode === 'note' ? body.trim() : `${after} ${body.trim()}`, mode)
    try {
      if (mode === 'note') await noteOnTicket(ticket.id, id, body)
      else await answerTicket(ticket.id, { messageId: id, body, status: after, seenId: ticket.messages.at(-1)?.id })
      isSent(mode)
      setBodies((now) => (now[mode] === body ? { ...now, [mode]: '' } : now))
      deleteSentDraft(member.email, ticket.id, `ticket ${mode}`, { text: body, seconds: null })
      setSent(id)
      void toast.success(mode === 'note' ? text.noteSaved : text.sent)
      await onDone()
    } catch (cause) {
      const hasMoved = refusalOf(cause).code === 'TICKET_MOVED'
      setFailure(hasMoved ? text.moved : toAppError(cause).message)
      if (hasMoved) await onDone()
    } finally {
      setBusy(false)
    }
  }
  const sendByKeys = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send()
  }
  const insert = (cannedId: string) => {
    const chosen = choices?.canned.find((reply) => reply.id === cannedId)
    if (!chosen) return
    const filled = fillCanned(chosen.body, {
      שם: givenName(ticket),
      נושא: ticket.subject,
      קורס: ticket.course ?? '',
      שיעור: ticket.lesson ?? '',
      נציג: member.firstName,
    })
    write(body.trim() === '' ? filled : `${body.trimEnd()}\n\n${filled}`)
  }
  return (
    <form ref={form} noValidate onSubmit={(event) => void send(event)} className="mt-6 grid gap-3">
      <div className="flex gap-1 border-rule-2 border-b">
        {(['answer', 'note'] as const).map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={mode === name}
            onClick={() => setMode(name)}
            className={`-mb-px min-h-11 border-b-3 px-3 ${mode === name ? 'border-green font-semibold' : 'border-transparent text-ink-2'}`}
          >
            {text.modes[name]}
          </button>
        ))}
      </div>
      <TextArea
        label={mode === 'note' ? text.noteField : text.answer}
        hint={text.answerHint}
        rows={7}
        maxLength={LONGEST}
        value={body}
        onKeyDown={sendByKeys}
        onChange={({ target }) => write(target.value)}
      />
      {failure && <Alert tone="error">{failure}</Alert>}
      <div className="flex flex-wrap items-end gap-3">
        {mode === 'answer' && (
          <>
            <ChoiceField
              label={text.canned}
              none={text.chooseCanned}
              values={choices?.canned.map((reply) => [reply.id, reply.title] as const) ?? []}
              value=""
              onChange={insert}
            />
            <ChoiceField
              label={text.after}
              values={AFTER.map((state) => [state, supportText.states[state]] as const)}
              value={after}
              onChange={(state) => setAfter(AFTER.find((known) => known === state) ?? 'pending')}
            />
          </>
        )}
        <Button type="submit" busy={busy} size="small">
          {busy ? text.sending : mode === 'note' ? text.saveNote : text.send}
        </Button>
        {mode === 'answer' && isWriting && (
          <Button look="quiet" size="small" onClick={() => setKeeping(true)}>
            {text.keepReady}
          </Button>
        )}
      </div>
      {keeping && <CannedDialog reply={{ title: '', body }} onSaved={onDone} onClose={() => setKeeping(false)} />}
    </form>
  )
}
