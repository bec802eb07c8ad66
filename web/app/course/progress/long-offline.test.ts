import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRecorder } from './recorder'
import { createTestPlayer } from './test-player'
import { setUpQueue } from './test-queue'

const LESSON = { userId: 'u', lessonId: 'l', courseId: 'c', durationSeconds: 962 }
const TEN_MINUTES = 610

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('[4-48] [9-38] ten minutes that are watched without a connection are sent whole when it is back', async () => {
  const { queue, store, sent, server } = setUpQueue()
  server.online = false
  const recorder = createRecorder(LESSON, queue, vi.fn())
  const player = createTestPlayer()
  recorder.attach(player)
  recorder.hydrate({ positionSeconds: 0, ranges: [], completed: false })
  for (let minute = 0; minute < 10; minute++) {
    player.play(TEN_MINUTES / 10)
    await vi.advanceTimersByTimeAsync(0)
  }
  player.pause()
  await vi.advanceTimersByTimeAsync(0)
  expect(sent).toEqual([])
  expect(queue.getState()).toBe('waiting')

  server.online = true
  await queue.flush('u')
  expect(sent).toHaveLength(1)
  expect(sent.flat()).toMatchObject([{ watched_ranges: `{[0,${TEN_MINUTES})}`, progress_seconds: TEN_MINUTES }])
  expect(queue.getState()).toBe('saved')
  expect(await store.all()).toEqual([])
})
