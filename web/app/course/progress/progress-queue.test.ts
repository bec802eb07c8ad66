import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PendingStore } from './pending-store'
import { inParts } from './progress-saves.calls'
import { setUpQueue, waitingProgress } from './test-queue'

/** `expect.poll` does not move clocks that are not real. */
const PATIENCE_MS = 60_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the queue', () => {
  it('[7-17] [4-48] sends one joined row for a lesson and removes it when it is acknowledged', async () => {
    const { queue, store, sent } = setUpQueue()
    queue.add(waitingProgress('l', 10))
    queue.add({
      ...waitingProgress('l', 0),
      state: { ...waitingProgress('l', 0).state, ranges: [[20, 30]], position: 30, lastWatched: 9_000 },
    })
    await queue.flush('u')
    expect(sent).toHaveLength(1)
    expect(sent[0]?.[0]).toMatchObject({
      lesson_id: 'l',
      watched_ranges: '{[0,10),[20,30)}',
      progress_seconds: 30,
      watch_progress: 20,
    })
    expect(Object.keys(sent[0]?.[0] ?? {}).sort()).toEqual([
      'completed',
      'course_id',
      'last_watched',
      'lesson_id',
      'progress_seconds',
      'updated_at',
      'user_id',
      'watch_progress',
      'watched_ranges',
      'watched_until',
    ])
    expect(await store.all()).toEqual([])
    expect(queue.getState()).toBe('saved')
    await queue.flush('u')
    expect(sent).toHaveLength(1)
  })

  it('keeps what could not be sent, says so, and tries again with growing pauses', async () => {
    const { queue, store, sent, server } = setUpQueue()
    server.answer = () => 'later'
    queue.add(waitingProgress('l', 10))
    await queue.flush('u')
    expect(queue.getState()).toBe('waiting')
    expect(await store.all()).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(sent).toHaveLength(2)
    server.answer = () => 'saved'
    await vi.advanceTimersByTimeAsync(4_000)
    expect(sent).toHaveLength(3)
    expect(queue.getState()).toBe('saved')
    expect(await store.all()).toEqual([])
  })

  it('sends nothing while offline, and all of it when the connection is back', async () => {
    const { queue, sent, server } = setUpQueue()
    server.online = false
    queue.add(waitingProgress('l', 10))
    expect(queue.getState()).toBe('waiting')
    await queue.flush('u')
    expect(sent).toEqual([])
    server.online = true
    await queue.flush('u')
    expect(sent).toHaveLength(1)
    expect(queue.getState()).toBe('saved')
  })

  it('knows whether anything of a person waits, also from another page', async () => {
    const { queue, store } = setUpQueue()
    const { queue: next } = setUpQueue(store)
    queue.add(waitingProgress('l', 10, 'u'))
    await vi.waitFor(async () => expect(await next.hasUnsaved('u')).toBe(true), PATIENCE_MS)
    expect(await next.hasUnsaved('somebody else')).toBe(false)
    await next.flush('u')
    expect(await next.hasUnsaved('u')).toBe(false)
  })

  it('does not lose what another tab adds while a save is under way', async () => {
    const first = setUpQueue()
    const second = setUpQueue(first.store)
    first.queue.add(waitingProgress('l', 10))
    first.server.answer = () => {
      second.queue.add(waitingProgress('l', 50))
      return 'saved'
    }
    await first.queue.flush('u')
    await vi.advanceTimersByTimeAsync(0)
    await second.queue.flush('u')
    expect(second.sent.at(-1)?.[0]).toMatchObject({ watched_ranges: '{[0,50)}' })
    expect(await first.store.all()).toEqual([])
  })

  it('saves once more what was added while a save was under way', async () => {
    const { queue, store, sent, server } = setUpQueue()
    queue.add(waitingProgress('l', 10))
    server.answer = () => {
      server.answer = () => 'saved'
      queue.add(waitingProgress('l', 20))
      void queue.flush('u')
      return 'saved'
    }
    await queue.flush('u')
    await vi.advanceTimersByTimeAsync(0)
    expect(sent.map((rows) => rows[0]?.watched_ranges)).toEqual(['{[0,10)}', '{[0,20)}'])
    expect(await store.all()).toEqual([])
  })

  it('lets go of a save that is not answered, and sends it again with what came meanwhile', async () => {
    const { queue, store, sent, server } = setUpQueue()
    server.answer = () => new Promise(() => undefined)
    queue.add(waitingProgress('l', 10))
    void queue.flush('u')
    await vi.advanceTimersByTimeAsync(1_000)
    queue.add(waitingProgress('m', 20))
    server.answer = () => 'saved'
    await vi.advanceTimersByTimeAsync(14_500)
    expect(queue.getState()).toBe('waiting')
    await vi.advanceTimersByTimeAsync(2_000)
    expect(sent.at(-1)?.map((row) => row.lesson_id)).toEqual(['l', 'm'])
    expect(await store.all()).toEqual([])
    expect(queue.getState()).toBe('saved')
  })

  it('knows that another tab has saved what this one kept', async () => {
    const { queue, store } = setUpQueue()
    queue.add(waitingProgress('l', 10))
    await queue.pendingOf('u', 'l')
    await setUpQueue(store).queue.flush('u')
    await queue.flush('u')
    expect(queue.getState()).toBe('quiet')
    await queue.prepare()
    queue.flushOnHide('u')
    expect(await store.all()).toEqual([])
  })

  it('sends what the browser could not store', async () => {
    const broken: PendingStore = {
      all: () => Promise.reject(new Error('the database was closed')),
      change: () => Promise.reject(new Error('the database was closed')),
    }
    const { queue, sent } = setUpQueue(broken)
    queue.add(waitingProgress('l', 10))
    await queue.flush('u')
    expect(sent.flat()).toHaveLength(1)
    expect(queue.getState()).toBe('saved')
  })

  it('[7-19] [9-35] sends what is unsaved when the page is hidden, once, and keeps it until it is acknowledged', async () => {
    const { queue, store, server, hiddenSends } = setUpQueue()
    await queue.prepare()
    server.hidden = false
    queue.add(waitingProgress('l', 10))
    queue.flushOnHide('u')
    queue.flushOnHide('u')
    await vi.advanceTimersByTimeAsync(0)
    expect(hiddenSends).toHaveLength(1)
    expect(await store.all()).toHaveLength(1)
    server.hidden = true
    queue.add(waitingProgress('l', 20))
    queue.flushOnHide('u')
    await vi.advanceTimersByTimeAsync(0)
    expect(hiddenSends).toHaveLength(2)
    expect(await store.all()).toEqual([])
  })

  it('[4-50] removes a completed entry after it is saved', async () => {
    const { queue, store, sent } = setUpQueue()
    queue.add({ ...waitingProgress('l', 100), state: { ...waitingProgress('l', 100).state, completed: true } })
    await queue.flush('u')
    expect(sent[0]?.[0]?.completed).toBe(true)
    expect(await store.all()).toEqual([])
  })

  it('keeps a noted position for the next page, and sends it there', async () => {
    const { queue, store, sent } = setUpQueue()
    queue.add(waitingProgress('l', 10))
    queue.note(waitingProgress('l', 12))
    expect(sent).toEqual([])
    expect((await queue.pendingOf('u', 'l'))?.state.position).toBe(12)
    expect(queue.getState()).toBe('quiet')
    const next = setUpQueue(store)
    await next.queue.flush('u')
    expect(next.sent[0]?.[0]).toMatchObject({ progress_seconds: 12, watched_ranges: '{[0,12)}' })
    expect(await store.all()).toEqual([])
  })

  it('knows what it saved a moment ago, for a page that read the server before that', async () => {
    const { queue: before, store } = setUpQueue()
    before.add(waitingProgress('l', 26))
    await before.pendingOf('u', 'l')
    const { queue } = setUpQueue(store)
    await queue.flush('u')
    expect(await store.all()).toEqual([])
    expect((await queue.pendingOf('u', 'l'))?.state.position).toBe(26)
    await queue.forget('u', 'l')
    expect(await queue.pendingOf('u', 'l')).toBeUndefined()
  })

  it('knows what an earlier page left of a course, and of no other course or person', async () => {
    const { queue: before, store } = setUpQueue()
    before.add(waitingProgress('a', 10))
    before.add({ ...waitingProgress('other', 10), courseId: 'd' })
    before.add(waitingProgress('b', 10, 'somebody else'))
    await before.pendingOf('u', 'a')
    const { queue } = setUpQueue(store)
    expect((await queue.pendingOfCourse('u', 'c')).map(({ lessonId }) => lessonId)).toEqual(['a'])
  })

  it('forgets every lesson of a course that is started over, and no other', async () => {
    const { queue, store } = setUpQueue()
    for (const lesson of ['a', 'b']) queue.add(waitingProgress(lesson, 10))
    queue.add({ ...waitingProgress('other', 10), courseId: 'd' })
    await queue.forgetCourse('u', 'c')
    expect((await store.all()).map(({ lessonId }) => lessonId)).toEqual(['other'])
    expect(await queue.pendingOf('u', 'a')).toBeUndefined()
  })

  it('forgets a lesson whose completion was taken back', async () => {
    const { queue, store } = setUpQueue()
    queue.add(waitingProgress('l', 10))
    await queue.forget('u', 'l')
    expect(await store.all()).toEqual([])
  })
})

it('[7-19] splits what is sent into parts that a closing page may send', () => {
  const rows = Array.from({ length: 300 }, (_, i) => ({ id: i, text: 'x'.repeat(400) }))
  const parts = inParts(rows, 60 * 1024)
  expect(parts.flat()).toEqual(rows)
  expect(Math.max(...parts.map((part) => JSON.stringify(part).length))).toBeLessThanOrEqual(60 * 1024 + 1)
  expect(parts).toHaveLength(3)
})
