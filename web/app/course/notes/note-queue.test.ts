import { afterEach, describe, expect, it, vi } from 'vitest'
import type { StoredEntry } from '~/shared/outbox/entry-store'
import type { SendOutcome } from '~/shared/outbox/outbox.rules'
import { type BrowserStore, createMemoryStore } from '~/shared/storage/browser-store'
import { createNoteQueue, type NoteQueue } from './note-queue'
import type { PendingNote } from './notes.rules'

type Entry = StoredEntry<PendingNote>

const change = (rest: Partial<PendingNote> = {}): PendingNote => ({
  id: 'n1',
  userId: 'dana',
  lessonId: 'l1',
  courseId: 'c1',
  kind: 'put',
  positionSeconds: 12,
  body: 'לזכור',
  updatedAt: '2026-11-20T10:00:00.000Z',
  ...rest,
})

const queues: NoteQueue[] = []
afterEach(() => {
  for (const queue of queues.splice(0)) queue.stop()
  vi.useRealTimers()
})

function open(save: (sent: PendingNote) => Promise<SendOutcome>, store: BrowserStore<Entry> = createMemoryStore()) {
  const saved: PendingNote[] = []
  const queue = createNoteQueue({
    store: Promise.resolve(store),
    save,
    isOnline: () => true,
    onSaved: (one) => saved.push(one),
  })
  queues.push(queue)
  return { queue, store, saved }
}

describe('unsaved notes', () => {
  it('are kept until the server has taken them', async () => {
    let answer: (outcome: SendOutcome) => void = () => undefined
    const save = vi.fn(() => new Promise<SendOutcome>((resolve) => (answer = resolve)))
    const { queue, store, saved } = open(save)
    await queue.add(change())
    expect(queue.getPending()).toHaveLength(1)
    expect(await store.all()).toHaveLength(1)
    await expect.poll(() => save).toHaveBeenCalled()
    answer('saved')
    await queue.flush('dana')
    expect(queue.getPending()).toEqual([])
    expect(await store.all()).toEqual([])
    expect(saved).toEqual([change()])
  })

  it('come back after a reload and are sent then', async () => {
    const first = open(async () => 'later')
    await first.queue.add(change())
    first.queue.stop()
    const save = vi.fn(async () => 'saved' as const)
    const second = open(save, first.store)
    await second.queue.resume('noam')
    expect(save).not.toHaveBeenCalled()
    await second.queue.resume('dana')
    expect(save).toHaveBeenCalledWith(change(), expect.any(AbortSignal))
    expect(await first.store.all()).toEqual([])
  })

  it('of one note the last change counts, also one made while the first is under way', async () => {
    const sent: string[] = []
    let release = () => {}
    const gate = new Promise<void>((resolve) => (release = resolve))
    const { queue, store } = open(async ({ body }) => {
      sent.push(body)
      await gate
      return 'saved'
    })
    await queue.add(change({ body: 'א' }))
    const later = change({ body: 'ב', updatedAt: '2026-11-20T10:00:01.000Z' })
    await queue.add(later)
    expect(queue.getPending()).toEqual([later])
    release()
    await expect.poll(queue.getPending).toEqual([])
    expect(sent).toEqual(['א', 'ב'])
    expect(await store.all()).toEqual([])
  })

  it('that are refused stay with the reason and hold up nothing; written again, they are sent again', async () => {
    let isFull = true
    const { queue, store } = open(async ({ id }) =>
      id === 'n1' && isFull ? { refused: 'NOTE_LIMIT_REACHED' } : 'saved',
    )
    await queue.add(change())
    await queue.add(change({ id: 'n2' }))
    await expect.poll(queue.getPending).toEqual([change({ refused: 'limit' })])
    expect(await store.all()).toHaveLength(1)
    isFull = false
    await queue.add(change())
    await expect.poll(queue.getPending).toEqual([])
    expect(await store.all()).toEqual([])
  })

  it('any other refusal is shown as one, and comes right by itself when the server changes its mind', async () => {
    vi.useFakeTimers()
    let isAway = true
    const { queue } = open(async () => (isAway ? { refused: 'LESSON_NOT_FOUND' } : 'saved'))
    await queue.add(change())
    await vi.advanceTimersByTimeAsync(0)
    expect(queue.getPending()).toEqual([change({ refused: 'refused' })])
    isAway = false
    await vi.advanceTimersByTimeAsync(60_000)
    expect(queue.getPending()).toEqual([])
  })

  it('are sent again after a while', async () => {
    vi.useFakeTimers()
    const save = vi
      .fn<(sent: PendingNote) => Promise<SendOutcome>>()
      .mockRejectedValueOnce(new Error('offline'))
      .mockResolvedValue('saved')
    const { queue } = open(save)
    await queue.add(change())
    await vi.advanceTimersByTimeAsync(0)
    expect(queue.getPending()).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(queue.getPending()).toEqual([])
    expect(save).toHaveBeenCalledTimes(2)
  })
})
