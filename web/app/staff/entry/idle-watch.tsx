import { signOut } from '~/session/student/sign-out.calls'
import { Button } from '~/shared/ui/button'
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '~/shared/ui/dialog'
import { idleText as text } from './staff.he'
import { useIdleEnd } from './use-idle-end'

/** Asks a member who does nothing whether to go on, and ends the session without an answer (WCAG 2.2, 2.2.1). */
export function IdleWatch() {
  const { left, stay } = useIdleEnd()
  if (left === undefined) return null
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && stay()}>
      <DialogContent role="alertdialog">
        <DialogTitle className="pe-12 text-2xl">{text.title}</DialogTitle>
        <DialogDescription className="mt-3 text-ink-2">{text.lead}</DialogDescription>
        <p role="timer" className="mt-3 font-semibold">
          {text.left(left)}
        </p>
        <div className="mt-6 flex flex-wrap gap-3">
          <Button look="primary" onClick={stay}>
            {text.stay}
          </Button>
          <Button look="secondary" onClick={() => void signOut()}>
            {text.leave}
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  )
}
