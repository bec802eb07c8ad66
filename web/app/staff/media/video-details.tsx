import { useState } from 'react'
import { formatClock } from '~/shared/formats/clock'
import { useMediaUrl } from '~/shared/media/use-media-url'
import { Alert } from '~/shared/ui/alert'
import { Button } from '~/shared/ui/button'
import { toast } from '~/shared/ui/toast'
import { CaptionVideo } from '~/staff/captions/caption-video'
import { setPoster } from './media.calls'
import { mediaText as text } from './media.he'
import { type MediaFile, pictureAddress } from './media.rules'
import { MediaPicker } from './media-picker'

const POSTER_WIDTH = 320

/** A film: how it plays, what was read of it, and the picture that stands where it has not begun. */
export function VideoDetails({ file, onDone }: { file: MediaFile; onDone: () => void }) {
  const [choosing, setChoosing] = useState(false)
  const poster = useMediaUrl(pictureAddress({ variants: file.poster }, POSTER_WIDTH))
  return (
    <div className="grid gap-4">
      <CaptionVideo path={file.path} ref={null} onTime={() => undefined} />
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <dt className="text-ink-2">{text.length}</dt>
        <dd>
          <bdi dir="ltr">{formatClock(file.durationSeconds ?? 0)}</bdi>
        </dd>
        <dt className="text-ink-2">{text.codec}</dt>
        <dd>
          <bdi dir="ltr">{file.codec}</bdi>
        </dd>
      </dl>
      {file.isFaststart === false && <Alert tone="attention">{text.notFaststart}</Alert>}
      {file.codec === 'HEVC' && <Alert tone="attention">{text.hevc}</Alert>}
      <div>
        <p className="mb-1 font-semibold">{text.poster}</p>
        <div className="flex flex-wrap items-end gap-4">
          {poster ? (
            <img src={poster} alt="" className="h-20 w-36 rounded-control border border-rule object-cover" />
          ) : (
            <p className="text-ink-2">{text.posterNone}</p>
          )}
          <Button look="secondary" size="small" onClick={() => setChoosing(true)}>
            {text.posterChoose}
          </Button>
        </div>
      </div>
      {choosing && (
        <MediaPicker
          kind="picture"
          onChosen={(picture) =>
            void setPoster(file.id, picture.id).then(
              () => {
                void toast.success(text.saved)
                onDone()
              },
              () => void toast.error(text.failures.NOT_ADDED ?? ''),
            )
          }
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  )
}
