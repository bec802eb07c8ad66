import { afterEach, describe, expect, it, vi } from 'vitest'
import type { StoredEntry } from '~/shared/outbox/entry-store'
import type { SendOutcome } from '~/shared/outbox/outbox.rules'
import { type BrowserStore, createMemoryStore } from '~/shared/storage/browser-store'
import { type AnswerQueue, createAnswerQueue } from './answer-queue'
import type { PendingAnswer } from './attempt.rules'

const change = (rest: Partial<PendingAnswer> = {}): PendingAnswer => ({
  userId: 'dana',
  attemptId: 'a1',
  position: 1,
  answer: { claim: true },
  confidence: null,
  flagged: false,
  sequence: 1,
  ...rest,
})

const queues: AnswerQueue[] = []
afterEach(() => {
  for (const queue of queues.splice(0)) queue.stop()
  vi.useRealTimers()
})

type Send = (sent: readonly PendingAnswer[]) => Promise<SendOutcome>

function open(send: Send, store: BrowserStore<StoredEntry<PendingAnswer>> = createMemoryStore()) {
  const queue = createAnswerQueue({ store: Promise.resolve(store), send, isOnline: () => true })
  queues.push(queue)
  return { queue, store }
}

describe('answers on their way', () => {
  it('are sent together after a pause, the last of each question', async () => {
    vi.useFakeTimers()
    const send = vi.fn<Send>(async () => 'saved')
    const { queue, store } = open(send)
    await queue.add(change())
    await queue.add(change({ sequence: 2, answer: { claim: false } }))
    await queue.add(change({ position: 2 }))
    expect(send).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(300)
    expect(send.mock.calls.map(([sent]) => sent.map(({ position, sequence }) => [position, sequence]))).toEqual([
      [
        [1, 2],
        [2, 1],
      ],
    ])
    expect(queue.getState()).toBe('saved')
    expect([queue.getPending(), await store.all()]).toEqual([[], []])
  })

  it('stay in the browser while there is no answer, and are sent by the next page', async () => {
    const first = open(async () => 'later')
    await first.queue.add(change())
    await first.queue.flush('dana')
    expect(first.queue.getState()).toBe('waiting')
    first.queue.stop()
    const send = vi.fn<Send>(async () => 'saved')
    const second = open(send, first.store)
    await second.queue.resume('dana')
    expect(send.mock.calls[0]?.[0]).toMatchObject([{ position: 1, answer: { claim: true } }])
    expect(await second.store.all()).toEqual([])
  })

  it('stay known as the latest once they are saved, also when another tab saved them', async () => {
    const { queue, store } = open(async () => 'later')
    await queue.add(change({ sequence: 2, answer: { claim: false } }))
    const tab = open(async () => 'saved', store)
    await tab.queue.flush('dana')
    await queue.flush('dana')
    expect(queue.getPending()).toEqual([])
    expect(queue.getLatest()).toEqual([change({ sequence: 2, answer: { claim: false } })])
    await queue.add(change({ sequence: 1 }))
    expect(queue.getLatest()).toMatchObject([{ sequence: 2 }])
  })

  it('of somebody else are not sent', async () => {
    const { store } = open(async () => 'saved')
    await store.change('noam a1 1', () => ({ ...change({ userId: 'noam' }), key: 'noam a1 1' }))
    const send = vi.fn<Send>(async () => 'saved')
    await open(send, store).queue.resume('dana')
    expect(send).not.toHaveBeenCalled()
    expect(await store.all()).toHaveLength(1)
  })

  it('that come after the end are given up, and that is said', async () => {
    const { queue, store } = open(async () => ({ refused: 'QUIZ_ATTEMPT_ENDED' }))
    await queue.add(change())
    await queue.flush('dana')
    expect([queue.hasLost('a1'), queue.hasLost('a2')]).toEqual([true, false])
    expect(queue.getLatest()).toEqual([])
    expect(await store.all()).toEqual([])
  })

  it('are not sent again once they went along with the end', async () => {
    const { queue, store } = open(async () => 'later')
    await queue.add(change())
    await queue.forget(queue.getPending())
    expect([queue.getPending(), await store.all()]).toEqual([[], []])
  })
})
