import { clsx } from 'clsx'
import { directionOf } from '~/shared/formats/direction'
import type { CaptionSize } from './player-preferences'

const FACTOR: Record<CaptionSize, number> = { small: 0.8, normal: 1, large: 1.45, largest: 2 }

type CaptionLinesProps = { lines: readonly string[]; size: CaptionSize; lifted: boolean }

/** The lines that are spoken now, as big as the person likes them in a picture of this width; `lifted` above controls. */
export function CaptionLines({ lines, size, lifted }: CaptionLinesProps) {
  if (lines.length === 0) return null
  const direction = directionOf(lines.join('\n'))
  return (
    <div
      className={clsx(
        'pointer-events-none absolute inset-x-4 flex flex-col items-center gap-1 text-balance text-center',
        lifted ? 'bottom-28' : 'bottom-4',
      )}
      style={{ fontSize: `calc(clamp(15px, 2.3cqi, 34px) * ${FACTOR[size]})` }}
    >
      {lines.map((line) => (
        <span
          key={line}
          dir={direction}
          className="rounded-md bg-night/85 px-[0.6em] py-[0.1em] leading-snug text-white"
        >
          {line}
        </span>
      ))}
    </div>
  )
}
