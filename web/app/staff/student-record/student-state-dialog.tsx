import { type FormEvent, useState } from 'react'
import { toAppError } from '~/shared/errors/errors'
import { Alert } from '~/shared/ui/alert'
import { Button } from '~/shared/ui/button'
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '~/shared/ui/dialog'
import { TextField } from '~/shared/ui/text-field'
import { studentText as text } from './student.he'

const SHORTEST_REASON = 3
const LONGEST_REASON = 500

type StudentStateDialogProps = {
  closing: boolean
  /** Does it; what it throws is shown in the dialog, which stays with what was written. */
  onConfirm: (reason: string) => Promise<void>
  onClose: () => void
}

/** Says what closing (or reopening) an account means, and asks for the reason. */
export function StudentStateDialog({ closing, onConfirm, onClose }: StudentStateDialogProps) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function send(event: FormEvent) {
    event.preventDefault()
    if (reason.trim().length < SHORTEST_REASON) return setProblem(text.reasonMissing)
    setBusy(true)
    setFailure(undefined)
    try {
      await onConfirm(reason.trim())
      onClose()
    } catch (cause) {
      setFailure(toAppError(cause).message)
      setBusy(false)
    }
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent>
        <DialogTitle className="pe-12 text-2xl">{closing ? text.closeTitle : text.reopenTitle}</DialogTitle>
        <DialogDescription className="mt-3 text-ink-2">{closing ? text.closeLead : text.reopenLead}</DialogDescription>
        <form noValidate onSubmit={(event) => void send(event)} className="mt-5 grid gap-5">
          <TextField
            label={text.reason}
            hint={text.reasonHint}
            error={problem}
            value={reason}
            maxLength={LONGEST_REASON}
            autoFocus
            onChange={({ target }) => {
              setReason(target.value)
              setProblem(undefined)
            }}
          />
          {failure && <Alert tone="error">{failure}</Alert>}
          <div className="flex flex-wrap gap-3">
            <Button type="submit" look={closing ? 'danger' : 'primary'} busy={busy}>
              {closing ? text.closeConfirm : text.reopenConfirm}
            </Button>
            <Button look="secondary" onClick={onClose}>
              {text.cancel}
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  )
}
