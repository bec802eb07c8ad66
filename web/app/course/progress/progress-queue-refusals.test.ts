import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { setUpQueue, waitingProgress } from './test-queue'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('what the queue may not send, or is refused', () => {
  it('survives the page: the next one sends what was left, of its own person only', async () => {
    const first = setUpQueue()
    first.server.answer = () => 'later'
    first.queue.add(waitingProgress('l', 10))
    first.queue.add(waitingProgress('l', 99, 'someone else'))
    await first.queue.flush('u')
    first.queue.stop()
    const second = setUpQueue(first.store)
    expect((await second.queue.pendingOf('u', 'l'))?.state.position).toBe(10)
    await second.queue.flush('u')
    expect(second.sent.flat().map((row) => row.user_id)).toEqual(['u'])
    expect((await second.store.all()).map((entry) => entry.userId)).toEqual(['someone else'])
  })

  it('[8-38] keeps a row that is refused, says so, still saves the others, and sends it when it is taken again', async () => {
    const { queue, store, sent, server, onLost } = setUpQueue()
    const hidden = { refused: 'LESSON_NOT_FOUND' }
    server.answer = (updates) => (updates.some((row) => row.lesson_id === 'hidden') ? hidden : 'saved')
    for (const lesson of ['a', 'hidden', 'b']) queue.add(waitingProgress(lesson, 10))
    await queue.flush('u')
    expect((await store.all()).map(({ lessonId }) => lessonId)).toEqual(['hidden'])
    expect(queue.getState()).toBe('refused')
    sent.length = 0
    queue.add(waitingProgress('hidden', 20))
    await queue.flush('u')
    expect(sent).toEqual([])
    server.answer = () => 'saved'
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent.map((rows) => rows[0]?.watched_ranges)).toEqual(['{[0,20)}'])
    expect(await store.all()).toEqual([])
    expect(queue.getState()).toBe('saved')
    expect(onLost).not.toHaveBeenCalled()
  })

  it('[8-38] the next page sends at once what this one was refused', async () => {
    const { queue, store, server } = setUpQueue()
    server.answer = () => ({ refused: '42501' })
    queue.add(waitingProgress('l', 10))
    await queue.flush('u')
    queue.stop()
    const next = setUpQueue(store)
    await next.queue.flush('u')
    expect(next.sent.flat()).toHaveLength(1)
    expect(await store.all()).toEqual([])
  })

  it('[8-38] gives up only what can never become right, and says so', async () => {
    const { queue, store, server, onLost } = setUpQueue()
    server.answer = () => ({ refused: 'INVALID_PROGRESS' })
    queue.add(waitingProgress('l', 10))
    await queue.flush('u')
    expect(onLost).toHaveBeenCalledExactlyOnceWith('l')
    expect(await store.all()).toEqual([])
    expect(queue.getState()).toBe('lost')
  })

  it('[8-38] gives up a lesson that has been gone for a month', async () => {
    const { queue, store, server, onLost } = setUpQueue()
    server.answer = () => ({ refused: 'LESSON_NOT_FOUND' })
    queue.add(waitingProgress('l', 10))
    await queue.flush('u')
    queue.stop()
    vi.setSystemTime(Date.now() + 29 * 86_400_000)
    const next = setUpQueue(store)
    next.server.answer = server.answer
    await next.queue.flush('u')
    expect(next.queue.getState()).toBe('refused')
    vi.setSystemTime(Date.now() + 86_400_000)
    await next.queue.flush('u')
    expect(onLost).not.toHaveBeenCalled()
    expect(next.onLost).toHaveBeenCalledExactlyOnceWith('l')
    expect(await store.all()).toEqual([])
  })

  it('keeps everything while nobody is signed in, and sends it when its owner is back', async () => {
    const { queue, store, sent, server } = setUpQueue()
    server.token = null
    queue.add(waitingProgress('l', 10))
    await queue.flush('u')
    expect(sent).toEqual([])
    expect(queue.getState()).toBe('waiting')
    server.token = 'u'
    await queue.flush('u')
    expect(sent).toHaveLength(1)
    expect(await store.all()).toEqual([])
    queue.stop()
  })

  it("sends nobody else's seconds, whoever asks for it, and keeps them", async () => {
    const { queue, store, sent, server, hiddenSends } = setUpQueue()
    queue.add(waitingProgress('l', 10, 'dana'))
    server.token = 'noa'
    await queue.prepare()
    await queue.flush('dana')
    await queue.flush('noa')
    queue.flushOnHide('dana')
    queue.flushOnHide('noa')
    await vi.advanceTimersByTimeAsync(60_000)
    expect([...sent, ...hiddenSends]).toEqual([])
    expect((await store.all()).map(({ userId }) => userId)).toEqual(['dana'])
  })

  it('keeps what was refused because somebody else had signed in meanwhile', async () => {
    const { queue, store, server, onLost } = setUpQueue()
    queue.add(waitingProgress('l', 10))
    server.answer = () => {
      server.token = 'noa'
      return { refused: 'INVALID_PROGRESS' }
    }
    await queue.flush('u')
    expect(onLost).not.toHaveBeenCalled()
    expect(await store.all()).toHaveLength(1)
    queue.stop()
  })
})
