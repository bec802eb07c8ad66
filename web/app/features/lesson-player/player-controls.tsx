import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { formatClock } from '~/domain/clock'
import { playerText } from '~/locales/he/lesson'
import { JUMP_SECONDS } from './keyboard'
import type { PlayerAdapter, Spans } from './player-adapter'
import { PlayerIcon, type PlayerIconName } from './player-icon'
import { RATES } from './player-preferences'
import { Timeline } from './timeline'
import type { PlayerState } from './use-player-state'

type PlayerControlsProps = {
  player: PlayerAdapter | null
  state: PlayerState
  duration: number
  watched: Spans
  captions: { available: boolean; visible: boolean; toggle: () => void }
  fullScreen: { available: boolean; active: boolean; toggle: () => void }
  onRate: (rate: number) => void
  onVolume: (volume: number) => void
  onMute: () => void
  onHelp: () => void
}

/** The row of controls, from left to right like the timeline above it. Every target is 44 px. */
export function PlayerControls(props: PlayerControlsProps) {
  const { player, state, duration, captions, fullScreen } = props
  const move = (seconds: number) => player?.seek(state.position + seconds)
  return (
    <div dir="ltr">
      <Timeline
        position={state.position}
        duration={player ? duration : 0}
        buffered={state.buffered}
        watched={props.watched}
        onSeek={(seconds) => player?.seek(seconds)}
      />
      <div className="-mx-2 flex flex-wrap items-center">
        <ControlButton
          icon={state.paused ? 'play' : 'pause'}
          label={state.paused ? playerText.play : playerText.pause}
          disabled={!player}
          onClick={() => (state.paused ? player?.play() : player?.pause())}
        />
        <ControlButton icon="back" label={playerText.back} disabled={!player} onClick={() => move(-JUMP_SECONDS)} />
        <ControlButton
          icon="forward"
          label={playerText.forward}
          disabled={!player}
          onClick={() => move(JUMP_SECONDS)}
        />
        <bdi dir="ltr" className="px-1.5 font-semibold text-sm sm:px-2 sm:text-base">
          {formatClock(state.position)} <span className="text-white/75">/ {formatClock(duration)}</span>
        </bdi>
        <Volume {...props} />
        <div className="ms-auto flex items-center">
          <Speed rate={state.rate} onRate={props.onRate} />
          {captions.available && (
            <ControlButton
              icon="captions"
              label={playerText.captions}
              pressed={captions.visible}
              onClick={captions.toggle}
            />
          )}
          {player?.togglePictureInPicture && (
            <ControlButton
              icon="picture-in-picture"
              label={playerText.pictureInPicture}
              onClick={player.togglePictureInPicture}
              className="hidden sm:grid"
            />
          )}
          <ControlButton icon="keyboard" label={playerText.help} onClick={props.onHelp} className="hidden sm:grid" />
          {fullScreen.available && (
            <ControlButton
              icon={fullScreen.active ? 'exit-full-screen' : 'full-screen'}
              label={fullScreen.active ? playerText.exitFullScreen : playerText.fullScreen}
              onClick={fullScreen.toggle}
            />
          )}
        </div>
      </div>
    </div>
  )
}

function Volume({ state, onVolume, onMute }: PlayerControlsProps) {
  const silent = state.muted || state.volume === 0
  return (
    <div className="hidden items-center sm:flex">
      <ControlButton
        icon={silent ? 'muted' : 'sound'}
        label={silent ? playerText.unmute : playerText.mute}
        onClick={onMute}
      />
      <input
        type="range"
        dir="ltr"
        min={0}
        max={1}
        step={0.05}
        value={silent ? 0 : state.volume}
        aria-label={playerText.volume}
        aria-valuetext={`${Math.round((silent ? 0 : state.volume) * 100)}%`}
        onChange={(event) => onVolume(Number(event.target.value))}
        className="h-11 w-20 cursor-pointer accent-white"
      />
    </div>
  )
}

function Speed({ rate, onRate }: { rate: number; onRate: (rate: number) => void }) {
  return (
    <select
      aria-label={playerText.speed}
      value={RATES.find((known) => known === rate) ?? 1}
      onChange={(event) => onRate(Number(event.target.value))}
      className="h-11 min-w-14 cursor-pointer appearance-none rounded-control bg-transparent text-center font-semibold text-white hover:bg-white/15 focus-visible:outline-white"
    >
      {RATES.map((known) => (
        <option key={known} value={known} className="bg-night text-white">
          {known}×
        </option>
      ))}
    </select>
  )
}

type ControlButtonProps = ComponentProps<'button'> & { icon: PlayerIconName; label: string; pressed?: boolean }

/** A button of the player, 44 px square. */
function ControlButton({ icon, label, pressed, className, ...props }: ControlButtonProps): ReactNode {
  return (
    <button
      {...props}
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      className={clsx(
        'grid size-11 place-items-center rounded-control text-white hover:bg-white/15 focus-visible:outline-white disabled:opacity-40',
        pressed === false && 'opacity-70',
        className,
      )}
    >
      <PlayerIcon name={icon} />
    </button>
  )
}
