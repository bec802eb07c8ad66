import { useState } from 'react'
import { ConfirmDialog } from '~/shared/ui/confirm-dialog'
import { TextField } from '~/shared/ui/text-field'
import { ticketBulkText as text } from './bulk.he'
import { ChoiceField } from './choice-field'
import { supportText } from './support.he'
import type { SupportChoices, TicketChange, TicketPriority, TicketState } from './ticket-list.calls'

const NOBODY = 'nobody'

type TicketsChangeDialogProps = {
  choices: SupportChoices
  onConfirm: (wanted: Omit<TicketChange, 'id'>) => void
  onClose: () => void
}

/** What is to change in all chosen tickets; what is not chosen stays. */
export function TicketsChangeDialog({ choices, onConfirm, onClose }: TicketsChangeDialogProps) {
  const [status, setStatus] = useState('')
  const [priority, setPriority] = useState('')
  const [assignee, setAssignee] = useState('')
  const [tag, setTag] = useState('')
  const wanted = {
    ...(status && { status: status as TicketState }),
    ...(priority && { priority: Number(priority) as TicketPriority }),
    ...(assignee && { assignee_id: assignee === NOBODY ? null : assignee }),
    ...(tag.trim() && { add_tags: [tag.trim()] }),
  }
  const members = choices.members.map(({ id, name }) => [id, name] as const)
  return (
    <ConfirmDialog
      title={text.changeTitle}
      lead={text.changeLead}
      confirm={text.confirm}
      cancel={text.cancel}
      look="primary"
      isReady={() => Object.keys(wanted).length > 0}
      onConfirm={async () => onConfirm(wanted)}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <ChoiceField
          label={supportText.columns.status}
          none={text.keep}
          values={Object.entries(supportText.states)}
          value={status}
          onChange={setStatus}
        />
        <ChoiceField
          label={supportText.columns.priority}
          none={text.keep}
          values={Object.entries(supportText.priorities)}
          value={priority}
          onChange={setPriority}
        />
        <ChoiceField
          label={supportText.columns.assignee}
          none={text.keep}
          values={[[NOBODY, supportText.nobody], ...members]}
          value={assignee}
          onChange={setAssignee}
        />
        <TextField
          label={text.addTag}
          hint={text.tagHint}
          value={tag}
          maxLength={30}
          onChange={({ target }) => setTag(target.value)}
        />
      </div>
    </ConfirmDialog>
  )
}
