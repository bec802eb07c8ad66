import { type PointerEvent, Suspense, useId, useState } from 'react'
import type { Chapter, TeamAnswer } from '~/course/lesson/lesson.rules'
import type { WatchedRanges } from '~/course/progress/watched-ranges.rules'
import { lazyPart } from '~/shared/browser/lazy-part'
import { formatClock } from '~/shared/formats/clock'
import { missedParts, seenPercent } from './missed-parts.rules'
import { playerText } from './player.he'
import type { Spans } from './player-adapter'

const TimelinePreview = lazyPart(() => import('./timeline-preview').then((part) => part.TimelinePreview))

/** Parts that are told to a screen reader; more of them would only tire. */
const MAX_ANNOUNCED = 5

type TimelineProps = {
  position: number
  duration: number
  buffered: Spans
  watched: WatchedRanges
  /** Seconds that the person marked. */
  marks: readonly number[]
  /** Answers of the staff to questions about a second. */
  answers: readonly TeamAnswer[]
  chapters: readonly Chapter[]
  /** Address of the sheet of previews. */
  previews: string | null
  onSeek: (seconds: number) => void
}

/**
 * Where the video is: from left to right, as in every player, whatever the page's direction.
 * What was watched is solid, what was skipped is hatched. A real range input lies over the painted bars, so that touch, keys and screen readers get what they know.
 */
export function Timeline(props: TimelineProps) {
  const { position, duration, buffered, watched, marks, answers, chapters, previews, onSeek } = props
  const description = useId()
  const missed = missedParts(watched)
  const [pointed, setPointed] = useState<number | null>(null)
  const point = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    setPointed(Math.min(1, Math.max(0, (event.clientX - left) / width)) * duration)
  }
  const share = (seconds: number) => `${duration > 0 ? Math.min(100, (100 * seconds) / duration) : 0}%`
  const bars = (spans: Spans, className: string) =>
    spans.map(([start, end]) => (
      <i
        key={start}
        className={`absolute inset-y-0 rounded-full ${className}`}
        style={{ insetInlineStart: share(start), width: share(end - start) }}
      />
    ))
  return (
    <div dir="ltr" className="group relative h-11">
      <div aria-hidden="true" className="absolute inset-x-0 top-1/2 h-2 -translate-y-1/2 rounded-full bg-white/20">
        {bars(buffered, 'bg-white/25')}
        <i className="absolute inset-y-0 start-0 rounded-full bg-white/45" style={{ width: share(position) }} />
        {bars(watched, 'bg-mint')}
        {bars(missed, 'player-missed')}
        {chapters.slice(1).map(({ start }) => (
          <i
            key={start}
            data-chapter=""
            className="absolute inset-y-0 w-0.75 -translate-x-1/2 bg-night"
            style={{ insetInlineStart: share(start) }}
          />
        ))}
        {[...answers.map((answer) => answer.position_seconds), ...marks].map((second, at) => (
          <i
            key={at < answers.length ? `${second} answer` : second}
            className={`absolute -top-1.5 h-1.5 w-1 -translate-x-1/2 rounded-full ${at < answers.length ? 'bg-saffron' : 'bg-white'}`}
            style={{ insetInlineStart: share(second) }}
          />
        ))}
      </div>
      <p id={description} hidden>
        {describe(watched, missed, marks, answers.length, duration)}
      </p>
      <input
        type="range"
        dir="ltr"
        min={0}
        max={duration || 1}
        step={1}
        // A whole number, as the browser keeps it: else React takes the rounding of its own value for a wish.
        value={Math.floor(Math.min(position, duration || 1))}
        disabled={duration === 0}
        aria-label={playerText.timeline}
        aria-describedby={description}
        aria-valuetext={playerText.timeValue(formatClock(position), formatClock(duration))}
        onChange={(event) => onSeek(Number(event.target.value))}
        onPointerDown={point}
        onPointerMove={point}
        onPointerLeave={() => setPointed(null)}
        className="peer absolute inset-0 z-10 m-0 size-full cursor-pointer opacity-0"
      />
      <b
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 size-4 -translate-x-1/2 -translate-y-1/2 rounded-full bg-white outline-white outline-offset-3 peer-focus-visible:outline-3"
        style={{ insetInlineStart: share(position) }}
      />
      {pointed !== null && duration > 0 && (
        <Suspense>
          <TimelinePreview
            second={Math.min(pointed, duration - 1)}
            place={share(pointed)}
            chapters={chapters}
            sheetUrl={previews}
          />
        </Suspense>
      )}
    </div>
  )
}

function describe(
  watched: WatchedRanges,
  missed: WatchedRanges,
  marks: readonly number[],
  answers: number,
  duration: number,
): string {
  const seen = playerText.seen(seenPercent(watched, duration))
  const parts = missed
    .slice(0, MAX_ANNOUNCED)
    .map(([start, end]) => playerText.part(formatClock(start), formatClock(end)))
  return [
    seen,
    ...(parts.length > 0 ? [playerText.missedParts(parts.join(', '))] : []),
    ...(marks.length > 0 ? [playerText.marks(marks.length)] : []),
    ...(answers > 0 ? [playerText.answers(answers)] : []),
  ].join(' ')
}
