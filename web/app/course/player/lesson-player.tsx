import './player.css'
import { clsx } from 'clsx'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { WatchedRanges } from '~/course/progress/watched-ranges.rules'
import { CaptionLines } from './caption-lines'
import type { PageShortcut, PlayerCommand } from './keyboard'
import { KeyboardHelp } from './keyboard-help'
import { missedParts, nextMissed } from './missed-parts.rules'
import { PictureTouch } from './picture-touch'
import { playerText } from './player.he'
import type { PlayerAdapter } from './player-adapter'
import { PlayerControls } from './player-controls'
import { CentreControls, ResumeNote, TroubleOverlay, WaitingOverlay } from './player-overlays'
import { PlayerSettings } from './player-settings'
import { type Caption, useCaptions } from './use-captions'
import { useFullScreen } from './use-full-screen'
import { useIdle } from './use-idle'
import { usePauseWithoutSession } from './use-pause-without-session'
import { usePlaybackRetry } from './use-playback-retry'
import { playerKeyHandler } from './use-player-keys'
import { usePlayerState } from './use-player-state'
import { applyPreferences, nextRate, usePreferences } from './use-preferences'
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
  watched: WatchedRanges
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
  const [player, setPlayer] = useState<PlayerAdapter | null>(null)
  const [helpOpen, setHelpOpen] = useState(false)
  const isVimeo = props.video.provider === 'vimeo'
  const state = usePlayerState(player)
  const { preferences, prefer } = usePreferences(player)
  const captions = useCaptions(player, state, props.captions, preferences)
  const recovery = usePlaybackRetry(player, state.waiting || (isVimeo && state.duration === 0))
  const fullScreen = useFullScreen(region)
  const { idle, wake, sleep } = useIdle(!state.paused && !helpOpen)
  const lastSecond = useRef(props.startAt)
  const wantsToPlay = useRef(false)
  if (player) lastSecond.current = state.position

  const takePlayer = useCallback(
    (next: PlayerAdapter | null) => {
      if (next) {
        applyPreferences(next)
        next.on('play', () => {
          wantsToPlay.current = true
        })
        next.on('pause', () => {
          wantsToPlay.current = false
        })
        next.on('ready', () => wantsToPlay.current && next.play())
      }
      setPlayer(next)
      onPlayer(next)
    },
    [onPlayer],
  )
  usePauseWithoutSession(player, fullScreen.leave)
  const { fail } = recovery
  useEffect(() => (isVimeo ? player?.on('error', () => fail('connection')) : undefined), [player, isVimeo, fail])

  const duration = state.duration || props.durationSeconds
  const togglePlay = () => (state.paused ? player?.play() : player?.pause())
  const move = (seconds: number) => player?.seek(Math.max(0, (player.position ?? 0) + seconds))
  const setVolume = (volume: number) =>
    prefer({ volume: Math.min(1, Math.max(0, Math.round(volume * 100) / 100)), muted: false })
  const jumpToMissed = () => {
    const to = nextMissed(missedParts(props.watched), state.position)
    if (to === null) return
    player?.seek(to)
    player?.play()
  }

  const run = (command: PlayerCommand) => {
    wake()
    if (command.do === 'toggle') togglePlay()
    else if (command.do === 'move') move(command.seconds)
    else if (command.do === 'share') player?.seek(duration * command.share)
    else if (command.do === 'volume') setVolume(state.volume + command.change)
    else if (command.do === 'rate') prefer({ rate: nextRate(preferences.rate, command.step) })
    else if (command.do === 'mute') prefer({ muted: !state.muted })
    else if (command.do === 'captions') prefer({ captions: !preferences.captions })
    else if (command.do === 'missed') jumpToMissed()
    else if (command.do === 'full-screen') fullScreen.toggle()
    else if (command.do === 'leave') fullScreen.leave()
    else if (command.do === 'picture-in-picture') player?.togglePictureInPicture?.()
    else setHelpOpen(true)
  }

  const surface = { startAt: lastSecond.current, attempt: recovery.attempt, onPlayer: takePlayer, onFailed: fail }
  const hidden = fullScreen.active && idle
  return (
    <section
      ref={region}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the region takes the keys of the player
      tabIndex={0}
      aria-label={playerText.region(props.title)}
      data-fills={fullScreen.active || undefined}
      onKeyDown={playerKeyHandler(run, shortcuts)}
      onPointerMove={({ pointerType }) => pointerType === 'mouse' && fullScreen.active && wake()}
      className={clsx(
        'isolate flex w-full flex-col bg-night text-white focus-visible:-outline-offset-3 focus-visible:outline-white',
        fullScreen.active ? 'fixed inset-0 z-50' : 'relative',
        hidden && 'cursor-none',
      )}
    >
      <div
        className={clsx(
          '@container relative w-full overflow-hidden',
          fullScreen.active ? 'min-h-0 grow' : 'aspect-video',
        )}
      >
        {isVimeo ? (
          <VimeoSurface {...surface} poster={props.poster} videoId={props.video.ref} title={props.title} />
        ) : (
          <VideoSurface {...surface} path={props.video.ref} poster={props.poster} />
        )}
        {player && recovery.trouble === 'none' && (
          <>
            <PictureTouch
              onPress={togglePlay}
              onDoublePress={fullScreen.toggle}
              onControls={() => (idle ? wake() : sleep())}
              onMove={move}
              onSwipeDown={fullScreen.active ? fullScreen.leave : undefined}
            />
            {state.waiting && !state.paused && <WaitingOverlay />}
            {!state.ended && !state.waiting && (state.paused || !idle) && (
              <CentreControls paused={state.paused} onToggle={togglePlay} onMove={move} />
            )}
            <CaptionLines lines={captions.lines} size={preferences.captionSize} lifted={fullScreen.active && !hidden} />
            {state.ended && props.endCard}
            <ResumeNote startAt={props.startAt} player={player} />
          </>
        )}
        {recovery.trouble !== 'none' && (
          <TroubleOverlay failed={recovery.trouble === 'failed'} onRetry={recovery.retry} />
        )}
      </div>
      <div
        className={clsx(
          'px-3 pb-1.5 transition-opacity duration-200 motion-reduce:transition-none sm:px-4',
          fullScreen.active && 'absolute inset-x-0 bottom-0 bg-night/85',
          hidden && 'pointer-events-none opacity-0 has-focus-visible:pointer-events-auto has-focus-visible:opacity-100',
        )}
      >
        <PlayerControls
          player={player}
          state={state}
          duration={duration}
          watched={props.watched}
          captions={captions.tracks.length > 0 ? captions.visible : null}
          onCaptions={() => prefer({ captions: !preferences.captions })}
          fullScreen={fullScreen}
          onRate={(rate) => prefer({ rate })}
          onVolume={setVolume}
          onMute={() => prefer({ muted: !state.muted })}
          onMove={move}
          onMissed={jumpToMissed}
          onHelp={() => setHelpOpen(true)}
          settings={
            <PlayerSettings
              preferences={preferences}
              captions={captions}
              onChange={prefer}
              container={region.current}
              pictureInPicture={player?.togglePictureInPicture ?? null}
            />
          }
        />
      </div>
      <KeyboardHelp open={helpOpen} onOpenChange={setHelpOpen} container={region.current} shortcuts={shortcuts} />
    </section>
  )
}
