import { JUMP_SECONDS } from './keyboard'

/** What a touch on the picture asks for: show or hide the controls, or move by seconds. */
export type TouchIntent = { do: 'controls' } | { do: 'move'; seconds: number }

/** A second touch within this time makes a double one; more of them on the same side go on moving. */
export const DOUBLE_TOUCH_MS = 300
const SIDE_SHARE = 0.4

const sideOf = (share: number) => (share < SIDE_SHARE ? -1 : share > 1 - SIDE_SHARE ? 1 : 0)

/**
 * Reads touches on the picture. The timeline runs from left to right, so the left side goes back. `share` is where the
 * touch was, 0 at the left edge and 1 at the right one; `at` is when it was made, in ms, which a busy page hears of late.
 */
export function createTouchReader(onIntent: (intent: TouchIntent) => void) {
  let last: { side: number; at: number } | undefined
  let alone: ReturnType<typeof setTimeout> | undefined
  return {
    touch(share: number, at: number): void {
      const side = sideOf(share)
      const again = last !== undefined && side !== 0 && last.side === side && at - last.at <= DOUBLE_TOUCH_MS
      last = { side, at }
      clearTimeout(alone)
      if (again) onIntent({ do: 'move', seconds: side * JUMP_SECONDS })
      else alone = setTimeout(() => onIntent({ do: 'controls' }), side === 0 ? 0 : DOUBLE_TOUCH_MS)
    },
    stop: () => clearTimeout(alone),
  }
}
