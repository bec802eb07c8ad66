import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { plural } from '~/shared/formats/plural'
import { ConfirmDialog } from '~/shared/ui/confirm-dialog'
import { contentBulkText as text } from './bulk.he'
import { contentText } from './content.he'
import { choicesQuery } from './content-choices.calls'

type BulkFieldDialogProps = {
  of: 'category' | 'author'
  count: number
  /** Told the record that was chosen; null for none. */
  onChosen: (id: string | null) => void
  onClose: () => void
}

/** Asks which category or author the drafts of many records get. */
export function BulkFieldDialog({ of, count, onChosen, onClose }: BulkFieldDialogProps) {
  const id = useId()
  const { data: choices } = useQuery(choicesQuery(of))
  const [chosen, setChosen] = useState('')
  return (
    <ConfirmDialog
      title={plural(count, text.setTitle)}
      lead={text.setLead}
      confirm={text.acts.set}
      cancel={text.cancel}
      look="primary"
      isReady={() => choices !== undefined}
      onConfirm={async () => onChosen(chosen || null)}
      onClose={onClose}
    >
      <label htmlFor={id} className="mb-1 block font-semibold">
        {contentText.labels[`${of}_id`]}
      </label>
      <select
        id={id}
        value={chosen}
        onChange={({ target }) => setChosen(target.value)}
        className="block min-h-12 w-full rounded-control border border-field bg-card px-3"
      >
        <option value="">{contentText.none}</option>
        {choices?.map((choice) => (
          <option key={choice.id} value={choice.id}>
            {choice.name}
          </option>
        ))}
      </select>
    </ConfirmDialog>
  )
}
