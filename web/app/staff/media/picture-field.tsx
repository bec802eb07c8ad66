import { Suspense, useState } from 'react'
import { lazyPart } from '~/shared/browser/lazy-part'
import { useMediaUrl } from '~/shared/media/use-media-url'
import { Button } from '~/shared/ui/button'
import { TextField } from '~/shared/ui/text-field'
import type { FieldParts } from '~/staff/form/versioned-form'
import { mediaText as text } from './media.he'
import { fieldAddress } from './media.rules'

const MediaPicker = lazyPart(() => import('./media-picker').then((part) => part.MediaPicker))

type PictureFieldProps = {
  parts: FieldParts
  hint: string | undefined
  value: string
  onChosen: (address: string) => void
}

/** The address of a picture: typed, or chosen of the library, with what it shows now. */
export function PictureField({ parts, hint, value, onChosen }: PictureFieldProps) {
  const [open, setOpen] = useState(false)
  const address = useMediaUrl(value)
  return (
    <div className="flex flex-wrap items-end gap-4">
      <div className="grow basis-72">
        <TextField {...parts} hint={hint} dir="ltr" />
      </div>
      {address && <img src={address} alt="" className="h-20 w-32 rounded-control border border-rule object-cover" />}
      <Button look="secondary" size="small" onClick={() => setOpen(true)}>
        {text.pick}
      </Button>
      {open && (
        <Suspense>
          <MediaPicker
            kind="picture"
            onChosen={(file) => {
              setOpen(false)
              onChosen(fieldAddress(file) ?? value)
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
