import { useEffect, useRef } from 'react'
import type { PlayerAdapter } from './player-adapter'
import type { Failure } from './use-playback-retry'
import { useSignedAddress } from './use-signed-address'
import { createVideoAdapter } from './video-adapter'

type VideoSurfaceProps = {
  path: string
  poster: string | null
  startAt: number
  attempt: number
  onPlayer: (player: PlayerAdapter | null) => void
  onFailed: (failure: Failure) => void
}

/** A lesson's own file in the browser's video element. */
export function VideoSurface({ path, poster, startAt, attempt, onPlayer, onFailed }: VideoSurfaceProps) {
  const video = useRef<HTMLVideoElement>(null)
  const first = useRef(startAt)
  const { address, onBroken } = useSignedAddress(path, attempt, onFailed)

  useEffect(() => {
    if (!video.current) return
    onPlayer(createVideoAdapter(video.current, first.current))
    return () => onPlayer(null)
  }, [onPlayer])

  return (
    // biome-ignore lint/a11y/useMediaCaption: the player draws the captions over it, alike for every source
    <video
      ref={video}
      src={address}
      poster={poster ?? undefined}
      playsInline
      preload="metadata"
      onError={address ? onBroken : undefined}
      className="absolute inset-0 size-full"
    />
  )
}
