import { clsx } from 'clsx'
import { memo } from 'react'
import type { TranscriptCue } from '~/course/lesson/lesson.rules'
import { formatClock } from '~/shared/formats/clock'
import { type Match, markedPieces } from '~/shared/formats/hebrew-search'
import { Bidi } from '~/shared/ui/bidi'

type TranscriptLineProps = {
  cue: TranscriptCue
  matches: readonly Match[]
  /** Which of the matches is the one that is shown, -1 when it is elsewhere. */
  shownMatch: number
  isCurrent: boolean
  /** One line alone is a stop of the Tab key; the arrows lead to the others. */
  isStop: boolean
  onSeek: (seconds: number) => void
}

/** A sentence with its time; a press moves the video to it. */
export const TranscriptLine = memo(function TranscriptLine(props: TranscriptLineProps) {
  const { cue, matches, shownMatch, isCurrent, isStop, onSeek } = props
  return (
    <li>
      <button
        type="button"
        data-seeks
        tabIndex={isStop ? 0 : -1}
        aria-current={isCurrent ? 'true' : undefined}
        onClick={() => onSeek(cue.start)}
        className={clsx(
          'grid min-h-11 w-full grid-cols-[3rem_1fr] items-baseline gap-2.5 px-2 py-2 text-start leading-snug focus-visible:-outline-offset-3',
          isCurrent ? 'bg-green-wash' : 'hover:bg-rule/30',
        )}
      >
        <bdi dir="ltr" className="text-end text-ink-2 text-xs">
          {formatClock(cue.start)}
        </bdi>
        <Bidi as="span">
          {markedPieces(cue.text, matches).map(({ text, match }, index) =>
            match === null ? (
              text
            ) : (
              <mark
                // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have no other identity
                key={index}
                data-shown={match === shownMatch || undefined}
                className="rounded-xs bg-saffron-wash text-ink underline decoration-saffron decoration-2 underline-offset-4 data-shown:bg-saffron-ink data-shown:text-white data-shown:no-underline"
              >
                {text}
              </mark>
            ),
          )}
        </Bidi>
      </button>
    </li>
  )
})
