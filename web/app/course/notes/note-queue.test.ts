import { afterEach, describe, expect, it, vi } from 'vitest'
import { type BrowserStore, createMemoryStore } from '~/shared/storage/browser-store'
import { createNoteQueue, type NoteQueue } from './note-queue'
import type { NoteOutcome } from './notes.calls'
import type { PendingNote } from './notes.rules'

type Entry = PendingNote & { key: string }

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

function open(save: (sent: PendingNote) => Promise<NoteOutcome>, store: BrowserStore<Entry> = createMemoryStore()) {
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
    let answer: (outcome: NoteOutcome) => void = () => undefined
    const { queue, store, saved } = open(() => new Promise((resolve) => (answer = resolve)))
    await queue.add(change())
    expect(queue.getPending()).toHaveLength(1)
    expect(await store.all()).toHaveLength(1)
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
    expect(save).toHaveBeenCalledWith(change())
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
    await vi.waitFor(() => expect(queue.getPending()).toEqual([]))
    expect(sent).toEqual(['א', 'ב'])
    expect(await store.all()).toEqual([])
  })

  it('that are refused stay with the reason and hold up nothing; they can be given up', async () => {
    const { queue, store } = open(async ({ id }) => (id === 'n1' ? 'limit' : 'saved'))
    await queue.add(change())
    await queue.add(change({ id: 'n2' }))
    await vi.waitFor(() => expect(queue.getPending()).toEqual([change({ refused: 'limit' })]))
    expect(await store.all()).toHaveLength(1)
    await queue.drop(change())
    expect(queue.getPending()).toEqual([])
    expect(await store.all()).toEqual([])
  })

  it('are sent again after a while', async () => {
    vi.useFakeTimers()
    const save = vi
      .fn<(sent: PendingNote) => Promise<NoteOutcome>>()
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
