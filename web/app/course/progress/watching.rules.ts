import type { PendingProgress } from './pending-progress.rules'
import type { PlayedSpan } from './played-span.rules'
import { isLessonComplete } from './progress.rules'
import { LONGEST_LESSON_SECONDS, watchedAt } from './progress-merge.rules'
import { addRange, clampRanges, measureRanges, unionRanges, type WatchedRanges } from './watched-ranges.rules'

/** The lesson that is being watched, and by whom. Without a course nothing can be saved [5-21]. */
export type WatchedLesson = { userId: string; lessonId: string; courseId: string | undefined; durationSeconds: number }

/** What was saved before, from the server and from the queue. */
export type KnownProgress = { positionSeconds: number; ranges: WatchedRanges; completed: boolean }

/** What the person sees of it. */
export type RecorderState = { ranges: WatchedRanges; completed: boolean }

/** What one page knows of one lesson: what is shown, and what it has seen played since its last update. */
export type Watching = {
  shown: RecorderState
  fresh: WatchedRanges
  furthest: number
  isFinishedHere: boolean
  /** What was saved before is known. */
  isHydrated: boolean
}

export const NOT_BEGUN: Watching = {
  shown: { ranges: [], completed: false },
  fresh: [],
  furthest: 0,
  isFinishedHere: false,
  isHydrated: false,
}

const endOf = ({ durationSeconds }: WatchedLesson) => durationSeconds || LONGEST_LESSON_SECONDS

/** Adds what was played. What is shown stays the same object while nothing of it has changed. */
export function withPlayed(watching: Watching, lesson: WatchedLesson, span: PlayedSpan): Watching {
  const { shown, isHydrated } = watching
  const fresh = addRange(watching.fresh, span.from, span.to)
  const ranges = clampRanges(unionRanges(shown.ranges, fresh), endOf(lesson))
  const isFinished = isHydrated && !shown.completed && isLessonComplete(ranges, lesson.durationSeconds)
  const isNews = isFinished || measureRanges(ranges) !== measureRanges(shown.ranges)
  return {
    shown: isNews ? { ranges, completed: isFinished || shown.completed } : shown,
    fresh,
    furthest: Math.max(watching.furthest, span.to),
    isFinishedHere: watching.isFinishedHere || isFinished,
    isHydrated,
  }
}

/** Adds what was saved before. */
export function withKnown(watching: Watching, known: KnownProgress): Watching {
  const { shown } = watching
  return {
    ...watching,
    shown: { ranges: unionRanges(known.ranges, shown.ranges), completed: known.completed || shown.completed },
    isHydrated: true,
  }
}

/** Goes on from what the server holds and nothing else. */
export function startedOver(watching: Watching, { ranges, completed }: KnownProgress): Watching {
  return { ...watching, shown: { ranges, completed }, fresh: [], isFinishedHere: false }
}

/** After an update was handed over: the next one tells only what comes after it, so that each keeps its own time. */
export const withUpdateSent = (watching: Watching): Watching => ({
  ...watching,
  fresh: [],
  furthest: 0,
  isFinishedHere: false,
})

/** What time it is, in ms since 1970: at the server (null while nobody knows) and on this device. */
export type WatchingTime = { atServer: number | null; here: number }

/** What was watched since the last update, to be saved with a position. */
export function toPending(
  { fresh, furthest, isFinishedHere }: Watching,
  lesson: WatchedLesson & { courseId: string },
  position: number,
  { atServer, here }: WatchingTime,
): PendingProgress {
  const ranges = clampRanges(fresh, endOf(lesson))
  const watchedUntil = Math.max(furthest, position)
  return {
    userId: lesson.userId,
    lessonId: lesson.lessonId,
    courseId: lesson.courseId,
    durationSeconds: lesson.durationSeconds,
    state: watchedAt({ ranges, watchedUntil, completed: isFinishedHere, position }, atServer, here),
  }
}
