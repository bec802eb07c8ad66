import { useEffect, useRef, useState } from 'react'
import { buttonClass } from '~/components/ui/button'
import { playerText } from '~/locales/he/lesson'
import type { PlayerAdapter } from './player-adapter'
import { allowsVimeo, rememberVimeo } from './player-preferences'
import { createVimeoAdapter, vimeoAddress } from './vimeo-adapter'

type VimeoSurfaceProps = {
  videoId: string
  title: string
  captionLanguage: string | undefined
  startAt: number
  attempt: number
  onPlayer: (player: PlayerAdapter | null) => void
  onFailed: () => void
}

/** A Vimeo video. Nothing is asked of Vimeo before the person agrees to it. */
export function VimeoSurface(props: VimeoSurfaceProps) {
  const [allowed, setAllowed] = useState(allowsVimeo)
  if (allowed) return <VimeoFrame key={props.attempt} {...props} />
  return (
    <div className="absolute inset-0 grid place-content-center justify-items-center gap-3 overflow-auto p-6 text-center">
      <p className="font-semibold text-lg">{playerText.vimeoTitle}</p>
      <p className="max-w-[44ch] text-white/80">{playerText.vimeo}</p>
      <button
        type="button"
        className={buttonClass('learn')}
        onClick={() => {
          rememberVimeo()
          setAllowed(true)
        }}
      >
        {playerText.vimeoLoad}
      </button>
    </div>
  )
}

function VimeoFrame({ videoId, title, captionLanguage, startAt, onPlayer, onFailed }: VimeoSurfaceProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const first = useRef(startAt)
  useEffect(() => {
    let wanted = true
    import('@vimeo/player').then(
      ({ default: Player }) => {
        if (wanted && frame.current) onPlayer(createVimeoAdapter(new Player(frame.current), captionLanguage))
      },
      () => wanted && onFailed(),
    )
    return () => {
      wanted = false
      onPlayer(null)
    }
  }, [captionLanguage, onPlayer, onFailed])
  return (
    <iframe
      ref={frame}
      title={title}
      src={vimeoAddress(videoId, first.current)}
      allow="autoplay; fullscreen; picture-in-picture"
      className="absolute inset-0 size-full"
    />
  )
}
