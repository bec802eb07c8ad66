import { useState } from 'react'
import { ConfirmDialog } from '~/shared/ui/confirm-dialog'
import { TextArea } from '~/shared/ui/text-area'
import { TextField } from '~/shared/ui/text-field'
import { toast } from '~/shared/ui/toast'
import { saveCannedReply } from './ticket.calls'
import { ticketText as text } from './ticket.he'

type KeepReadyDialogProps = { body: string; onSaved: () => Promise<unknown>; onClose: () => void }

/** Keeps what was written as an answer for later, with variables where a name stood. */
export function KeepReadyDialog({ body, onSaved, onClose }: KeepReadyDialogProps) {
  const [id] = useState(() => crypto.randomUUID())
  const [title, setTitle] = useState('')
  const [said, setSaid] = useState(body)
  return (
    <ConfirmDialog
      title={text.keepReadyTitle}
      lead={text.keepReadyLead}
      confirm={text.keepReadyConfirm}
      cancel={text.cancel}
      look="primary"
      isReady={() => title.trim() !== '' && said.trim() !== ''}
      onConfirm={async () => {
        await saveCannedReply(id, title, said)
        void toast.success(text.keptReady)
        await onSaved()
      }}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <TextField
          label={text.keepReadyName}
          value={title}
          maxLength={80}
          onChange={({ target }) => setTitle(target.value)}
        />
        <TextArea
          label={text.answer}
          rows={6}
          maxLength={4000}
          value={said}
          onChange={({ target }) => setSaid(target.value)}
        />
      </div>
    </ConfirmDialog>
  )
}
