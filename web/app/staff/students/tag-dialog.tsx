import { useState } from 'react'
import { plural } from '~/shared/formats/plural'
import { ConfirmDialog } from '~/shared/ui/confirm-dialog'
import { bulkText as text } from './bulk.he'
import { TagField } from './tag-field'

type TagDialogProps = { students: number; onConfirm: (tag: string, has: boolean) => void; onClose: () => void }

/** Which tag the chosen students get or lose. */
export function TagDialog({ students, onConfirm, onClose }: TagDialogProps) {
  const [tag, setTag] = useState('')
  const [has, setHas] = useState(true)
  return (
    <ConfirmDialog
      title={plural(students, text.tagTitle)}
      lead={text.tagLead}
      confirm={has ? text.tagConfirm : text.untagConfirm}
      cancel={text.cancel}
      look="primary"
      isReady={() => tag.trim() !== ''}
      onConfirm={async () => onConfirm(tag.trim(), has)}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <fieldset className="flex flex-wrap gap-x-6">
          <legend className="sr-only">{text.tagWay}</legend>
          {[true, false].map((way) => (
            <label key={String(way)} className="flex min-h-11 items-center gap-2">
              <input type="radio" name="has" checked={has === way} onChange={() => setHas(way)} />
              {way ? text.tagConfirm : text.untagConfirm}
            </label>
          ))}
        </fieldset>
        <TagField label={text.tagLabel} hint={text.tagHint} tag={tag} onWrite={setTag} />
      </div>
    </ConfirmDialog>
  )
}
