import { useState } from 'react'
import { ConfirmDialog } from '~/shared/ui/confirm-dialog'
import { TextField } from '~/shared/ui/text-field'
import { reasonText as text } from './reason-dialog.he'

const SHORTEST_REASON = 3
const LONGEST_REASON = 500

type ReasonDialogProps = {
  title: string
  lead: string
  confirm: string
  look?: 'danger' | 'primary'
  /** Does it; what it throws is shown in the dialog, which stays with what was written. */
  onConfirm: (reason: string) => Promise<void>
  onClose: () => void
}

/** Says what an action means, and asks for the reason. */
export function ReasonDialog({ title, lead, confirm, look = 'danger', onConfirm, onClose }: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const isReady = () => {
    const missing = reason.trim().length < SHORTEST_REASON
    if (missing) setProblem(text.reasonMissing)
    return !missing
  }
  return (
    <ConfirmDialog
      title={title}
      lead={lead}
      confirm={confirm}
      cancel={text.cancel}
      look={look}
      isReady={isReady}
      onConfirm={() => onConfirm(reason.trim())}
      onClose={onClose}
    >
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
    </ConfirmDialog>
  )
}
