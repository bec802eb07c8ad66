import { type FormEvent, type ReactNode, useState } from 'react'
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
  /** How the confirming button looks; as danger unless told. */
  look?: 'danger' | 'primary'
  /** What has to be filled in first, and whether it is: told when somebody confirms. */
  children?: ReactNode
  isReady?: () => boolean
}

/** Asks once more before something that is hard to take back. */
export function ConfirmDialog({
  title,
  lead,
  confirm,
  cancel,
  onConfirm,
  onClose,
  look = 'danger',
  children,
  isReady = () => true,
}: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function proceed(event: FormEvent) {
    event.preventDefault()
    if (!isReady()) return
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
    // What is on its way is told of here: closed before, it would close what stands here by then.
    <Dialog open onOpenChange={(open) => !open && !busy && onClose()}>
      <DialogContent>
        <DialogTitle className="pe-12 text-2xl">{title}</DialogTitle>
        <DialogDescription className="mt-3 text-ink-2">{lead}</DialogDescription>
        <form noValidate onSubmit={(event) => void proceed(event)} className="grid">
          {children && <div className="mt-5">{children}</div>}
          {failure && (
            <Alert tone="error" className="mt-4">
              {failure}
            </Alert>
          )}
          <div className="mt-6 flex flex-wrap gap-3">
            <Button type="submit" look={look} busy={busy}>
              {confirm}
            </Button>
            <Button look="secondary" disabled={busy} onClick={onClose}>
              {cancel}
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  )
}
