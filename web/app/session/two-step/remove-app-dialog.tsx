import { codeText } from '~/session/fresh-sign-in/account.he'
import { CodeForm } from '~/session/fresh-sign-in/code-form'
import { Button } from '~/shared/ui/button'
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '~/shared/ui/dialog'
import { twoStepText as text } from './security.he'

type RemoveAppDialogProps = { onCode: (code: string) => Promise<void>; onClose: () => void }

/** Takes the second step off the account, against a code of the app itself. */
export function RemoveAppDialog({ onCode, onClose }: RemoveAppDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent>
        <DialogTitle className="pe-12 text-2xl">{text.removeTitle}</DialogTitle>
        <DialogDescription className="mt-3 mb-5 text-ink-2">{text.removeLead}</DialogDescription>
        <CodeForm
          label={codeText.appLabel}
          hint={codeText.appHint}
          wrong={codeText.appWrong}
          submit={text.removeConfirm}
          autoFocus
          onCode={onCode}
        />
        <Button look="quiet" size="small" className="mt-3" onClick={onClose}>
          {text.cancel}
        </Button>
      </DialogContent>
    </Dialog>
  )
}
