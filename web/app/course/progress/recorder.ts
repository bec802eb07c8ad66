import { serverClock } from '~/shared/client/server-clock'
import { PROGRESS_FLUSH_INTERVAL } from '~/shared/config/constants'
import type { PendingProgress } from './pending-progress.rules'
import { beginSpan, followSpan, type PlayedSpan } from './played-span.rules'
import { shouldBuffer } from './progress.rules'
import type { ProgressQueue } from './progress-queue'
import { createSaveTimer } from './save-timer'
import {
  type KnownProgress,
  NOT_BEGUN,
  startedOver,
  toPending,
  type WatchedLesson,
  type Watching,
  withKnown,
  withPlayed,
  withUpdateSent,
} from './watching.rules'

/** As much of a player as the recorder looks at. Seconds of media time. */
export type WatchedPlayer = {
  readonly position: number
  readonly paused: boolean
  readonly rate: number
  on(event: 'play' | 'pause' | 'timeupdate' | 'seeking' | 'seeked' | 'ended', listener: () => void): () => void
}

/** How often the position is noted in this browser, so that a page that dies loses no more than this. */
const NOTE_EVERY_MS = 1_000

/** What is sent beside what was buffered when there may be no later, or when it is to count before something else. */
const LEAST_REST_SECONDS = 1

/**
 * Watches a player and writes down what is really played. Nothing is written before `hydrate` has told what was saved,
 * so that a fresh page can never overwrite a position with zero.
 */
export function createRecorder(
  lesson: WatchedLesson,
  queue: Pick<ProgressQueue, 'add' | 'note' | 'flush' | 'flushOnHide'>,
  warn: (message: string) => void,
) {
  const listeners = new Set<() => void>()
  const saves = createSaveTimer(() => void queue.flush(lesson.userId))
  let watching = NOT_BEGUN
  let player: WatchedPlayer | undefined
  let span: PlayedSpan | null = null
  // Where the player stood or was led to: it plays from there, and a busy browser tells of it late.
  let start: number | null = null
  let buffered = 0
  let notedAt = 0

  function enter(next: Watching): void {
    const isNews = next.shown !== watching.shown
    watching = next
    if (isNews) for (const listener of listeners) listener()
  }

  /** Moves what was played since the last look into the watched ranges. */
  function collect(): void {
    if (!player || !span) return
    span = followSpan(span, player.position, player.rate, Date.now())
    if (span.from === span.to) return
    const wasFinished = watching.isFinishedHere
    enter(withPlayed(watching, lesson, span))
    if (wasFinished || !watching.isFinishedHere) return
    buffer()
    saves.save(true)
  }

  function open(): void {
    if (!player || player.paused || span) return
    span = beginSpan(start ?? player.position, Date.now())
    start = null
  }

  function close(): void {
    collect()
    standAt(player?.position ?? null)
  }

  function standAt(position: number | null): void {
    span = null
    start = position
  }

  function buffer(): void {
    const pending = pendingNow()
    if (!player) return
    buffered = player.position
    if (!pending) {
      warn(`Progress of lesson ${lesson.lessonId} is not saved: its course is missing`)
      return
    }
    queue.add(pending)
    watching = withUpdateSent(watching)
    if (span) span = { ...span, from: span.to }
    saves.mark()
  }

  function bufferWhenMoved(): void {
    if (player && watching.isHydrated && shouldBuffer(player.position, buffered, false)) buffer()
  }

  function bufferRest(): void {
    collect()
    if (player && watching.isHydrated && Math.abs(player.position - buffered) >= LEAST_REST_SECONDS) buffer()
  }

  function note(): void {
    const now = Date.now()
    const pending = pendingNow()
    if (!pending || !watching.isHydrated || now - notedAt < NOTE_EVERY_MS) return
    notedAt = now
    queue.note(pending)
  }

  function pendingNow(): PendingProgress | null {
    const { courseId } = lesson
    const time = { atServer: serverClock.now(), here: Date.now() }
    return player && courseId ? toPending(watching, { ...lesson, courseId }, player.position, time) : null
  }

  function flush(): void {
    collect()
    bufferWhenMoved()
    saves.save(watching.shown.completed)
  }

  function follow(): void {
    open()
    collect()
    bufferWhenMoved()
    note()
  }

  function attach(watched: WatchedPlayer): () => void {
    player = watched
    standAt(watched.paused ? watched.position : null)
    const stop = () => {
      close()
      flush()
    }
    const offs = [
      watched.on('play', open),
      watched.on('timeupdate', follow),
      watched.on('seeking', () => standAt(watched.position)),
      watched.on('seeked', () => {
        open()
        flush()
      }),
      watched.on('pause', stop),
      watched.on('ended', stop),
    ]
    const interval = setInterval(flush, PROGRESS_FLUSH_INTERVAL)
    return () => {
      flush()
      clearInterval(interval)
      for (const off of offs) off()
      saves.finish()
      player = undefined
      standAt(null)
    }
  }

  return {
    attach,
    /** Buffers the last seconds too and sends without waiting, because the page may be gone in a moment [7-19]. */
    hide(): void {
      bufferRest()
      queue.flushOnHide(lesson.userId)
    },
    /** Tells what was saved before; from now on progress is written. */
    hydrate(known: KnownProgress): void {
      if (watching.isHydrated) return
      buffered = known.positionSeconds
      enter(withKnown(watching, known))
    },
    /** Saves what was watched, before the person sets or takes back a completion or starts the course over. */
    async save(): Promise<void> {
      bufferRest()
      await queue.flush(lesson.userId)
    },
    /** Starts over from what the server holds after the person set or took back the completion by hand. */
    reset(known: KnownProgress): void {
      standAt(null)
      enter(startedOver(watching, known))
      open()
    },
    getState: () => watching.shown,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
