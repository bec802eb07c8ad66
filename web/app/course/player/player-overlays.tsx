import { clsx } from 'clsx'
import { useEffect, useState } from 'react'
import { formatClock } from '~/shared/formats/clock'
import { buttonClass } from '~/shared/ui/button'
import { Spinner } from '~/shared/ui/spinner'
import { JUMP_SECONDS } from './keyboard'
import { playerText } from './player.he'
import type { PlayerAdapter } from './player-adapter'
import { PlayerIcon } from './player-icon'
import { HELD_RATE } from './use-hold'

const NOTE_MS = 6_000

/** The video is on its way; shown after a moment, so that short waits stay quiet. */
export function WaitingOverlay() {
  return (
    <div role="status" className="pointer-events-none absolute inset-0 grid place-items-center">
      <span className="rounded-full bg-night/70 p-4">
        <Spinner />
        <span className="sr-only">{playerText.loading}</span>
      </span>
    </div>
  )
}

/** Says that the picture is held and plays faster. */
export function HeldNote() {
  return (
    <p className="pointer-events-none absolute inset-x-0 top-3 flex justify-center">
      <bdi dir="ltr" className="rounded-full bg-night/85 px-4 py-1 font-semibold text-sm">
        {HELD_RATE}×
      </bdi>
    </p>
  )
}

type CentreControlsProps = { paused: boolean; onToggle: () => void; onMove: (seconds: number) => void }

/**
 * Big buttons in the middle, for a thumb: play and the two jumps; a mouse gets the first, and only while paused. They double those in the row of controls, which the
 * keyboard and screen readers use.
 */
export function CentreControls({ paused, onToggle, onMove }: CentreControlsProps) {
  const side =
    'hidden size-14 pointer-coarse:grid place-items-center rounded-full bg-night/70 text-white [&_svg]:size-8'
  const hidden = { type: 'button', tabIndex: -1, 'aria-hidden': true } as const
  return (
    <div
      dir="ltr"
      data-centre=""
      className={clsx(
        'pointer-events-none absolute inset-0 items-center justify-center gap-6 *:pointer-events-auto',
        paused ? 'flex' : 'hidden pointer-coarse:flex',
      )}
    >
      <button {...hidden} onClick={() => onMove(-JUMP_SECONDS)} className={side}>
        <PlayerIcon name="back" />
      </button>
      <button
        {...hidden}
        onClick={onToggle}
        className="grid size-16 place-items-center rounded-full bg-white text-ink transition-transform duration-150 hover:scale-105 motion-reduce:transition-none [&_svg]:size-8"
      >
        <PlayerIcon name={paused ? 'play' : 'pause'} />
      </button>
      <button {...hidden} onClick={() => onMove(JUMP_SECONDS)} className={side}>
        <PlayerIcon name="forward" />
      </button>
    </div>
  )
}

/** What happened and what to do; whoever tries again, we or the person, goes on from the same second. */
export function TroubleOverlay({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  return (
    <div
      role={failed ? 'alert' : 'status'}
      className="absolute inset-0 grid place-content-center justify-items-center gap-2 bg-night p-4 text-center"
    >
      <p className="flex items-center gap-3 font-semibold text-lg">
        {!failed && <Spinner />}
        {failed ? playerText.failedTitle : playerText.retryingTitle}
      </p>
      <p className="max-w-[44ch] text-white/85">{failed ? playerText.failed : playerText.retrying}</p>
      <button type="button" onClick={onRetry} className={buttonClass('learn')}>
        {failed ? playerText.retry : playerText.retryNow}
      </button>
    </div>
  )
}

/** Says where the lesson goes on, with the way back to its start; gone after a few seconds of watching, or with the player. */
export function ResumeNote({ startAt, player }: { startAt: number; player: PlayerAdapter | null }) {
  const [shown, setShown] = useState(startAt > 0)
  useEffect(() => {
    if (!shown || !player) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const off = player.on('play', () => {
      timer ??= setTimeout(() => setShown(false), NOTE_MS)
    })
    return () => {
      off()
      clearTimeout(timer)
      if (timer) setShown(false)
    }
  }, [player, shown])
  if (!shown || !player) return null
  return (
    <p
      role="status"
      className="absolute start-3 top-3 flex items-center gap-1 rounded-control bg-night/85 ps-4 pe-1 text-sm sm:text-base"
    >
      <span>
        {playerText.resumed}
        <bdi dir="ltr">{formatClock(startAt)}</bdi>
      </span>
      <button
        type="button"
        onClick={() => {
          player.seek(0)
          setShown(false)
        }}
        className="min-h-11 rounded-control px-3 font-semibold underline underline-offset-4 hover:bg-white/15 focus-visible:outline-white"
      >
        {playerText.fromStart}
      </button>
    </p>
  )
}
