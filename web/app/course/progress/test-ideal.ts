import { isLessonComplete } from './progress.rules'
import { type LessonProgress, NOTHING_WATCHED } from './progress-merge.rules'
import type { Act } from './test-server'
import { unionRanges } from './watched-ranges.rules'

/**
 * What should be held of a lesson after a life, told in the order in which it really happened: somebody with one
 * device, on which nothing is ever late.
 */
export function idealOf(life: readonly (LessonProgress | Act)[], seconds: number): LessonProgress {
  let { pieces: _, ...state }: LessonProgress = NOTHING_WATCHED
  for (const event of life) {
    if ('ranges' in event) {
      const ranges = unionRanges(state.ranges, event.ranges)
      state = {
        ranges,
        watchedUntil: Math.max(state.watchedUntil, event.watchedUntil),
        completed: state.completed || event.completed || isLessonComplete(ranges, seconds),
        position: event.position,
        lastWatched: event.lastWatched,
      }
    } else if (event.do === 'mark') state = { ...state, completed: true }
    else if (event.do === 'reset') ({ pieces: _, ...state } = NOTHING_WATCHED)
    else state = { ...state, completed: false, ranges: isLessonComplete(state.ranges, seconds) ? [] : state.ranges }
  }
  return state
}
