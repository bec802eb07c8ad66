import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTouchReader, DOUBLE_TOUCH_MS, type TouchIntent } from './touch-gestures'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function read(...touches: readonly (readonly [share: number, waitMs: number])[]): TouchIntent[] {
  const intents: TouchIntent[] = []
  const reader = createTouchReader((intent) => intents.push(intent))
  for (const [share, wait] of touches) {
    reader.touch(share, performance.now())
    vi.advanceTimersByTime(wait)
  }
  return intents
}

it('one touch is for the controls, in the middle at once', () => {
  expect(read([0.1, DOUBLE_TOUCH_MS])).toEqual([{ do: 'controls' }])
  expect(read([0.5, 1])).toEqual([{ do: 'controls' }])
  expect(read([0.1, DOUBLE_TOUCH_MS + 1], [0.1, DOUBLE_TOUCH_MS])).toEqual([{ do: 'controls' }, { do: 'controls' }])
})

it('two touches on a side move, the left one back; more of them go on', () => {
  expect(read([0.1, 100], [0.2, 500])).toEqual([{ do: 'move', seconds: -10 }])
  expect(read([0.9, 100], [0.8, 100], [0.9, 500])).toEqual([
    { do: 'move', seconds: 10 },
    { do: 'move', seconds: 10 },
  ])
})

it('two touches that a busy page hears of late are a double one, by when they were made', () => {
  const intents: TouchIntent[] = []
  const reader = createTouchReader((intent) => intents.push(intent))
  reader.touch(0.9, 1_000)
  vi.advanceTimersByTime(DOUBLE_TOUCH_MS - 1)
  reader.touch(0.9, 1_100)
  vi.advanceTimersByTime(DOUBLE_TOUCH_MS + 200)
  reader.touch(0.9, 1_200)
  reader.touch(0.9, 1_200 + DOUBLE_TOUCH_MS + 1)
  expect(intents).toEqual([
    { do: 'move', seconds: 10 },
    { do: 'move', seconds: 10 },
  ])
})

it('touches on different sides do not make a double one', () => {
  expect(read([0.1, 100], [0.9, 500])).toEqual([{ do: 'controls' }])
})
