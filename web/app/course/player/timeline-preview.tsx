import { useEffect, useState } from 'react'
import { chapterAt } from '~/course/lesson/chapters.rules'
import type { Chapter } from '~/course/lesson/lesson.rules'
import { formatClock } from '~/shared/formats/clock'
import { Bidi } from '~/shared/ui/bidi'
import { TILE, tileAt } from './timeline-preview.rules'

const HALF = TILE.width / 2

type TimelinePreviewProps = {
  second: number
  /** How far along the timeline, as a share of its length. */
  place: string
  chapters: readonly Chapter[]
  sheetUrl: string | null
}

/** What the video shows at a second, over the timeline: its time, its chapter, and its picture once that is here. */
export function TimelinePreview({ second, place, chapters, sheetUrl }: TimelinePreviewProps) {
  const sheet = useSheet(sheetUrl)
  const tile = sheet && tileAt(second, sheet.naturalHeight)
  const chapter = chapters[chapterAt(chapters, second)]
  return (
    <div
      aria-hidden="true"
      data-preview=""
      className="pointer-events-none absolute bottom-9 z-20 flex w-[160px] -translate-x-1/2 flex-col items-center gap-1 font-semibold text-sm"
      style={{ insetInlineStart: `clamp(${HALF}px, ${place}, 100% - ${HALF}px)` }}
    >
      {tile && (
        <i
          data-tile=""
          className="shrink-0 rounded-md bg-night shadow-float outline-2 outline-night/60"
          style={{
            ...TILE,
            backgroundImage: `url(${JSON.stringify(sheet.src)})`,
            backgroundPosition: `-${tile.left}px -${tile.top}px`,
          }}
        />
      )}
      {chapter && (
        <span dir="rtl" className="max-w-full truncate rounded-md bg-night/85 px-2 py-0.5">
          {chapter.title}
        </span>
      )}
      <Bidi className="rounded-md bg-night/85 px-2 py-0.5">{formatClock(second)}</Bidi>
    </div>
  )
}

/** The sheet of previews once it is loaded; without a connection there is simply none. */
function useSheet(address: string | null): HTMLImageElement | null {
  const [sheet, setSheet] = useState<HTMLImageElement | null>(null)
  useEffect(() => {
    if (!address) return
    const picture = new Image()
    picture.onload = () => setSheet(picture)
    picture.src = address
    return () => {
      picture.onload = null
    }
  }, [address])
  return sheet
}
