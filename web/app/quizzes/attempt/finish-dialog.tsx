import { plural } from '~/shared/formats/plural'
import { ConfirmDialog } from '~/shared/ui/confirm-dialog'
import { attemptText as text } from './attempt.he'
import { type AskedQuestion, unanswered } from './attempt.rules'

type FinishDialogProps = { questions: readonly AskedQuestion[]; onFinish: () => Promise<void>; onClose: () => void }

/** Asks before the end, and names what has no answer yet. */
export function FinishDialog({ questions, onFinish, onClose }: FinishDialogProps) {
  const missing = unanswered(questions)
  return (
    <ConfirmDialog
      title={text.finishTitle}
      lead={missing.length === 0 ? text.finishAll : text.finishSome(listed(missing))}
      confirm={text.finishConfirm}
      cancel={text.goOn}
      look="primary"
      onConfirm={onFinish}
      onClose={onClose}
    />
  )
}

/** 'שאלה 4', 'שאלות 4 ו־7', 'שאלות 2, 4 ו־7'. */
function listed(positions: readonly number[]): string {
  const last = positions.at(-1)
  const others = positions.slice(0, -1)
  const noun = plural(positions.length, text.questions)
  return others.length === 0 ? `${noun} ${last}` : `${noun} ${others.join(', ')} ${text.and}${last}`
}
