import type { RefObject } from 'react'
import { plural } from '~/shared/formats/plural'
import { Alert } from '~/shared/ui/alert'
import { Button } from '~/shared/ui/button'
import { counted } from '~/shared/ui/common.he'
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '~/shared/ui/dialog'
import { resetText as text } from './course-reset.he'

type ResetQuestionProps = {
  lessonCount: number
  busy: boolean
  failed: string
  /** Gets the focus back. */
  opener: RefObject<HTMLButtonElement | null>
  onConfirm: () => void
  onClose: () => void
}

/** Asks whether a course is to be started anew. */
export function ResetQuestion({ lessonCount, busy, failed, opener, onConfirm, onClose }: ResetQuestionProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          opener.current?.focus()
        }}
      >
        <DialogTitle className="pe-12 text-xl">{text.title}</DialogTitle>
        <DialogDescription className="mt-2 text-ink-2">
          {text.body(plural(lessonCount, counted.lessons))} {text.keeps}
        </DialogDescription>
        {failed && (
          <Alert tone="error" className="mt-4">
            {failed}
          </Alert>
        )}
        <div className="mt-5 flex flex-wrap gap-3">
          <Button look="danger" busy={busy} onClick={onConfirm}>
            {text.confirm}
          </Button>
          <Button look="secondary" onClick={onClose}>
            {text.cancel}
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  )
}
