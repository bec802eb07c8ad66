import { clsx } from 'clsx'
import { type PointerEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { playerText } from '~/locales/he/lesson'
import type { PageShortcut, PlayerCommand } from './keyboard'
import { KeyboardHelp } from './keyboard-help'
import type { PlayerAdapter, Spans } from './player-adapter'
import { PlayerControls } from './player-controls'
import { FailedOverlay, PausedOverlay, ResumeNote, WaitingOverlay } from './player-overlays'
import { readPreferences, rememberPreferences } from './player-preferences'
import type { Caption } from './use-caption-files'
import { useFullScreen } from './use-full-screen'
import { useIdle } from './use-idle'
import { playerKeyHandler } from './use-player-keys'
import { usePlayerState } from './use-player-state'
import { VideoSurface } from './video-surface'
import { VimeoSurface } from './vimeo-surface'

type LessonVideo = { provider: 'file' | 'vimeo'; ref: string }

export type LessonPlayerProps = {
  title: string
  video: LessonVideo
  poster: string | null
  captions: readonly Caption[]
  /** Length that the academy knows of, in seconds, until the video tells its own. */
  durationSeconds: number
  /** Where to begin, in seconds. */
  startAt: number
  watched: Spans
  /** Told of the player when it is there, and null when it goes. */
  onPlayer: (player: PlayerAdapter | null) => void
  /** What lies over the picture when the lesson has ended. */
  endCard: ReactNode
  /** Keys of the page around it, beside the player's own. */
  shortcuts?: readonly PageShortcut[]
}

const NO_SHORTCUTS: readonly PageShortcut[] = []

/** Plays a lesson, with controls of its own that every person, keyboard and thumb can use. */
export function LessonPlayer({ onPlayer, shortcuts = NO_SHORTCUTS, ...props }: LessonPlayerProps) {
  const region = useRef<HTMLDivElement>(null)
  const [preferences, setPreferences] = useState(readPreferences)
  const [player, setPlayer] = useState<PlayerAdapter | null>(null)
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const [helpOpen, setHelpOpen] = useState(false)
  const state = usePlayerState(player)
  const fullScreen = useFullScreen(region)
  const { idle, wake } = useIdle(fullScreen.active && !state.paused && !helpOpen)
  const lastSecond = useRef(props.startAt)
  if (player) lastSecond.current = state.position

  const takePlayer = useCallback(
    (next: PlayerAdapter | null) => {
      const liked = readPreferences()
      next?.setRate(liked.rate)
      next?.setVolume(liked.volume)
      next?.setMuted(liked.muted)
      setPlayer(next)
      onPlayer(next)
    },
    [onPlayer],
  )
  const fail = useCallback(() => setFailed(true), [])
  useEffect(() => player?.on('ready', () => setFailed(false)), [player])
  useEffect(() => player?.on('ready', () => player.setCaptions(readPreferences().captions)), [player])
  useEffect(
    () => (props.video.provider === 'vimeo' ? player?.on('error', fail) : undefined),
    [player, props.video, fail],
  )

  const prefer = (changed: Partial<typeof preferences>) => {
    setPreferences({ ...preferences, ...changed })
    rememberPreferences(changed)
  }
  const setVolume = (volume: number) => {
    const next = Math.min(1, Math.max(0, Math.round(volume * 100) / 100))
    player?.setVolume(next)
    player?.setMuted(false)
    prefer({ volume: next, muted: false })
  }
  const toggleMute = () => {
    player?.setMuted(!state.muted)
    prefer({ muted: !state.muted })
  }
  const toggleCaptions = () => {
    player?.setCaptions(!preferences.captions)
    prefer({ captions: !preferences.captions })
  }
  const togglePlay = () => (state.paused ? player?.play() : player?.pause())
  const duration = state.duration || props.durationSeconds

  const run = (command: PlayerCommand) => {
    wake()
    if (command.do === 'toggle') togglePlay()
    else if (command.do === 'move') player?.seek(state.position + command.seconds)
    else if (command.do === 'share') player?.seek(duration * command.share)
    else if (command.do === 'volume') setVolume(state.volume + command.change)
    else if (command.do === 'mute') toggleMute()
    else if (command.do === 'captions') toggleCaptions()
    else if (command.do === 'full-screen') fullScreen.toggle()
    else setHelpOpen(true)
  }

  const retry = () => {
    setFailed(false)
    setAttempt(attempt + 1)
  }
  const pressPicture = (event: PointerEvent) => {
    wake()
    if (event.pointerType === 'touch' && fullScreen.active && idle) return
    togglePlay()
  }

  const surface = { startAt: lastSecond.current, attempt, onPlayer: takePlayer, onFailed: fail }
  const hidden = fullScreen.active && idle
  return (
    <section
      ref={region}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the region takes the keys of the player
      tabIndex={0}
      aria-label={playerText.region(props.title)}
      onKeyDown={playerKeyHandler(run, shortcuts)}
      onPointerMove={fullScreen.active ? wake : undefined}
      className={clsx(
        'relative isolate flex w-full flex-col bg-night text-white focus-visible:-outline-offset-3 focus-visible:outline-white',
        hidden && 'cursor-none',
      )}
    >
      <div className={clsx('relative w-full overflow-hidden', fullScreen.active ? 'min-h-0 grow' : 'aspect-video')}>
        {props.video.provider === 'file' ? (
          <VideoSurface
            {...surface}
            path={props.video.ref}
            poster={props.poster}
            captions={props.captions}
            showCaptions={preferences.captions}
          />
        ) : (
          <VimeoSurface
            {...surface}
            videoId={props.video.ref}
            title={props.title}
            captionLanguage={props.captions[0]?.lang}
          />
        )}
        {player && !failed && (
          <>
            <div aria-hidden="true" className="absolute inset-0" onPointerUp={pressPicture} />
            {state.waiting && <WaitingOverlay />}
            {state.paused && !state.ended && <PausedOverlay onPlay={player.play} />}
            {state.ended && props.endCard}
            <ResumeNote startAt={props.startAt} player={player} />
          </>
        )}
        {failed && <FailedOverlay onRetry={retry} />}
      </div>
      <div
        className={clsx(
          'px-3 pb-1.5 transition-opacity duration-200 focus-within:opacity-100 sm:px-4',
          fullScreen.active && 'absolute inset-x-0 bottom-0 bg-night/85',
          hidden && 'opacity-0',
        )}
      >
        <PlayerControls
          player={player}
          state={state}
          duration={duration}
          watched={props.watched}
          captions={{
            available: props.captions.length > 0,
            visible: preferences.captions,
            toggle: toggleCaptions,
          }}
          fullScreen={fullScreen}
          onRate={(rate) => {
            player?.setRate(rate)
            prefer({ rate })
          }}
          onVolume={setVolume}
          onMute={toggleMute}
          onHelp={() => setHelpOpen(true)}
        />
      </div>
      <KeyboardHelp open={helpOpen} onOpenChange={setHelpOpen} container={region.current} shortcuts={shortcuts} />
    </section>
  )
}
