import { useState } from 'react'
import { ConfirmDialog } from '~/shared/ui/confirm-dialog'
import { TextField } from '~/shared/ui/text-field'
import { viewsText as text } from './saved-views.he'

const LONGEST_NAME = 40

type ViewNameDialogProps = {
  /** The name so far; missing for a new view. */
  name?: string | undefined
  onConfirm: (name: string) => Promise<void>
  onClose: () => void
}

/** Asks for the name of a view. */
export function ViewNameDialog({ name = '', onConfirm, onClose }: ViewNameDialogProps) {
  const [typed, setTyped] = useState(name)
  const [problem, setProblem] = useState<string>()
  const isReady = () => {
    if (typed.trim() === '') setProblem(text.nameMissing)
    return typed.trim() !== ''
  }
  return (
    <ConfirmDialog
      title={name ? text.renameTitle : text.saveTitle}
      lead={name ? text.renameLead : text.saveLead}
      confirm={text.confirm}
      cancel={text.cancel}
      look="primary"
      isReady={isReady}
      onConfirm={() => onConfirm(typed.trim())}
      onClose={onClose}
    >
      <TextField
        label={text.name}
        error={problem}
        value={typed}
        maxLength={LONGEST_NAME}
        autoFocus
        onChange={({ target }) => {
          setTyped(target.value)
          setProblem(undefined)
        }}
      />
    </ConfirmDialog>
  )
}
