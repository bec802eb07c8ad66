import { useState } from 'react'
import { ConfirmDialog } from '~/shared/ui/confirm-dialog'
import { TextField } from '~/shared/ui/text-field'
import { contentText as text } from './content.he'
import type { ContentProblem } from './content.rules'

type WaiverDialogProps = {
  problems: readonly ContentProblem[]
  onConfirm: (reason: string) => Promise<void>
  onClose: () => void
}

/** Asks why something is published although it lacks what can be waived. */
export function WaiverDialog({ problems, onConfirm, onClose }: WaiverDialogProps) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const isReady = () => {
    if (reason.trim() === '') setProblem(text.reasonMissing)
    return reason.trim() !== ''
  }
  return (
    <ConfirmDialog
      title={text.waiveTitle}
      lead={text.waiveLead(problems.map(({ code }) => text.gaps[code] ?? code).join(', '))}
      confirm={text.publish}
      cancel={text.cancel}
      look="primary"
      isReady={isReady}
      onConfirm={() => onConfirm(reason.trim())}
      onClose={onClose}
    >
      <TextField
        label={text.reason}
        value={reason}
        error={problem}
        maxLength={500}
        autoFocus
        onChange={({ target }) => {
          setReason(target.value)
          setProblem(undefined)
        }}
      />
    </ConfirmDialog>
  )
}
