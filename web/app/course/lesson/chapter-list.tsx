import { clsx } from 'clsx'
import type { MouseEvent } from 'react'
import { type TimedPlayer, usePlayerValue } from '~/course/player/timed-player'
import { formatClock } from '~/shared/formats/clock'
import { chaptersText } from './chapters.he'
import { chapterAt } from './chapters.rules'
import type { Chapter } from './lesson.rules'

type ChapterListProps = { chapters: readonly Chapter[]; player: TimedPlayer | null }

/** The chapters of the video as links to their seconds; the one that plays is marked. */
export function ChapterList({ chapters, player }: ChapterListProps) {
  const present = usePlayerValue(player, (position) => chapterAt(chapters, position), -1)
  const go = (event: MouseEvent, start: number) => {
    if (!player || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    player.seek(start)
  }
  return (
    <nav aria-labelledby="lesson-chapters" className="mb-8">
      <h2 id="lesson-chapters" className="mb-3 text-xl">
        {chaptersText.title}
      </h2>
      <ol className="max-w-[62ch] divide-y divide-rule border-rule border-y">
        {chapters.map(({ start, title }, index) => (
          <li key={start}>
            <a
              href={`#t=${start}`}
              data-seeks
              aria-current={index === present ? 'true' : undefined}
              onClick={(event) => go(event, start)}
              className={clsx(
                'grid min-h-11 grid-cols-[3rem_1fr] items-baseline gap-2.5 px-2 py-2 focus-visible:-outline-offset-3',
                index === present ? 'bg-green-wash font-semibold' : 'hover:bg-rule/30',
              )}
            >
              <bdi dir="ltr" className="text-end text-ink-2 text-sm">
                {formatClock(start)}
              </bdi>
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
