import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PendingProgress } from './pending-progress.rules'
import { createRecorder } from './recorder'
import { createTestPlayer } from './test-player'
import { unionRanges } from './watched-ranges.rules'
import type { WatchedLesson } from './watching.rules'

const LESSON: WatchedLesson = { userId: 'u', lessonId: 'l', courseId: 'c', durationSeconds: 100 }
const NOTHING = { positionSeconds: 0, ranges: [], completed: false }

function setUp(lesson = LESSON) {
  const added: PendingProgress[] = []
  const noted: PendingProgress[] = []
  const queue = {
    add: (pending: PendingProgress) => void added.push(pending),
    note: (pending: PendingProgress) => void noted.push(pending),
    flush: vi.fn(async () => {}),
    flushOnHide: vi.fn(),
  }
  const warn = vi.fn()
  const recorder = createRecorder(lesson, queue, warn)
  const player = createTestPlayer()
  const detach = recorder.attach(player)
  return { added, noted, queue, recorder, player, detach, warn }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the recorder', () => {
  it('writes nothing before the saved position has loaded', () => {
    const { added, player, recorder, queue } = setUp()
    player.play(40)
    player.pause()
    expect(added).toEqual([])
    expect(queue.flush).not.toHaveBeenCalled()
    recorder.hydrate(NOTHING)
    player.play(6)
    expect(unionRanges(...added.map(({ state }) => state.ranges))).toEqual([[0, 45]])
  })

  it('[5-22] [9-36] buffers when the time has changed by 5 s', () => {
    const { added, player, recorder } = setUp()
    recorder.hydrate({ ...NOTHING, positionSeconds: 20 })
    player.seek(20)
    expect(added).toEqual([])
    player.play(4.75)
    expect(added).toEqual([])
    player.play(0.5)
    expect(added).toHaveLength(1)
    expect(added[0]?.state.position).toBeCloseTo(25, 0)
    player.play(10)
    expect(added).toHaveLength(3)
  })

  it('notes the position every second, at any speed, but not before the saved one has loaded', () => {
    const { noted, player, recorder } = setUp()
    player.play(5)
    expect(noted).toEqual([])
    recorder.hydrate(NOTHING)
    player.rate = 2
    player.play(10)
    expect(noted).toHaveLength(5)
    expect(15 - (noted.at(-1)?.state.position ?? 0)).toBeLessThanOrEqual(2)
  })

  it('counts every second also when the browser tells the time late, at any speed', () => {
    const { recorder, player } = setUp()
    recorder.hydrate(NOTHING)
    player.rate = 2
    player.play(10)
    for (let late = 0; late < 10; late++) {
      vi.advanceTimersByTime(100)
      player.jump(player.position + (late % 2 === 0 ? 1.8 : 0.2))
    }
    expect(recorder.getState().ranges).toEqual([[0, 20]])
  })

  it('counts from where it was led to or stood, also when the browser tells late that it plays', () => {
    const { recorder, player } = setUp()
    recorder.hydrate(NOTHING)
    player.play(3, 2)
    player.seek(50, 2)
    player.play(3)
    player.pause()
    player.play(3, 2)
    player.pause()
    player.seek(80)
    player.play(3, 2)
    expect(recorder.getState().ranges).toEqual([
      [0, 5],
      [50, 60],
      [80, 85],
    ])
  })

  it('does not take a seek for watching when the player goes on elsewhere than where it stood', () => {
    const { recorder, player } = setUp()
    recorder.hydrate(NOTHING)
    player.play(5)
    player.pause()
    player.play(5, 20)
    expect(recorder.getState().ranges).toEqual([
      [0, 5],
      [25, 30],
    ])
  })

  it('[9-35] saves what is buffered every 30 s', () => {
    const { player, recorder, queue } = setUp()
    recorder.hydrate(NOTHING)
    player.play(29)
    expect(queue.flush).not.toHaveBeenCalled()
    player.play(1.5)
    expect(queue.flush).toHaveBeenCalledTimes(1)
    player.play(30)
    expect(queue.flush).toHaveBeenCalledTimes(2)
  })

  it('[9-37] waits 2 s between saves of the same lesson', () => {
    const { player, recorder, queue } = setUp()
    recorder.hydrate(NOTHING)
    player.play(6)
    player.pause()
    expect(queue.flush).toHaveBeenCalledTimes(1)
    player.seek(50)
    expect(queue.flush).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1_999)
    expect(queue.flush).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1)
    expect(queue.flush).toHaveBeenCalledTimes(2)
  })

  it('[4-49] [4-50] [9-38] completes at 98% of what was played and saves that at once', () => {
    const { added, player, recorder, queue } = setUp()
    recorder.hydrate({ positionSeconds: 50, ranges: [[0, 50]], completed: false })
    player.seek(50)
    player.play(40)
    player.pause()
    expect(queue.flush).toHaveBeenCalledTimes(2)
    player.play(8.25)
    expect(recorder.getState().completed).toBe(true)
    expect(added.at(-1)?.state.completed).toBe(true)
    expect(queue.flush).toHaveBeenCalledTimes(3)
  })

  it('[9-38] does not take a seek for watching', () => {
    const { added, player, recorder } = setUp()
    recorder.hydrate(NOTHING)
    player.play(10)
    player.seek(98)
    player.play(2)
    expect(recorder.getState()).toEqual({
      ranges: [
        [0, 10],
        [98, 100],
      ],
      completed: false,
    })
    expect(added.at(-1)?.state.watchedUntil).toBeGreaterThan(97)
  })

  it('does not take a jump without a seek event for watching', () => {
    const { player, recorder } = setUp()
    recorder.hydrate(NOTHING)
    player.play(10)
    player.jump(80)
    player.play(5)
    expect(recorder.getState().ranges).toEqual([
      [0, 10],
      [80, 85],
    ])
  })

  it('counts media seconds at double speed', () => {
    const { player, recorder } = setUp()
    recorder.hydrate(NOTHING)
    player.rate = 2
    player.play(20)
    expect(recorder.getState().ranges).toEqual([[0, 20]])
  })

  it('shows every second that is watched between watched parts, not only when the gap has closed', () => {
    const { player, recorder } = setUp()
    const seen = vi.fn()
    recorder.hydrate({
      ...NOTHING,
      ranges: [
        [0, 30],
        [60, 90],
      ],
    })
    recorder.subscribe(() => seen(recorder.getState().ranges))
    player.seek(40)
    player.play(5)
    expect(seen.mock.calls.map(([ranges]) => ranges[1])).toEqual([
      [40, 41],
      [40, 42],
      [40, 43],
      [40, 44],
      [40, 45],
    ])
    player.seek(30)
    player.play(5)
    expect(recorder.getState().ranges).toEqual([
      [0, 35],
      [40, 45],
      [60, 90],
    ])
  })

  it('[7-19] sends the last seconds too when the page is hidden, and nothing when nothing was played', () => {
    const { added, player, recorder } = setUp()
    recorder.hydrate(NOTHING)
    player.play(5)
    player.play(2)
    expect(added).toHaveLength(1)
    recorder.hide()
    // An update tells only what came after the one before, so that each keeps its own time.
    expect(added.map(({ state }) => state.ranges)).toEqual([[[0, 5]], [[5, 7]]])
    expect(added.at(-1)?.state.position).toBe(7)
    expect(added).toHaveLength(2)
    recorder.hide()
    expect(added).toHaveLength(2)
  })

  it('[7-19] buffers and sends at once when the page is hidden', () => {
    const { added, player, recorder, queue } = setUp()
    recorder.hydrate(NOTHING)
    player.play(4)
    player.play(1.25)
    recorder.hide()
    expect(added).toHaveLength(1)
    expect(queue.flushOnHide).toHaveBeenCalledTimes(1)
  })

  it('saves when the lesson is left', () => {
    const { player, recorder, queue, detach } = setUp()
    recorder.hydrate(NOTHING)
    player.play(12)
    detach()
    expect(queue.flush).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(60_000)
    expect(queue.flush).toHaveBeenCalledTimes(1)
  })

  it('[5-21] skips a lesson without a course, with a warning', () => {
    const { added, player, recorder, warn } = setUp({ ...LESSON, courseId: undefined })
    recorder.hydrate(NOTHING)
    player.play(6)
    expect(added).toEqual([])
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('course is missing'))
  })

  it('[4-49] does not bring a completion back that the person took away', () => {
    const { added, player, recorder } = setUp()
    recorder.hydrate({ positionSeconds: 0, ranges: [[0, 100]], completed: true })
    player.play(6)
    expect(added.at(-1)?.state.completed).toBe(false)
    recorder.reset({ positionSeconds: 0, ranges: [], completed: false })
    player.play(6)
    expect(recorder.getState()).toEqual({ ranges: [[6, 12]], completed: false })
  })
})
