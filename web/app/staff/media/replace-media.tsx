import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { plural } from '~/shared/formats/plural'
import { Bidi } from '~/shared/ui/bidi'
import { ConfirmDialog } from '~/shared/ui/confirm-dialog'
import { toast } from '~/shared/ui/toast'
import { inWords } from '~/staff/entry/refusal-messages'
import { usesText as text } from './media.he'
import type { MediaFile } from './media.rules'
import { MediaPicker } from './media-picker'
import { type FileUses, replaceMedia } from './media-uses.calls'

type ReplaceMediaProps = { file: MediaFile; uses: FileUses; onDone: () => void; onClose: () => void }

/** Chooses a file, says what will change, and puts it in place of another everywhere. */
export function ReplaceMedia({ file, uses: { seen, uses, posters }, onDone, onClose }: ReplaceMediaProps) {
  const client = useQueryClient()
  const [by, setBy] = useState<MediaFile>()
  if (!by) return <MediaPicker kind={file.kind} except={file.id} onChosen={setBy} onClose={onClose} />
  const changing = uses.filter(({ inDraft, inPublic }) => inDraft || inPublic)
  return (
    <ConfirmDialog
      title={text.replaceTitle(file.name)}
      lead={
        <>
          {text.replaceBy(by.name)} {changing.length > 0 && `${text.replaceKept} `}
          {plural(changing.length + posters.length, text.replaceLead)}
        </>
      }
      confirm={text.replace}
      cancel={text.cancel}
      look="primary"
      onConfirm={async () => {
        try {
          await replaceMedia(file.id, by.id, seen)
        } catch (cause) {
          await client.invalidateQueries({ queryKey: ['staff', 'media-uses', file.id] })
          throw inWords(cause, text.refusals)
        }
        await client.invalidateQueries({ queryKey: ['staff', 'content'] })
        void toast.success(text.replaced)
        onDone()
      }}
      onClose={onClose}
    >
      <ul className="grid gap-1">
        {changing.map(({ kind, id, title }) => (
          <li key={`${kind} ${id}`}>
            {text.kinds[kind] ?? kind}: <Bidi>{title ?? text.hiddenTitle}</Bidi>
          </li>
        ))}
        {posters.map(({ id, name }) => (
          <li key={id}>
            <Bidi>{text.poster(name)}</Bidi>
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}
