import { PROGRESS_FLUSH_INTERVAL } from '~/shared/config/constants'
import type { PendingProgress } from './pending-progress.rules'
import { isLessonComplete, saveDelay, shouldBuffer } from './progress.rules'
import { LONGEST_LESSON_SECONDS } from './progress-merge.rules'
import type { ProgressQueue } from './progress-queue'
import { addRange, clampRanges, unionRanges, type WatchedRanges } from './watched-ranges.rules'

/** The lesson that is being watched, and by whom. Without a course nothing can be saved [5-21]. */
export type WatchedLesson = { userId: string; lessonId: string; courseId: string | undefined; durationSeconds: number }

/** As much of a player as the recorder looks at. Seconds of media time. */
export type WatchedPlayer = {
  readonly position: number
  readonly paused: boolean
  readonly rate: number
  on(event: 'play' | 'pause' | 'timeupdate' | 'seeking' | 'seeked' | 'ended', listener: () => void): () => void
}

/** What was saved before, from the server and from the queue. */
export type KnownProgress = { positionSeconds: number; ranges: WatchedRanges; completed: boolean }

export type RecorderState = { ranges: WatchedRanges; completed: boolean }

/** How often the position is noted in this browser, so that a page that dies loses no more than this. */
const NOTE_EVERY_MS = 1_000

/** Playback may run this much ahead of the clock before it counts as a jump: the player of a busy machine tells late. */
const SLACK_SECONDS = 3

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
  const end = lesson.durationSeconds || LONGEST_LESSON_SECONDS
  let state: RecorderState = { ranges: [], completed: false }
  let player: WatchedPlayer | undefined
  let hydrated = false
  let fresh: WatchedRanges = []
  let span: { from: number; to: number; at: number } | null = null
  let buffered = 0
  let furthest = 0
  let finishedHere = false
  let unsaved = false
  let savedAt: number | null = null
  let notedAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const show = (next: RecorderState) => {
    state = next
    for (const listener of listeners) listener()
  }

  /** Moves what was played since the last look into the watched ranges. */
  function collect(): void {
    if (!player || !span) return
    const now = Date.now()
    const position = player.position
    const played = position - span.to
    const possible = ((now - span.at) / 1000 + SLACK_SECONDS) * player.rate
    if (played < 0 || played > possible) {
      span = { from: position, to: position, at: now }
      return
    }
    span = { from: span.from, to: position, at: now }
    furthest = Math.max(furthest, position)
    fresh = addRange(fresh, span.from, span.to)
    const ranges = clampRanges(unionRanges(state.ranges, fresh), end)
    const completed = state.completed || isLessonComplete(ranges, lesson.durationSeconds)
    const finished = hydrated && completed && !state.completed
    if (finished || ranges.at(-1)?.[1] !== state.ranges.at(-1)?.[1] || ranges.length !== state.ranges.length)
      show({ ranges, completed: finished || state.completed })
    if (finished) {
      finishedHere = true
      buffer()
      save()
    }
  }

  function open(): void {
    if (player && !player.paused) span = { from: player.position, to: player.position, at: Date.now() }
  }

  function close(): void {
    collect()
    span = null
  }

  function bufferWhenMoved(): void {
    if (player && hydrated && shouldBuffer(player.position, buffered, false)) buffer()
  }

  function buffer(): void {
    if (!player) return
    buffered = player.position
    if (!lesson.courseId) {
      warn(`Progress of lesson ${lesson.lessonId} is not saved: its course is missing`)
      return
    }
    queue.add(pendingOf(lesson.courseId, player.position))
    unsaved = true
  }

  function note(): void {
    const now = Date.now()
    if (!player || !hydrated || !lesson.courseId || now - notedAt < NOTE_EVERY_MS) return
    notedAt = now
    queue.note(pendingOf(lesson.courseId, player.position))
  }

  const pendingOf = (courseId: string, position: number): PendingProgress => ({
    userId: lesson.userId,
    lessonId: lesson.lessonId,
    courseId,
    durationSeconds: lesson.durationSeconds,
    state: {
      ranges: clampRanges(fresh, end),
      watchedUntil: Math.max(furthest, position),
      completed: finishedHere,
      position,
      lastWatched: Date.now(),
    },
  })

  /** Saves what is buffered, at most every 2 s; a completed lesson at once [4-50], [9-37]. */
  function save(): void {
    if (!unsaved) return
    clearTimeout(timer)
    const delay = saveDelay(Date.now(), savedAt, state.completed)
    if (delay > 0) {
      timer = setTimeout(save, delay)
      return
    }
    savedAt = Date.now()
    unsaved = false
    void queue.flush(lesson.userId)
  }

  function flush(): void {
    collect()
    bufferWhenMoved()
    save()
  }

  function attach(watched: WatchedPlayer): () => void {
    player = watched
    const offs = [
      watched.on('play', open),
      watched.on('timeupdate', () => {
        if (!span) open()
        collect()
        bufferWhenMoved()
        note()
      }),
      watched.on('seeking', () => {
        span = null
      }),
      watched.on('seeked', () => {
        open()
        flush()
      }),
      watched.on('pause', () => {
        close()
        flush()
      }),
      watched.on('ended', () => {
        close()
        flush()
      }),
    ]
    const interval = setInterval(flush, PROGRESS_FLUSH_INTERVAL)
    return () => {
      flush()
      clearTimeout(timer)
      clearInterval(interval)
      for (const off of offs) off()
      if (unsaved) void queue.flush(lesson.userId)
      unsaved = false
      player = undefined
      span = null
    }
  }

  return {
    attach,
    flush,
    /** Buffers and sends without waiting, because the page may be gone in a moment. */
    hide(): void {
      collect()
      bufferWhenMoved()
      queue.flushOnHide(lesson.userId)
    },
    /** Tells what was saved before; from now on progress is written. */
    hydrate(known: KnownProgress): void {
      if (hydrated) return
      hydrated = true
      buffered = known.positionSeconds
      show({ ranges: unionRanges(known.ranges, state.ranges), completed: known.completed || state.completed })
    },
    /** Starts over from what the server holds after the person set or took back the completion by hand. */
    reset(known: KnownProgress): void {
      fresh = []
      finishedHere = false
      span = null
      show({ ranges: known.ranges, completed: known.completed })
      open()
    },
    getState: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
