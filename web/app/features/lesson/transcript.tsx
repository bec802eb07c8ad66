import { clsx } from 'clsx'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { formatClock } from '~/domain/clock'
import { cueAt, type TranscriptCue } from '~/domain/lesson'
import { lessonText } from '~/locales/he/lesson'

/** As much of a player as the transcript needs. */
type TranscriptPlayer = {
  readonly position: number
  seek(seconds: number): void
  on(event: 'timeupdate' | 'seeked', listener: () => void): () => void
}

type TranscriptProps = { cues: readonly TranscriptCue[]; player: TranscriptPlayer | null }

/** What is said in the lesson, sentence by sentence; a press on one moves the video to it. */
export function Transcript({ cues, player }: TranscriptProps) {
  const current = useCurrentCue(cues, player)
  const list = useRef<HTMLOListElement>(null)

  useEffect(() => {
    const box = list.current
    const line = box?.children[current]
    if (!box || !(line instanceof HTMLElement) || box.matches(':hover, :focus-within')) return
    box.scrollTop = line.offsetTop - box.clientHeight / 3
  }, [current])

  if (cues.length === 0) return <p className="text-ink-2">{lessonText.noTranscript}</p>
  return (
    <>
      <p className="mb-3 text-ink-2 text-sm">{lessonText.transcriptHint}</p>
      <ol
        ref={list}
        className="relative max-h-[420px] divide-y divide-rule overflow-y-auto overscroll-contain border-rule border-y"
      >
        {cues.map((cue, index) => (
          <li key={cue.start}>
            <button
              type="button"
              aria-current={index === current ? 'true' : undefined}
              onClick={() => player?.seek(cue.start)}
              className={clsx(
                'grid min-h-11 w-full grid-cols-[3.5rem_1fr] items-baseline gap-3 px-3 py-2 text-start focus-visible:-outline-offset-3',
                index === current ? 'bg-green-wash' : 'hover:bg-rule/30',
              )}
            >
              <bdi dir="ltr" className="text-end text-ink-2 text-sm">
                {formatClock(cue.start)}
              </bdi>
              <span dir="auto">{cue.text}</span>
            </button>
          </li>
        ))}
      </ol>
    </>
  )
}

function useCurrentCue(cues: readonly TranscriptCue[], player: TranscriptPlayer | null): number {
  return useSyncExternalStore(
    (renew) => {
      const offs = [player?.on('timeupdate', renew), player?.on('seeked', renew)]
      return () => {
        for (const off of offs) off?.()
      }
    },
    () => (player ? cueAt(cues, player.position) : -1),
    () => -1,
  )
}
