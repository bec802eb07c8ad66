import { type FormEvent, useState } from 'react'
import { useSendId } from '~/shared/browser/use-send-id'
import { toAppError } from '~/shared/errors/errors'
import { deleteSentDraft, readDraft, saveDraft } from '~/shared/storage/drafts'
import { Alert } from '~/shared/ui/alert'
import { Button } from '~/shared/ui/button'
import { TextArea } from '~/shared/ui/text-area'
import { toast } from '~/shared/ui/toast'
import { type OpenedOwnTicket, replyToTicket } from './own-tickets.calls'
import { ownTicketsText as text } from './own-tickets.he'

const KIND = 'ticket'
const LONGEST = 4000

type OwnReplyProps = { userId: string; ticket: OpenedOwnTicket; onSent: () => Promise<unknown> }

/** The student's next message. Sending it again after a failure says it once; what is written stays in the browser. */
export function OwnReply({ userId, ticket, onSent }: OwnReplyProps) {
  const [body, setBody] = useState(() => readDraft(userId, ticket.id, KIND)?.text ?? '')
  const { idOf, isSent } = useSendId()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const write = (next: string) => {
    setBody(next)
    saveDraft(userId, ticket.id, KIND, { text: next, seconds: null })
  }
  async function send(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const words = body.trim()
    if (words === '') return setFailure(text.replyEmpty)
    setBusy(true)
    setFailure(undefined)
    try {
      await replyToTicket(ticket.id, idOf(words), body)
      isSent()
      setBody((now) => (now === body ? '' : now))
      deleteSentDraft(userId, ticket.id, KIND, { text: body, seconds: null })
      void toast.success(text.sent)
      await onSent()
    } catch (cause) {
      const { code, message } = toAppError(cause)
      setFailure(code === 'TOO_MANY_REQUESTS' ? text.limit : message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form noValidate onSubmit={(event) => void send(event)} className="mt-8 grid gap-4">
      <TextArea
        label={ticket.status === 'solved' || ticket.status === 'closed' ? text.replySolved : text.reply}
        hint={text.replyHint}
        rows={5}
        maxLength={LONGEST}
        value={body}
        onChange={({ target }) => write(target.value)}
      />
      {failure && <Alert tone="error">{failure}</Alert>}
      <Button type="submit" busy={busy} className="justify-self-start">
        {busy ? text.sending : text.send}
      </Button>
    </form>
  )
}
