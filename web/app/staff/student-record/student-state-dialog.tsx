import { useState } from 'react'
import { ConfirmDialog } from '~/shared/ui/confirm-dialog'
import { TextField } from '~/shared/ui/text-field'
import { studentText as text } from './student.he'

const SHORTEST_REASON = 3
const LONGEST_REASON = 500

type StudentStateDialogProps = {
  closing: boolean
  /** The question and what it means, where it is about more than one account. */
  words?: { title: string; lead: string }
  /** Does it; what it throws is shown in the dialog, which stays with what was written. */
  onConfirm: (reason: string) => Promise<void>
  onClose: () => void
}

/** Says what closing (or reopening) an account means, and asks for the reason. */
export function StudentStateDialog({ closing, words, onConfirm, onClose }: StudentStateDialogProps) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const isReady = () => {
    const missing = reason.trim().length < SHORTEST_REASON
    if (missing) setProblem(text.reasonMissing)
    return !missing
  }
  return (
    <ConfirmDialog
      title={words?.title ?? (closing ? text.closeTitle : text.reopenTitle)}
      lead={words?.lead ?? (closing ? text.closeLead : text.reopenLead)}
      confirm={closing ? text.closeConfirm : text.reopenConfirm}
      cancel={text.cancel}
      look={closing ? 'danger' : 'primary'}
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
