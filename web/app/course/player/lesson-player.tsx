import type { KindOf } from '~/shared/config/kinds'
import './player.css'
import { clsx } from 'clsx'
import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import type { Chapter, TeamAnswer } from '~/course/lesson/lesson.rules'
import type { WatchedRanges } from '~/course/progress/watched-ranges.rules'
import { lazyPart } from '~/shared/browser/lazy-part'
import { CaptionLines } from './caption-lines'
import type { PageShortcut, PlayerCommand } from './keyboard'
import { PictureTouch } from './picture-touch'
import { playerText } from './player.he'
import type { PlayerAdapter } from './player-adapter'
import { PlayerControls } from './player-controls'
import { CentreControls, HeldNote, ResumeNote, TroubleOverlay, WaitingOverlay } from './player-overlays'
import { hasPageWidePlayerKeys, setPageWidePlayerKeys } from './player-preferences'
import { PlayerSettings } from './player-settings'
import { type Caption, useCaptions } from './use-captions'
import { useFullScreen } from './use-full-screen'
import { useHold } from './use-hold'
import { useIdle } from './use-idle'
import { useMiniature } from './use-miniature'
import { usePauseWithoutSession } from './use-pause-without-session'
import { usePlaybackRetry } from './use-playback-retry'
import { usePlayerCommands } from './use-player-commands'
import { usePlayerKeys } from './use-player-keys'
import { usePlayerState } from './use-player-state'
import { applyPreferences, usePreferences } from './use-preferences'
import { VideoSurface } from './video-surface'

const KeyboardHelp = lazyPart(() => import('./keyboard-help').then((part) => part.KeyboardHelp))
const MiniatureBar = lazyPart(() => import('./miniature-bar').then((part) => part.MiniatureBar))
const VimeoSurface = lazyPart(() => import('./vimeo-surface').then((part) => part.VimeoSurface))

type LessonVideo = { provider: KindOf<'lesson_contents.provider'>; ref: string }

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
  /** Seconds that the person marked, shown on the timeline. */
  marks?: readonly number[]
  /** Answers of the staff, shown there too. */
  answers?: readonly TeamAnswer[]
  chapters?: readonly Chapter[]
  /** Address of the sheet of small pictures that are shown over the timeline. */
  previews?: string | null
}

const NONE: readonly never[] = []

