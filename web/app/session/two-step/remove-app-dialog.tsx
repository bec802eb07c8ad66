import { AppCodeForm } from '~/session/fresh-sign-in/app-code-form'
import { Button } from '~/shared/ui/button'
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '~/shared/ui/dialog'
import { twoStepText as text } from './security.he'

type RemoveAppDialogProps = { onCode: (code: string, kind: 'app' | 'recovery') => Promise<void>; onClose: () => void }

/** Takes the second step off the account, against a code of the app itself. */
export function RemoveAppDialog({ onCode, onClose }: RemoveAppDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent>
        <DialogTitle className="pe-12 text-2xl">{text.removeTitle}</DialogTitle>
        <DialogDescription className="mt-3 mb-5 text-ink-2">{text.removeLead}</DialogDescription>
        <AppCodeForm
          submit={text.removeConfirm}
          onCode={(code) => onCode(code, 'app')}
          onRecoveryCode={(code) => onCode(code, 'recovery')}
        />
        <Button look="quiet" size="small" className="mt-3" onClick={onClose}>
          {text.cancel}
        </Button>
      </DialogContent>
    </Dialog>
  )
}
