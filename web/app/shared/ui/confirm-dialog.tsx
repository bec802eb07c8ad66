import { type ReactNode, useState } from 'react'
import { toAppError } from '~/shared/errors/errors'
import { Alert } from './alert'
import { Button } from './button'
import { Dialog, DialogContent, DialogDescription, DialogTitle } from './dialog'

type ConfirmDialogProps = {
  title: string
  lead: ReactNode
  confirm: string
  cancel: string
  /** Does what was asked about; what it throws is shown in the dialog, which stays. */
  onConfirm: () => Promise<void>
  onClose: () => void
}

/** Asks once more before something that cannot be taken back. */
export function ConfirmDialog({ title, lead, confirm, cancel, onConfirm, onClose }: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function proceed() {
    setBusy(true)
    setFailure(undefined)
    try {
      await onConfirm()
      onClose()
    } catch (cause) {
      setFailure(toAppError(cause).message)
      setBusy(false)
    }
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent>
        <DialogTitle className="pe-12 text-2xl">{title}</DialogTitle>
        <DialogDescription className="mt-3 text-ink-2">{lead}</DialogDescription>
        {failure && (
          <Alert tone="error" className="mt-4">
            {failure}
          </Alert>
        )}
        <div className="mt-6 flex flex-wrap gap-3">
          <Button look="danger" busy={busy} onClick={() => void proceed()}>
            {confirm}
          </Button>
          <Button look="secondary" onClick={onClose}>
            {cancel}
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  )
}
