import { useId } from 'react'
import { formatClock } from '~/shared/formats/clock'
import { viewingText as text } from './viewing.he'

type WatchedStripProps = { seconds: number; position: number | null; watched: (readonly [number, number])[] }

/** The parts of a video that were watched: as a picture of its length, and as times that can be read out. */
export function WatchedStrip({ seconds, position, watched }: WatchedStripProps) {
  const id = useId()
  const length = Math.max(seconds, watched.at(-1)?.[1] ?? 0)
  const at = (second: number) => `${(Math.min(second, length) / length) * 100}%`
  return (
    <>
      {/* Videos run from left to right, whatever the language. */}
      <div dir="ltr" aria-hidden="true" className="relative mt-5 h-4 rounded-control bg-rule">
        {watched.map(([from, to]) => (
          <span
            key={from}
            className="absolute inset-y-0 min-w-px bg-green"
            style={{ insetInlineStart: at(from), inlineSize: at(to - from) }}
          />
        ))}
        {position !== null && (
          <span
            className="absolute -inset-y-1.5 w-1 -translate-x-1/2 rounded-full bg-saffron outline outline-paper"
            style={{ insetInlineStart: at(position) }}
          />
        )}
      </div>
      <p dir="ltr" aria-hidden="true" className="mt-1.5 flex justify-between text-ink-2 text-xs tabular-nums">
        <span>{formatClock(0)}</span>
        <span>{formatClock(length)}</span>
      </p>
      <p aria-hidden="true" className="mt-1 text-ink-2 text-sm">
        {text.legend}
      </p>
      <h3 id={id} className="mt-4 font-semibold text-sm">
        {text.parts}
      </h3>
      <ul aria-labelledby={id} className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-ink-2">
        {watched.map(([from, to]) => (
          <li key={from}>
            <bdi dir="ltr" className="tabular-nums">
              {formatClock(from)}–{formatClock(to)}
            </bdi>
          </li>
        ))}
      </ul>
    </>
  )
}