/** Plays a lesson, with controls of its own that every person, keyboard and thumb can use. */
export function LessonPlayer({ onPlayer, shortcuts = NONE, marks = NONE, ...props }: LessonPlayerProps) {
  const place = useRef<HTMLDivElement>(null)
  const region = useRef<HTMLElement>(null)
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
  if (player) lastSecond.current = state.position

  const takePlayer = useCallback(
    (next: PlayerAdapter | null) => {
      if (next) applyPreferences(next)
      setPlayer(next)
      onPlayer(next)
    },
    [onPlayer],
  )
  usePauseWithoutSession(player, fullScreen.leave)
  const { fail } = recovery
  useEffect(() => (isVimeo ? player?.on('error', () => fail('connection')) : undefined), [player, isVimeo, fail])

  const duration = state.duration || props.durationSeconds
  const openHelp = () => setHelpOpen(true)
  const { watched } = props
  const commands = usePlayerCommands({ player, state, duration, watched, preferences, prefer, fullScreen, openHelp })
  const { togglePlay, move, setVolume, jumpToMissed } = commands
  const { held, hold } = useHold(player, preferences.rate)
  const { small: isOut, height, dismiss } = useMiniature(place, !state.paused)
  const small = isOut && !fullScreen.active
  const [keysEverywhere, setKeysEverywhere] = useState(hasPageWidePlayerKeys)
  const run = (command: PlayerCommand) => {
    wake()
    commands.run(command)
  }
  usePlayerKeys(region, run, shortcuts, keysEverywhere)
  // Before the first picture the poster stands there, and nothing is spoken over it.
  const [begun, setBegun] = useState(props.startAt > 0)
  if (!begun && (!state.paused || state.position > 0)) setBegun(true)
  // A picture that filled the window may leave a page on which the controls are below the edge.
  const filled = useRef(false)
  useEffect(() => {
    if (filled.current && !fullScreen.active) region.current?.lastElementChild?.scrollIntoView?.({ block: 'nearest' })
    filled.current = fullScreen.active
  }, [fullScreen.active])

  const surface = { startAt: lastSecond.current, attempt: recovery.attempt, onPlayer: takePlayer, onFailed: fail }
  const hidden = fullScreen.active && idle
  return (
    <div ref={place} style={{ height: small ? height : undefined }}>
      <section
        ref={region}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the region takes the keys of the player
        tabIndex={0}
        aria-label={playerText.region(props.title)}
        data-fills={fullScreen.active || undefined}
        onPointerMove={({ pointerType }) => pointerType === 'mouse' && fullScreen.active && wake()}
        className={clsx(
          'isolate flex w-full flex-col bg-night text-white focus-visible:-outline-offset-3 focus-visible:outline-white',
          fullScreen.active
            ? 'fixed inset-0 z-50'
            : small
              ? 'fixed end-5 bottom-5 z-30 w-90! overflow-hidden rounded-card shadow-float'
              : 'relative',
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
            <Suspense>
              <VimeoSurface {...surface} poster={props.poster} videoId={props.video.ref} title={props.title} />
            </Suspense>
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
                onHold={hold}
                onSwipeDown={fullScreen.active ? fullScreen.leave : undefined}
              />
              {state.waiting && !state.paused && <WaitingOverlay />}
              {held && <HeldNote />}
              {!state.ended && !state.waiting && !small && (state.paused || !idle) && (
                <CentreControls paused={state.paused} onToggle={togglePlay} onMove={move} />
              )}
              <CaptionLines
                lines={begun || !props.poster ? captions.lines : []}
                size={preferences.captionSize}
                lifted={fullScreen.active && !hidden}
              />
              {state.ended && props.endCard}
            </>
          )}
          <ResumeNote startAt={props.startAt} player={recovery.trouble === 'none' ? player : null} />
          {recovery.trouble !== 'none' && (
            <TroubleOverlay failed={recovery.trouble === 'failed'} onRetry={recovery.retry} />
          )}
        </div>
        <div
          className={clsx(
            'px-3 pb-1.5 transition-opacity duration-200 motion-reduce:transition-none sm:px-4',
            fullScreen.active && 'absolute inset-x-0 bottom-0 bg-night/85',
            hidden &&
              'pointer-events-none opacity-0 has-focus-visible:pointer-events-auto has-focus-visible:opacity-100',
          )}
        >
          {small ? (
            <Suspense>
              <MiniatureBar
                paused={state.paused}
                onToggle={togglePlay}
                onReturn={() => place.current?.scrollIntoView({ block: 'center' })}
                onClose={dismiss}
              />
            </Suspense>
          ) : (
            <PlayerControls
              player={player}
              state={state}
              duration={duration}
              watched={watched}
              marks={marks}
              answers={props.answers ?? NONE}
              chapters={props.chapters ?? NONE}
              previews={props.previews ?? null}
              captions={captions.tracks.length > 0 ? captions.visible : null}
              onCaptions={() => prefer({ captions: !preferences.captions })}
              fullScreen={fullScreen}
              onRate={(rate) => prefer({ rate })}
              onVolume={setVolume}
              onMute={() => prefer({ muted: !state.muted })}
              onMove={move}
              onMissed={jumpToMissed}
              onHelp={openHelp}
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
          )}
        </div>
        {helpOpen && (
          <Suspense>
            <KeyboardHelp
              onClose={() => setHelpOpen(false)}
              container={region.current}
              shortcuts={shortcuts}
              everywhere={keysEverywhere}
              onEverywhere={(everywhere) => {
                setKeysEverywhere(everywhere)
                setPageWidePlayerKeys(everywhere)
              }}
            />
          </Suspense>
        )}
      </section>
    </div>
  )
}
