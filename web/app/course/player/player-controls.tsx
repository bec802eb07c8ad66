import { type ReactNode, useState } from 'react'
import type { Chapter, TeamAnswer } from '~/course/lesson/lesson.rules'
import { measureRanges, type WatchedRanges } from '~/course/progress/watched-ranges.rules'
import { formatClock } from '~/shared/formats/clock'
import { JUMP_SECONDS } from './keyboard'
import { missedParts } from './missed-parts.rules'
import { playerText } from './player.he'
import type { PlayerAdapter } from './player-adapter'
import { PlayerButton } from './player-button'
import { PlayerIcon } from './player-icon'
import { RATES } from './player-preferences'
import { Timeline } from './timeline'
import type { FullScreen } from './use-full-screen'
import type { PlayerState } from './use-player-state'

type PlayerControlsProps = {
  player: PlayerAdapter | null
  state: PlayerState
  duration: number
  watched: WatchedRanges
  /** Seconds that the person marked. */
  marks: readonly number[]
  answers: readonly TeamAnswer[]
  chapters: readonly Chapter[]
  /** Address of the sheet of previews. */
  previews: string | null
  /** Whether captions are shown; null when the lesson has none. */
  captions: boolean | null
  onCaptions: () => void
  fullScreen: Pick<FullScreen, 'active' | 'toggle'>
  onRate: (rate: number) => void
  onVolume: (volume: number) => void
  onMute: () => void
  onMove: (seconds: number) => void
  onMissed: () => void
  onHelp: () => void
  settings: ReactNode
}

/** The row of controls, from left to right like the timeline above it. Every target is 44 px. */
export function PlayerControls(props: PlayerControlsProps) {
  const { player, state, duration, fullScreen } = props
  return (
    <div dir="ltr">
      <Timeline
        position={state.position}
        duration={player ? duration : 0}
        buffered={state.buffered}
        watched={props.watched}
        marks={props.marks}
        answers={props.answers}
        chapters={props.chapters}
        previews={props.previews}
        onSeek={(seconds) => player?.seek(seconds)}
      />
      <div className="-mx-2 flex flex-wrap items-center">
        <PlayerButton
          icon={state.paused ? 'play' : 'pause'}
          label={state.paused ? playerText.play : playerText.pause}
          disabled={!player}
          onClick={() => (state.paused ? player?.play() : player?.pause())}
        />
        <PlayerButton
          icon="back"
          label={playerText.back}
          disabled={!player}
          onClick={() => props.onMove(-JUMP_SECONDS)}
        />
        <PlayerButton
          icon="forward"
          label={playerText.forward}
          disabled={!player}
          onClick={() => props.onMove(JUMP_SECONDS)}
        />
        <bdi dir="ltr" className="px-1.5 font-semibold text-sm sm:px-2 sm:text-base">
          {formatClock(state.position)}
          {duration > 0 && <span className="text-white/75"> / {formatClock(duration)}</span>}
        </bdi>
        <Volume {...props} />
        <div className="ms-auto flex items-center">
          <Speed rate={state.rate} onRate={props.onRate} />
          {props.captions !== null && (
            <PlayerButton
              icon="captions"
              label={playerText.captions}
              pressed={props.captions}
              onClick={props.onCaptions}
            />
          )}
          {player?.togglePictureInPicture && (
            <PlayerButton
              icon="picture-in-picture"
              label={state.isPictureInPicture ? playerText.exitPictureInPicture : playerText.pictureInPicture}
              onClick={player.togglePictureInPicture}
              className="hidden sm:grid"
            />
          )}
          <PlayerButton icon="keyboard" label={playerText.help} onClick={props.onHelp} className="hidden sm:grid" />
          {props.settings}
          <PlayerButton
            icon={fullScreen.active ? 'exit-full-screen' : 'full-screen'}
            label={fullScreen.active ? playerText.exitFullScreen : playerText.fullScreen}
            onClick={fullScreen.toggle}
          />
        </div>
      </div>
      <Missed watched={props.watched} onMissed={props.onMissed} />
    </div>
  )
}

/** How much was skipped, and the way to it; nothing when nothing was. */
function Missed({ watched, onMissed }: Pick<PlayerControlsProps, 'watched' | 'onMissed'>) {
  const missed = missedParts(watched)
  if (missed.length === 0) return null
  return (
    <div dir="rtl" className="flex flex-wrap items-center justify-between gap-x-4 border-white/15 border-t text-sm">
      <span className="flex items-center gap-2 text-white/85">
        <i aria-hidden="true" className="player-missed h-2 w-6 shrink-0 rounded-full" />
        {playerText.missedIn(formatClock(measureRanges(missed)))}
      </span>
      <button
        type="button"
        onClick={onMissed}
        className="inline-flex min-h-11 items-center gap-2 rounded-control px-2 font-semibold hover:bg-white/15 focus-visible:outline-white"
      >
        <PlayerIcon name="missed" />
        {playerText.toMissed}
      </button>
    </div>
  )
}

/** Whether a video takes another volume than the full one; on iPhone and iPad the system owns it. */
function canSetVolume(): boolean {
  const probe = document.createElement('video')
  probe.volume = 0.5
  return probe.volume === 0.5
}

function Volume({ state, onVolume, onMute }: PlayerControlsProps) {
  const [canSet] = useState(canSetVolume)
  const silent = state.muted || state.volume === 0
  return (
    <div className="hidden items-center sm:flex">
      <PlayerButton
        icon={silent ? 'muted' : 'sound'}
        label={silent ? playerText.unmute : playerText.mute}
        onClick={onMute}
      />
      {canSet && (
        <input
          type="range"
          data-own-keys=""
          dir="ltr"
          min={0}
          max={1}
          step={0.05}
          value={silent ? 0 : state.volume}
          aria-label={playerText.volume}
          aria-valuetext={`${Math.round((silent ? 0 : state.volume) * 100)}%`}
          onChange={(event) => onVolume(Number(event.target.value))}
          className="h-11 w-20 cursor-pointer rounded-control accent-white focus-visible:outline-white"
        />
      )}
    </div>
  )
}

function Speed({ rate, onRate }: { rate: number; onRate: (rate: number) => void }) {
  return (
    <select
      aria-label={playerText.speed}
      value={RATES.find((known) => known === rate) ?? 1}
      onChange={(event) => onRate(Number(event.target.value))}
      className="hidden h-11 min-w-14 cursor-pointer appearance-none rounded-control bg-transparent text-center font-semibold text-white hover:bg-white/15 focus-visible:outline-white sm:block"
    >
      {RATES.map((known) => (
        <option key={known} value={known} className="bg-night text-white">
          {known}×
        </option>
      ))}
    </select>
  )
}
