import { useCallback, useEffect, useRef, useState } from 'react'
import { buttonClass } from '~/shared/ui/button'
import type { PlayerAdapter } from './player-adapter'
import { allowsVimeo, rememberVimeo } from './player-preferences'
import type { Failure } from './use-playback-retry'
import { vimeoText } from './vimeo.he'
import { createVimeoAdapter, vimeoAddress } from './vimeo-adapter'

type VimeoSurfaceProps = {
  videoId: string
  title: string
  poster: string | null
  startAt: number
  attempt: number
  onPlayer: (player: PlayerAdapter | null) => void
  onFailed: (failure: Failure) => void
}

/**
 * A Vimeo video. Nothing is asked of Vimeo before the person agrees to it. Every attempt is a frame of its own, which
 * plays on if the one before played.
 */
export function VimeoSurface({ onPlayer, ...props }: VimeoSurfaceProps) {
  const [allowed, setAllowed] = useState(allowsVimeo)
  const wantsToPlay = useRef(false)
  const takePlayer = useCallback(
    (next: PlayerAdapter | null) => {
      next?.on('play', () => {
        wantsToPlay.current = true
      })
      next?.on('pause', () => {
        wantsToPlay.current = false
      })
      next?.on('ready', () => wantsToPlay.current && next.play())
      onPlayer(next)
    },
    [onPlayer],
  )
  return (
    <>
      {props.poster && (
        <img
          src={props.poster}
          alt=""
          className={`absolute inset-0 size-full object-cover ${allowed ? '' : 'opacity-20'}`}
        />
      )}
      {allowed ? (
        <VimeoFrame key={props.attempt} {...props} onPlayer={takePlayer} />
      ) : (
        <div className="absolute inset-0 grid place-content-center justify-items-center gap-3 overflow-auto p-6 text-center">
          <p className="font-semibold text-lg">{vimeoText.title}</p>
          <p className="max-w-[44ch] text-white/85">{vimeoText.about}</p>
          <button
            type="button"
            className={buttonClass('learn')}
            onClick={() => {
              rememberVimeo()
              setAllowed(true)
            }}
          >
            {vimeoText.load}
          </button>
        </div>
      )}
    </>
  )
}

/** Loads Vimeo's library without what it does by itself, such as telling Vimeo the address of the page. */
function loadVimeo() {
  Object.assign(window, {
    VimeoSeoMetadataAppended: true,
    VimeoCheckedUrlTimeParam: true,
    VimeoPlayerResizeEmbeds_: true,
    VimeoDRMEmbedsUpdated: true,
  })
  return import('@vimeo/player')
}

function VimeoFrame({ videoId, title, startAt, onPlayer, onFailed }: VimeoSurfaceProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [first] = useState(startAt)
  useEffect(() => {
    let wanted = true
    loadVimeo().then(
      ({ default: Player }) => {
        if (wanted && frame.current) onPlayer(createVimeoAdapter(new Player(frame.current), first))
      },
      () => wanted && onFailed('connection'),
    )
    return () => {
      wanted = false
      onPlayer(null)
    }
  }, [first, onPlayer, onFailed])
  return (
    <iframe
      ref={frame}
      title={title}
      src={vimeoAddress(videoId, first)}
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      tabIndex={-1}
      className="absolute inset-0 size-full"
    />
  )
}
