import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { cueAt, type LessonContent } from '~/course/lesson/lesson.rules'
import { type TimedPlayer, usePlayerValue } from '~/course/player/timed-player'
import { transcriptText as text } from './transcript.he'
import { findInTranscript, firstMatchFrom, lastCueAt } from './transcript.rules'
import { TranscriptLine } from './transcript-line'
import { TranscriptSearch } from './transcript-search'
import { useFollowing } from './use-following'
import { useSpokenLines } from './use-spoken-lines'

type TranscriptProps = {
  content: Pick<LessonContent, 'transcript' | 'captions'>
  player: TimedPlayer | null
  /** Whether the transcript is the part of the page that is open. */
  visible: boolean
}

const NO_MATCHES: readonly never[] = []

/** What is said in the lesson, sentence by sentence: it follows the video, leads to any second, and can be searched. */
export function Transcript({ content, player, visible }: TranscriptProps) {
  const { lang, cues } = useSpokenLines(content)
  const spoken = usePlayerValue(player, (position) => cueAt(cues, position), -1)
  const present = usePlayerValue(player, (position) => lastCueAt(cues, position), -1)
  const box = useRef<HTMLOListElement>(null)
  const { following, follow, show } = useFollowing(box, present, visible)
  const [query, setQuery] = useState('')
  const [match, setMatch] = useState(0)
  const [stop, setStop] = useState<number | null>(null)
  const finds = useMemo(() => findInTranscript(cues, query), [cues, query])
  const seek = useRef(player)
  seek.current = player
  const [onSeek] = useState(() => (seconds: number) => seek.current?.seek(seconds))

  if (cues.length === 0) return <p className="py-3 text-ink-2">{text.none}</p>

  const showMatch = (number: number, cuesOfMatches: readonly number[]) => {
    setMatch(number)
    const cue = cuesOfMatches[number]
    if (cue !== undefined) show(cue)
  }
  const search = (wanted: string) => {
    setQuery(wanted)
    const found = findInTranscript(cues, wanted)
    if (found.cues.length > 0) showMatch(firstMatchFrom(found, Math.max(0, present)), found.cues)
    else if (wanted.trim() === '') follow()
  }
  const step = (by: 1 | -1) => {
    const count = finds.cues.length
    if (count > 0) showMatch((match + by + count) % count, finds.cues)
  }
  const press = (event: KeyboardEvent<HTMLOListElement>) => {
    const lines = [...event.currentTarget.querySelectorAll('button')]
    const at = lines.findIndex((line) => line.matches(':focus'))
    const goal = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: lines.length - 1 }[event.key]
    if (goal === undefined || at < 0) return
    event.preventDefault()
    const line = lines[Math.min(lines.length - 1, Math.max(0, goal))]
    line?.focus()
  }
  const firstOf = (cue: number) => finds.cues.indexOf(cue)
  const tabStop = stop ?? Math.max(0, present)
  return (
    <div className="relative flex min-h-0 grow flex-col">
      <TranscriptSearch query={query} onQuery={search} count={finds.cues.length} current={match} onStep={step} />
      <ol
        ref={box}
        lang={lang}
        aria-label={text.label}
        onKeyDown={press}
        onFocus={(event) => setStop([...event.currentTarget.children].findIndex((li) => li.contains(event.target)))}
        onBlur={() => setStop(null)}
        className="relative min-h-0 grow divide-y divide-rule overflow-y-auto overscroll-contain border-rule border-y"
      >
        {cues.map((cue, index) => (
          <TranscriptLine
            key={cue.start}
            cue={cue}
            matches={finds.byCue[index] ?? NO_MATCHES}
            shownMatch={finds.cues[match] === index ? match - firstOf(index) : -1}
            isCurrent={index === spoken}
            isStop={index === tabStop}
            onSeek={onSeek}
          />
        ))}
      </ol>
      {!following && present >= 0 && (
        <button
          type="button"
          onClick={follow}
          className="absolute inset-x-0 bottom-3 mx-auto w-fit min-h-11 rounded-full bg-ink px-5 font-semibold text-sm text-white shadow-float"
        >
          {text.toCurrent}
        </button>
      )}
    </div>
  )
}
