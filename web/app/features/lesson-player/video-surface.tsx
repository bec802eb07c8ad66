import { useEffect, useRef, useState } from 'react'
import type { PlayerAdapter } from './player-adapter'
import { type Caption, useCaptionFiles } from './use-caption-files'
import { useSignedAddress } from './use-signed-address'
import { createVideoAdapter } from './video-adapter'

type VideoSurfaceProps = {
  path: string
  poster: string | null
  captions: readonly Caption[]
  showCaptions: boolean
  startAt: number
  attempt: number
  onPlayer: (player: PlayerAdapter | null) => void
  onFailed: () => void
}

/** A lesson's own file in the browser's video element. Captions are drawn by us, above the controls. */
export function VideoSurface({
  path,
  poster,
  captions,
  showCaptions,
  startAt,
  attempt,
  onPlayer,
  onFailed,
}: VideoSurfaceProps) {
  const video = useRef<HTMLVideoElement>(null)
  const first = useRef(startAt)
  const files = useCaptionFiles(captions)
  const { address, onBroken } = useSignedAddress(path, attempt, onFailed)

  useEffect(() => {
    if (!video.current) return
    onPlayer(createVideoAdapter(video.current, first.current))
    return () => onPlayer(null)
  }, [onPlayer])

  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: the tracks below, when the lesson has captions */}
      <video
        ref={video}
        src={address}
        poster={poster ?? undefined}
        playsInline
        preload="metadata"
        onError={address ? onBroken : undefined}
        className="absolute inset-0 size-full"
      >
        {files.map((file) => (
          <track key={file.address} kind="captions" src={file.address} srcLang={file.lang} label={file.label} />
        ))}
      </video>
      <CaptionLines video={video} files={files.length} visible={showCaptions} />
    </>
  )
}

type CaptionLinesProps = { video: React.RefObject<HTMLVideoElement | null>; files: number; visible: boolean }

/** The lines that are spoken now; the first track of the lesson. */
function CaptionLines({ video, files, visible }: CaptionLinesProps) {
  const [lines, setLines] = useState<string[]>([])
  useEffect(() => {
    const track = files > 0 ? video.current?.textTracks?.[0] : undefined
    if (!track || !visible) {
      setLines([])
      return
    }
    track.mode = 'hidden'
    const renew = () => setLines(Array.from(track.activeCues ?? []).flatMap((cue) => textOf(cue)))
    renew()
    track.addEventListener('cuechange', renew)
    return () => {
      track.removeEventListener('cuechange', renew)
      track.mode = 'disabled'
    }
  }, [video, files, visible])

  if (lines.length === 0) return null
  return (
    <div className="pointer-events-none absolute inset-x-4 bottom-4 flex flex-col items-center gap-1 text-balance text-center text-sm sm:text-base md:text-lg">
      {lines.map((line) => (
        <span key={line} dir="auto" className="rounded-md bg-night/85 px-3 py-0.5 leading-snug text-white">
          {line}
        </span>
      ))}
    </div>
  )
}

const textOf = (cue: TextTrackCue) =>
  cue instanceof VTTCue ? (cue.getCueAsHTML().textContent ?? '').split('\n').filter(Boolean) : []
