import { type FormEvent, type RefObject, useEffect, useState } from 'react'
import { toAppError } from '~/shared/errors/errors'
import { useMediaUrl } from '~/shared/media/use-media-url'
import { Alert } from '~/shared/ui/alert'
import { Button } from '~/shared/ui/button'
import { TextArea } from '~/shared/ui/text-area'
import { TextField } from '~/shared/ui/text-field'
import { toast } from '~/shared/ui/toast'
import { describeMedia } from './media.calls'
import { mediaText as text } from './media.he'
import { fieldAddress, focusAt, focusMoved, type MediaFile, pictureAddress } from './media.rules'

const SHOWN_WIDTH = 640
const LONGEST_ALT = 300

/** Asked when the dialog is to close: whether it stays open until what was changed is saved. */
export type Leave = (() => boolean) | null

type PicturePartProps = { file: MediaFile; leave: RefObject<Leave>; onDone: () => void }

/** What a picture shows, which point stays when it is cropped, and its address. */
export function PicturePart({ file, leave, onDone }: PicturePartProps) {
  const [alt, setAlt] = useState(file.alt)
  const [focus, setFocus] = useState(file.focus)
  const [problem, setProblem] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const address = fieldAddress({ ...file, focus })
  const shown = useMediaUrl(pictureAddress(file, SHOWN_WIDTH))
  const isChanged = alt.trim() !== file.alt || focus.x !== file.focus.x || focus.y !== file.focus.y
  async function save(event?: FormEvent) {
    event?.preventDefault()
    const fits = alt.trim().length <= LONGEST_ALT
    setProblem(fits ? undefined : text.tooLong)
    if (!fits) return
    setBusy(true)
    setFailure(undefined)
    try {
      await describeMedia(file.id, alt.trim(), focus)
      void toast.success(text.saved)
      onDone()
    } catch (cause) {
      setFailure(toAppError(cause).message)
      setBusy(false)
    }
  }
  useEffect(() => {
    leave.current = () => {
      if (isChanged && !busy) void save()
      return isChanged
    }
    return () => {
      leave.current = null
    }
  })
  return (
    <form noValidate onSubmit={(event) => void save(event)} className="grid gap-4">
      <div>
        <p className="mb-1 font-semibold">{text.focus}</p>
        <button
          type="button"
          dir="ltr"
          aria-label={`${text.focus}. ${text.focusHint}`}
          onClick={({ clientX, clientY, currentTarget, detail }) => {
            // A press of the keyboard has no place.
            if (detail === 0) return
            const { left, top, width, height } = currentTarget.getBoundingClientRect()
            setFocus(focusAt((clientX - left) / width, (clientY - top) / height))
          }}
          onKeyDown={(event) => {
            const moved = focusMoved(focus, event.key)
            if (!moved) return
            event.preventDefault()
            setFocus(moved)
          }}
          className="relative block w-full overflow-hidden rounded-control"
        >
          {shown && <img src={shown} alt="" className="block w-full" />}
          <span
            aria-hidden="true"
            className="absolute size-6 -translate-x-1/2 -translate-y-1/2 rounded-full border-4 border-white shadow-float outline-2 outline-ink"
            style={{ left: `${focus.x * 100}%`, top: `${focus.y * 100}%` }}
          />
        </button>
        <p className="mt-1 text-ink-3 text-sm">{text.focusHint}</p>
      </div>
      <TextArea
        label={text.alt}
        hint={text.altHint}
        error={problem}
        rows={3}
        value={alt}
        onChange={({ target }) => setAlt(target.value)}
      />
      {address && (
        <div className="flex flex-wrap items-end gap-3">
          <TextField label={text.address} dir="ltr" readOnly value={address} className="grow" />
          <Button
            look="secondary"
            size="small"
            onClick={() => void navigator.clipboard.writeText(address).then(() => void toast.success(text.copied))}
          >
            {text.copy}
          </Button>
        </div>
      )}
      {failure && <Alert tone="error">{failure}</Alert>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="primary" busy={busy}>
          {text.save}
        </Button>
        {isChanged && (
          <Button
            look="quiet"
            onClick={() => {
              setAlt(file.alt)
              setFocus(file.focus)
              setProblem(undefined)
              setFailure(undefined)
            }}
          >
            {text.giveUp}
          </Button>
        )}
      </div>
    </form>
  )
}
