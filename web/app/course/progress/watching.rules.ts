import type { PendingProgress } from './pending-progress.rules'
import type { PlayedSpan } from './played-span.rules'
import { isLessonComplete } from './progress.rules'
import { LONGEST_LESSON_SECONDS } from './progress-merge.rules'
import { addRange, clampRanges, measureRanges, unionRanges, type WatchedRanges } from './watched-ranges.rules'

/** The lesson that is being watched, and by whom. Without a course nothing can be saved [5-21]. */
export type WatchedLesson = { userId: string; lessonId: string; courseId: string | undefined; durationSeconds: number }

/** What was saved before, from the server and from the queue. */
export type KnownProgress = { positionSeconds: number; ranges: WatchedRanges; completed: boolean }

/** What the person sees of it. */
export type RecorderState = { ranges: WatchedRanges; completed: boolean }

/** What one page knows of one lesson: what is shown, and of that what this page itself has seen played. */
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

/** What is to be saved of it at a position, at a time in ms since 1970. */
export function toPending(
  { fresh, furthest, isFinishedHere }: Watching,
  lesson: WatchedLesson & { courseId: string },
  position: number,
  now: number,
): PendingProgress {
  return {
    userId: lesson.userId,
    lessonId: lesson.lessonId,
    courseId: lesson.courseId,
    durationSeconds: lesson.durationSeconds,
    state: {
      ranges: clampRanges(fresh, endOf(lesson)),
      watchedUntil: Math.max(furthest, position),
      completed: isFinishedHere,
      position,
      lastWatched: now,
    },
  }
}
