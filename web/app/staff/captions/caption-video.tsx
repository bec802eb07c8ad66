import { type Ref, useEffect, useState } from 'react'
import { signStoredFile } from '~/course/files/stored-files.calls'
import { captionsText as text } from './captions.he'

const VALID_FOR_SECONDS = 60 * 60

type CaptionVideoProps = { path: string | null; ref: Ref<HTMLVideoElement>; onTime: (seconds: number) => void }

/** The film of the lesson, to write beside; without one the times are typed. */
export function CaptionVideo({ path, ref, onTime }: CaptionVideoProps) {
  const [address, setAddress] = useState<string>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let isHere = true
    if (path)
      signStoredFile('lesson-videos', path, VALID_FOR_SECONDS).then(
        (signed) => isHere && setAddress(signed),
        () => isHere && setFailed(true),
      )
    return () => {
      isHere = false
    }
  }, [path])
  if (!path || failed) return <p className="text-ink-2">{failed ? text.videoFailed : text.noVideo}</p>
  return (
    // biome-ignore lint/a11y/useMediaCaption: its captions stand beside it and are being written
    <video
      ref={ref}
      src={address}
      controls
      dir="ltr"
      aria-label={text.video}
      onError={() => setFailed(true)}
      onTimeUpdate={({ currentTarget }) => onTime(currentTarget.currentTime)}
      className="aspect-video w-full rounded-control bg-night"
    />
  )
}
