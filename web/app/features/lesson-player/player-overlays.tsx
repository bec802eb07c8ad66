import { useEffect, useState } from 'react'
import { buttonClass } from '~/components/ui/button'
import { Spinner } from '~/components/ui/spinner'
import { formatClock } from '~/domain/clock'
import { playerText } from '~/locales/he/lesson'
import type { PlayerAdapter } from './player-adapter'
import { PlayerIcon } from './player-icon'

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

/** A big button in the middle, for a thumb. The one in the row of controls is the same for the keyboard. */
export function PausedOverlay({ onPlay }: { onPlay: () => void }) {
  return (
    <div className="pointer-events-none absolute inset-0 grid place-items-center">
      <button
        type="button"
        tabIndex={-1}
        aria-hidden="true"
        onClick={onPlay}
        className="pointer-events-auto grid size-16 place-items-center rounded-full bg-white text-ink transition-transform duration-150 hover:scale-105 [&_svg]:size-8"
      >
        <PlayerIcon name="play" />
      </button>
    </div>
  )
}

/** What happened and what to do; the retry goes on from the same second. */
export function FailedOverlay({ onRetry }: { onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="absolute inset-0 grid place-content-center justify-items-center gap-2 bg-night p-4 text-center"
    >
      <p className="font-semibold text-lg">{playerText.failedTitle}</p>
      <p className="max-w-[44ch] text-white/80">{playerText.failed}</p>
      <button type="button" onClick={onRetry} className={buttonClass('learn')}>
        {playerText.retry}
      </button>
    </div>
  )
}

/** Says where the lesson goes on, with the way back to its start; gone after a few seconds of watching. */
export function ResumeNote({ startAt, player }: { startAt: number; player: PlayerAdapter }) {
  const [shown, setShown] = useState(startAt > 0)
  useEffect(() => {
    if (!shown) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const off = player.on('play', () => {
      timer ??= setTimeout(() => setShown(false), NOTE_MS)
    })
    return () => {
      off()
      clearTimeout(timer)
    }
  }, [player, shown])
  if (!shown) return null
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
