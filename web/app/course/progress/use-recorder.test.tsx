import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { setSession } from '~/session/student/session-store'
import { danaSession } from '~/session/student/test-students'
import { createTestPlayer } from './test-player'
import { useRecorder } from './use-recorder'
import type { Loadable, SavedProgress } from './user-progress.calls'

const queue = vi.hoisted(() => ({
  add: vi.fn(),
  note: vi.fn(),
  flush: vi.fn(async () => undefined),
  flushOnHide: vi.fn(),
  forget: vi.fn(async () => undefined),
  pendingOf: vi.fn(async () => undefined),
  prepare: vi.fn(async () => undefined),
}))
vi.mock('./browser-queue', () => ({ browserQueue: () => queue, warn: vi.fn() }))

const LESSON = { userId: 'u', lessonId: 'l', courseId: 'c', durationSeconds: 600 }
const refetch = vi.fn()
const loading: Loadable<SavedProgress | null> = { data: null, isLoading: true, error: null, refetch }
const failed = { ...loading, isLoading: false, error: 'loading completed with timeout' }
const saved: SavedProgress = {
  lessonId: 'l',
  courseId: 'c',
  positionSeconds: 252,
  watchedUntil: 300,
  watchedRanges: [[0, 300]],
  watchedSeconds: 300,
  completed: false,
  lastWatched: '2026-01-01T00:00:00Z',
}
const loaded = { ...loading, isLoading: false, data: saved }

function show(first: Loadable<SavedProgress | null>) {
  const player = createTestPlayer()
  const onSaved = vi.fn()
  const hook = renderHook(({ state }) => useRecorder(LESSON, state, player, onSaved), {
    initialProps: { state: first },
  })
  return { ...hook, player, onSaved }
}
const settle = (milliseconds = 0) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

function setVisibility(state: DocumentVisibilityState) {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: state })
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('recording a lesson', () => {
  it('[3-15] goes on at the saved second', async () => {
    const { result, rerender } = show(loading)
    expect(result.current.startAt).toBeNull()
    rerender({ state: loaded })
    await settle()
    expect(result.current.startAt).toBe(252)
    expect(result.current.state.ranges).toEqual([[0, 300]])
  })

  it('[9-26] plays from the start when the saved position does not come, and writes nothing until it does', async () => {
    const { result, rerender, player } = show(failed)
    await settle()
    expect(result.current.startAt).toBe(0)
    act(() => player.play(20))
    await settle()
    expect(queue.add).not.toHaveBeenCalled()
    await settle(10_000)
    expect(refetch).toHaveBeenCalled()
    rerender({ state: loaded })
    await settle()
    act(() => player.play(5))
    expect(queue.add).toHaveBeenCalled()
  })

  it('[9-35] saves without waiting when the tab is hidden and when the page is left', async () => {
    const { player } = show(loaded)
    await settle()
    act(() => player.play(6))
    act(() => setVisibility('hidden'))
    expect(queue.flushOnHide).toHaveBeenCalledTimes(1)
    act(() => void window.dispatchEvent(new Event('pagehide')))
    expect(queue.flushOnHide).toHaveBeenCalledTimes(2)
  })

  it('saves what waits when the connection is back and when the tab is shown again', async () => {
    show(loaded)
    await settle()
    queue.flush.mockClear()
    act(() => void window.dispatchEvent(new Event('online')))
    act(() => setVisibility('visible'))
    expect(queue.flush).toHaveBeenCalledTimes(2)
  })

  it('saves when the lesson is left, and then renews the lists of progress', async () => {
    const { player, unmount, onSaved } = show(loaded)
    await settle()
    act(() => player.play(6))
    queue.flush.mockClear()
    unmount()
    await settle()
    expect(queue.flush).toHaveBeenCalled()
    expect(onSaved).toHaveBeenCalled()
  })

  it('saves at once when the session is back, and not for somebody else', async () => {
    show(loaded)
    await settle()
    queue.flush.mockClear()
    act(() => setSession({ ...danaSession(), userId: 'u', lapsed: true }))
    act(() => setSession({ ...danaSession(), userId: 'other' }))
    expect(queue.flush).not.toHaveBeenCalled()
    act(() => setSession({ ...danaSession(), userId: 'u' }))
    expect(queue.flush).toHaveBeenCalledExactlyOnceWith('u')
  })
})
