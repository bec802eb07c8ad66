import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type BrowserStore, createMemoryStore } from '~/shared/storage/browser-store'
import type { StoredEntry } from './entry-store'
import { createOutbox } from './outbox'
import type { SendOutcome } from './outbox.rules'

type Mark = { userId: string; id: string; seconds: number }
const mark = (id: string, seconds = 1): Mark => ({ userId: 'dana', id, seconds })

function open(store: BrowserStore<StoredEntry<Mark>> = createMemoryStore()) {
  const server = {
    answer: async (_: readonly Mark[]): Promise<SendOutcome> => 'saved',
    sent: [] as string[][],
    signedIn: null as string | null,
  }
  const saved: Mark[] = []
  const outbox = createOutbox<Mark>({
    store: Promise.resolve(store),
    keyOf: ({ userId, id }) => `${userId} ${id}`,
    join: (older, newer) => ({ ...newer, seconds: Math.max(older?.seconds ?? 0, newer.seconds) }),
    send: (items) => {
      server.sent.push(items.map(({ id, seconds }) => `${id}${seconds}`))
      return server.answer(items)
    },
    mostAtOnce: 2,
    isOnline: () => true,
    maySend: async (userId) => ((server.signedIn ?? userId) === userId ? 'yes' : 'no'),
    isHopeless: (reason) => reason === 'NOT_FOUND',
    onSaved: (item) => saved.push(item),
  })
  return { outbox, store, server, saved }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('an outbox', () => {
  it('sends what is kept in groups, and hands over what was put in and nothing beside it', async () => {
    const { outbox, store, server, saved } = open()
    for (const id of ['a', 'b', 'c']) void outbox.add(mark(id))
    await outbox.flush('dana')
    expect(server.sent).toEqual([['a1', 'b1'], ['c1']])
    expect(saved).toEqual(['a', 'b', 'c'].map((id) => mark(id)))
    expect(await store.all()).toEqual([])
  })

  it('sends in the name of nobody but the owner of a change', async () => {
    const { outbox, server } = open()
    void outbox.add(mark('a'))
    await outbox.flush('noa')
    expect(server.sent).toEqual([])
  })

  it('keeps what was refused because somebody else had signed in meanwhile', async () => {
    const { outbox, store, server } = open()
    server.answer = async () => {
      server.signedIn = 'noa'
      return { refused: 'NOT_FOUND' }
    }
    void outbox.add(mark('a'))
    await outbox.flush('dana')
    await vi.advanceTimersByTimeAsync(2_000)
    expect(server.sent).toEqual([['a1']])
    expect(await store.all()).toHaveLength(1)
    expect(outbox.refusalOf('dana a')).toBeUndefined()
  })

  it('waits for an answer only so long, and tells whoever sends', async () => {
    const { outbox, server } = open()
    server.answer = () => new Promise(() => undefined)
    void outbox.add(mark('a'))
    const flushed = outbox.flush('dana')
    await vi.advanceTimersByTimeAsync(15_000)
    await flushed
    expect(outbox.getState()).toBe('waiting')
    server.answer = async () => 'saved'
    await vi.advanceTimersByTimeAsync(2_000)
    expect(outbox.getState()).toBe('saved')
    expect(server.sent).toEqual([['a1'], ['a1']])
  })

  it('a change that one page could not send, another finds', async () => {
    const first = open()
    first.server.answer = async () => 'later'
    void first.outbox.add(mark('a'))
    await first.outbox.flush('dana')
    first.outbox.stop()
    const second = open(first.store)
    await second.outbox.load('dana')
    expect(second.outbox.pendingItems()).toEqual([mark('a')])
    await second.outbox.flush('dana')
    expect(second.server.sent).toEqual([['a1']])
    expect(second.outbox.pendingItems()).toEqual([])
  })

  it('learns that another page has sent a change', async () => {
    const first = open()
    const second = open(first.store)
    await first.outbox.add(mark('a'))
    await second.outbox.flush('dana')
    await first.outbox.flush('dana')
    expect(first.server.sent).toEqual([])
    expect(first.saved).toEqual([mark('a')])
    expect(first.outbox.pendingItems()).toEqual([])
  })

  it('one refused change spoils no other, keeps its state, and ends it when it is taken', async () => {
    const { outbox, store, server } = open()
    let isHidden = true
    server.answer = async (items) => (isHidden && items.some(({ id }) => id === 'a') ? { refused: 'HIDDEN' } : 'saved')
    void outbox.add(mark('a'))
    void outbox.add(mark('b'))
    await outbox.flush('dana')
    expect(outbox.getState()).toBe('refused')
    expect(outbox.refusalOf('dana a')).toBe('HIDDEN')
    expect((await store.all()).map(({ id }) => id)).toEqual(['a'])
    void outbox.add(mark('a', 5))
    await outbox.flush('dana')
    expect(outbox.getState()).toBe('refused')
    isHidden = false
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.sent.at(-1)).toEqual(['a5'])
    expect(outbox.getState()).toBe('saved')
    expect(await store.all()).toEqual([])
  })

  it('a store that falls silent keeps no change from being sent, and is used again when it speaks', async () => {
    const store = createMemoryStore<StoredEntry<Mark>>()
    let speak = () => {}
    let silence: Promise<void> = Promise.resolve()
    const { outbox, server } = open({
      all: () => silence.then(() => store.all()),
      change: (key, change) => silence.then(() => store.change(key, change)),
    })
    await outbox.add(mark('a'))
    silence = new Promise((resolve) => {
      speak = resolve
    })
    void outbox.add(mark('b'))
    const flushed = outbox.flush('dana')
    await vi.advanceTimersByTimeAsync(5_000)
    await flushed
    expect(server.sent).toEqual([['a1', 'b1']])
    expect(outbox.getState()).toBe('saved')
    // Nobody waits for it a second time.
    void outbox.add(mark('c'))
    await outbox.flush('dana')
    expect(server.sent.at(-1)).toEqual(['c1'])
    expect(await outbox.entriesOf('dana')).toEqual([])

    speak()
    silence = Promise.resolve()
    await vi.advanceTimersByTimeAsync(0)
    await outbox.add(mark('d'))
    expect((await store.all()).map(({ id }) => id)).toContain('d')
  })

  it('what a store that cannot be read had taken is sent all the same', async () => {
    const store = createMemoryStore<StoredEntry<Mark>>()
    let isBroken = false
    const { outbox, server } = open({
      ...store,
      all: () => (isBroken ? Promise.reject(new Error('broken')) : store.all()),
    })
    await outbox.add(mark('a'))
    isBroken = true
    await outbox.flush('dana')
    expect(server.sent).toEqual([['a1']])
    expect(outbox.getState()).toBe('saved')
  })

  it('what is dropped while it is refused is no longer spoken of', async () => {
    const { outbox, server } = open()
    server.answer = async () => ({ refused: 'HIDDEN' })
    void outbox.add(mark('a'))
    await outbox.flush('dana')
    await outbox.drop('dana a')
    expect(outbox.getState()).toBe('quiet')
    await vi.advanceTimersByTimeAsync(600_000)
    expect(server.sent).toHaveLength(1)
  })

  it('a flush for a second person while one runs is not forgotten', async () => {
    const { outbox, server } = open()
    void outbox.add(mark('a'))
    void outbox.add({ ...mark('b'), userId: 'noa' })
    void outbox.flush('dana')
    await outbox.flush('noa')
    await vi.advanceTimersByTimeAsync(0)
    expect(server.sent).toEqual([['a1'], ['b1']])
  })
})
