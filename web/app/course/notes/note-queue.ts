import { retryDelay } from '~/shared/formats/retry-delay'
import type { BrowserStore } from '~/shared/storage/browser-store'
import type { NoteOutcome } from './notes.calls'
import type { PendingNote } from './notes.rules'

type StoredNote = PendingNote & { key: string }

export type NoteQueueOptions = {
  store: Promise<BrowserStore<StoredNote>>
  save: (change: PendingNote) => Promise<NoteOutcome>
  isOnline: () => boolean
  /** Told of every change that the server took, before it leaves the queue. */
  onSaved: (change: PendingNote) => void
}

export type NoteQueue = ReturnType<typeof createNoteQueue>

const keyOf = ({ userId, id }: PendingNote) => `${userId} ${id}`

/**
 * Keeps changes of notes until the server has acknowledged them: in memory for the page, and in the browser's database
 * for one that comes back after a reload. Of each note the last change counts. What is refused stays, with the reason.
 */
export function createNoteQueue(options: NoteQueueOptions) {
  const listeners = new Set<() => void>()
  let pending: readonly PendingNote[] = []
  let stored: Promise<unknown> = Promise.resolve()
  let loaded: string | undefined
  let running: Promise<void> | null = null
  let again = false
  let failures = 0
  let retry: ReturnType<typeof setTimeout> | undefined

  const show = (next: readonly PendingNote[]) => {
    pending = next
    for (const listener of listeners) listener()
  }
  const inOrder = (key: string, change: (old: StoredNote | undefined) => StoredNote | undefined) => {
    const work = async () => (await options.store).change(key, change)
    stored = stored.then(work, work).catch(() => undefined)
    return stored
  }
  const without = (change: PendingNote) => pending.filter((other) => keyOf(other) !== keyOf(change))

  /** Keeps a change and sends it. The promise settles when it is kept in the browser. */
  async function add(change: PendingNote): Promise<void> {
    show([...without(change), change])
    await inOrder(keyOf(change), () => ({ ...change, key: keyOf(change) }))
    void flush(change.userId)
  }

  /** Gives up a change that was refused. */
  async function drop(change: PendingNote): Promise<void> {
    show(without(change))
    await inOrder(keyOf(change), () => undefined)
  }

  /** Takes up what an earlier visit of this person left behind, and sends it. */
  async function resume(userId: string): Promise<void> {
    if (loaded !== userId) {
      loaded = userId
      const kept = await (await options.store).all().catch(() => [])
      const known = new Set(pending.map(keyOf))
      const found = kept.filter((entry) => entry.userId === userId && !known.has(entry.key))
      if (found.length > 0) show([...found.map(({ key: _, ...change }) => change), ...pending])
    }
    return flush(userId)
  }

  /** Sends what is kept of this person; one save at a time, one more round when asked meanwhile. */
  function flush(userId: string): Promise<void> {
    if (running) {
      again = true
      return running
    }
    clearTimeout(retry)
    running = sendAll(userId).finally(() => {
      running = null
      if (again) {
        again = false
        void flush(userId)
      }
    })
    return running
  }

  async function sendAll(userId: string): Promise<void> {
    for (const change of pending.filter((one) => one.userId === userId && !one.refused)) {
      const outcome = options.isOnline() ? await options.save(change).catch(() => 'later' as const) : 'later'
      if (outcome === 'later') {
        retry = setTimeout(() => void flush(userId), retryDelay(failures++, Math.random()))
        return
      }
      failures = 0
      await settle(change, outcome)
    }
  }

  async function settle(change: PendingNote, outcome: Exclude<NoteOutcome, 'later'>): Promise<void> {
    if (outcome === 'saved') options.onSaved(change)
    if (!pending.includes(change)) return
    if (outcome === 'saved') {
      show(pending.filter((one) => one !== change))
      await inOrder(keyOf(change), (old) => (old?.updatedAt === change.updatedAt ? undefined : old))
    } else {
      show(pending.map((one) => (one === change ? { ...change, refused: outcome } : one)))
    }
  }

  return {
    add,
    drop,
    resume,
    flush,
    stop: () => clearTimeout(retry),
    getPending: () => pending,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
