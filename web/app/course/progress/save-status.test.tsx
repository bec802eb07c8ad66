import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { lessonText } from '~/course/lesson/lesson.he'
import type { SendOutcome } from '~/shared/outbox/outbox.rules'
import { createMemoryPendingStore } from './pending-store'
import { createProgressQueue, type ProgressQueue } from './progress-queue'
import { SaveStatus } from './save-status'

const browser = vi.hoisted(() => ({ browserQueue: vi.fn() }))
vi.mock('./browser-queue', () => browser)

let queue: ProgressQueue
let outcome: SendOutcome

beforeEach(() => {
  queue = createProgressQueue({
    store: Promise.resolve(createMemoryPendingStore()),
    save: async () => outcome,
    saveOnHide: async () => false,
    accessToken: async () => 'token',
    ownerOf: () => 'dana',
    isOnline: () => true,
    onLost: () => undefined,
  })
  browser.browserQueue.mockReturnValue(queue)
  queue.add({
    ...{ userId: 'dana', lessonId: 'l', courseId: 'c', durationSeconds: 60 },
    state: { ranges: [[0, 9]], watchedUntil: 9, completed: false, position: 9, lastWatched: 1 },
  })
})
afterEach(() => {
  queue.stop()
  cleanup()
})

describe('whether it is saved', () => {
  it.each([
    ['saved', lessonText.saved],
    ['later', lessonText.waiting],
    [{ refused: 'LESSON_NOT_FOUND' }, lessonText.refused],
    [{ refused: 'INVALID_PROGRESS' }, lessonText.lost],
  ] as const)('[4-48] [8-38] after %o it says "%s"', async (answer, words) => {
    outcome = answer
    render(<SaveStatus />)
    await act(() => queue.flush('dana'))
    expect(screen.getByText(words)).toBeTruthy()
  })
})
