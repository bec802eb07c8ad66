import { useState } from 'react'
import { ConfirmDialog } from '~/shared/ui/confirm-dialog'
import { toast } from '~/shared/ui/toast'
import { cannedText as text } from './canned.he'
import { CannedFields } from './canned-fields'
import { saveCannedReply } from './ticket.calls'

type CannedDialogProps = {
  /** What is changed, or begun with; an id makes it the same answer. */
  reply: { id?: string; title: string; body: string }
  onSaved: () => Promise<unknown>
  onClose: () => void
}

/** Writes a ready answer for all of the support, or changes one. */
export function CannedDialog({ reply, onSaved, onClose }: CannedDialogProps) {
  const [id] = useState(() => reply.id ?? crypto.randomUUID())
  const [title, setTitle] = useState(reply.title)
  const [body, setBody] = useState(reply.body)
  const [problem, setProblem] = useState<string>()
  return (
    <ConfirmDialog
      title={reply.id ? text.editTitle : text.newTitle}
      lead={text.lead}
      confirm={text.save}
      cancel={text.cancel}
      look="primary"
      isReady={() => {
        const fits = title.trim() !== '' && body.trim() !== ''
        setProblem(fits ? undefined : text.missing)
        return fits
      }}
      onConfirm={async () => {
        await saveCannedReply(id, title.trim(), body)
        void toast.success(text.saved)
        await onSaved()
      }}
      onClose={onClose}
    >
      <CannedFields title={title} body={body} problem={problem} onTitle={setTitle} onBody={setBody} />
    </ConfirmDialog>
  )
}
