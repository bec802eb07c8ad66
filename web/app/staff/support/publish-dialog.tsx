import { useState } from 'react'
import { formatClock } from '~/shared/formats/clock'
import { CheckboxField } from '~/shared/ui/checkbox-field'
import { ConfirmDialog } from '~/shared/ui/confirm-dialog'
import { TextArea } from '~/shared/ui/text-area'
import { TextField } from '~/shared/ui/text-field'
import { toast } from '~/shared/ui/toast'
import { publishText as text } from './publish.he'
import { secondOfClock, withoutGreeting } from './publish.rules'
import { publishAnswer, type TicketMessage } from './ticket.calls'

type PublishDialogProps = {
  message: TicketMessage
  /** The second that was asked about, if one was. */
  second: number | null
  onDone: () => Promise<unknown>
  onClose: () => void
}
type Problems = Partial<Record<'clock' | 'body' | 'reviewed', string>>

/** Reviews an answer for everyone in the lesson: at which second, to what question, in which words. */
export function PublishDialog({ message, second, onDone, onClose }: PublishDialogProps) {
  const shown = message.published
  const [clock, setClock] = useState(formatClock(shown?.second ?? second ?? 0))
  const [question, setQuestion] = useState(shown?.question ?? '')
  const [body, setBody] = useState(shown?.body ?? withoutGreeting(message.body))
  const [reviewed, setReviewed] = useState(false)
  const [problems, setProblems] = useState<Problems>({})
  function isReady() {
    const found: Problems = {
      ...(secondOfClock(clock) === null && { clock: text.secondProblem }),
      ...(body.trim() === '' && { body: text.empty }),
      ...(!reviewed && { reviewed: text.reviewMissing }),
    }
    setProblems(found)
    return Object.keys(found).length === 0
  }
  return (
    <ConfirmDialog
      title={text.title}
      lead={text.lead}
      confirm={text.confirm}
      cancel={text.cancel}
      look="primary"
      isReady={isReady}
      onConfirm={async () => {
        await publishAnswer(message.id, { second: secondOfClock(clock) ?? 0, question, body })
        void toast.success(text.published)
        await onDone()
      }}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <TextField
          label={text.second}
          dir="ltr"
          className="max-w-[180px]"
          error={problems.clock}
          value={clock}
          onChange={({ target }) => setClock(target.value)}
        />
        <TextArea
          label={text.question}
          hint={text.questionHint}
          rows={2}
          maxLength={500}
          value={question}
          onChange={({ target }) => setQuestion(target.value)}
        />
        <TextArea
          label={text.body}
          rows={5}
          maxLength={4000}
          error={problems.body}
          value={body}
          onChange={({ target }) => setBody(target.value)}
        />
        <CheckboxField
          label={text.reviewed}
          error={problems.reviewed}
          checked={reviewed}
          onChange={({ target }) => setReviewed(target.checked)}
        />
      </div>
    </ConfirmDialog>
  )
}
