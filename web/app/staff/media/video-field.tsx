import { Suspense, useState } from 'react'
import { lazyPart } from '~/shared/browser/lazy-part'
import { Button } from '~/shared/ui/button'
import { TextField } from '~/shared/ui/text-field'
import type { FieldParts } from '~/staff/form/versioned-form'
import { mediaText as text } from './media.he'
import { fieldAddress, type MediaFile } from './media.rules'
import { vimeoVideoIn } from './vimeo-links.rules'

const MediaPicker = lazyPart(() => import('./media-picker').then((part) => part.MediaPicker))

type VideoFieldProps = {
  parts: FieldParts
  hint: string | undefined
  /** What the other fields of the lesson hold now. */
  held: (name: string) => string
  write: (name: string, value: string) => void
}

/**
 * Which video a lesson shows: typed, pasted as a link of Vimeo, or chosen of the library, which also says its length and
 * brings its picture.
 */
export function VideoField({ parts, hint, held, write }: VideoFieldProps) {
  const [open, setOpen] = useState(false)
  function take({ path, durationSeconds, poster, focus }: MediaFile) {
    setOpen(false)
    write('provider', 'file')
    write('duration_seconds', String(durationSeconds ?? 0))
    const picture = fieldAddress({ variants: poster, focus })
    if (picture && held('poster_url') === '') write('poster_url', picture)
    write(parts.name, path ?? '')
  }
  return (
    <div className="flex flex-wrap items-end gap-4">
      <div className="grow basis-72">
        <TextField
          {...parts}
          hint={hint}
          dir="ltr"
          onPaste={(event) => {
            // Of a link stays what names the video.
            const video = vimeoVideoIn(event.clipboardData.getData('text'))
            if (!video) return
            event.preventDefault()
            write('provider', 'vimeo')
            write(parts.name, video)
          }}
        />
      </div>
      <Button look="secondary" size="small" onClick={() => setOpen(true)}>
        {text.pick}
      </Button>
      {open && (
        <Suspense>
          <MediaPicker kind="video" onChosen={take} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
