import { retryDelay } from '~/shared/formats/retry-delay'
import { joinPending, type PendingProgress, type ProgressUpdate, toProgressUpdate } from './pending-progress.rules'
import type { PendingStore, StoredProgress } from './pending-store'
import type { SaveOutcome } from './progress-saves.calls'

/** What the person is told: nothing yet, everything is saved, or it waits for the connection. */
export type SaveState = 'quiet' | 'saved' | 'waiting'

export type QueueOptions = {
  store: Promise<PendingStore>
  save: (updates: readonly ProgressUpdate[]) => Promise<SaveOutcome>
  saveOnHide: (updates: readonly ProgressUpdate[], accessToken: string) => Promise<boolean>
  accessToken: () => Promise<string | null>
  /** Whose access token it is. */
  ownerOf: (accessToken: string) => string | null
  isOnline: () => boolean
  /** Told of rows that the server will never take [8-38]. */
  onRefused: (update: ProgressUpdate) => void
}

export type ProgressQueue = ReturnType<typeof createProgressQueue>

const MOST_ROWS_AT_ONCE = 100
const keyOf = (pending: PendingProgress) => `${pending.userId} ${pending.lessonId}`

/**
 * Keeps what is not saved yet, in memory for a page that closes and in a store for one that comes back, until the
 * server has acknowledged it. Sending anything twice is harmless: the server joins.
 */
export function createProgressQueue(options: QueueOptions) {
  const unsent = new Map<string, PendingProgress>()
  /** What this page knows of, also after it was acknowledged: a read of the server may be older than that. */
  const known = new Map<string, PendingProgress>()
  const listeners = new Set<() => void>()
  let state: SaveState = 'quiet'
  let token: string | null = null
  let stored: Promise<unknown> = Promise.resolve()
  let running: Promise<void> | null = null
  let again = false
  let failures = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  let sentOnHide = ''

  const tell = (next: SaveState) => {
    if (state === next) return
    state = next
    for (const listener of listeners) listener()
  }

  /** Takes the present access token; gives its owner, null for nobody. */
  async function learnToken(): Promise<string | null> {
    token = await options.accessToken().catch(() => null)
    return token === null ? null : options.ownerOf(token)
  }

  const unsentOf = (userId: string) => [...unsent.values()].filter((pending) => pending.userId === userId)

  const change: PendingStore['change'] = async (...args) => (await options.store).change(...args)
  const inOrder = (work: () => Promise<unknown>) => {
    stored = stored.then(work, work).catch(() => undefined)
    return stored
  }

  const learn = (pending: PendingProgress) =>
    void known.set(keyOf(pending), joinPending(known.get(keyOf(pending)), pending))

  /** Keeps an update until it is saved. */
  function add(pending: PendingProgress): void {
    const key = keyOf(pending)
    learn(pending)
    const joined = joinPending(unsent.get(key), pending)
    unsent.set(key, joined)
    if (!options.isOnline()) tell('waiting')
    void inOrder(() => change(key, (old) => ({ ...joinPending(old, joined), key, revision: newRevision() })))
  }

  /**
   * Keeps where the person is between two updates, without saving it: whatever happens to this page, the next one goes
   * on from here.
   */
  function note(pending: PendingProgress): void {
    const key = keyOf(pending)
    learn(pending)
    void inOrder(() => change(key, (old) => ({ ...joinPending(old, pending), key, revision: newRevision() })))
  }

  /** Drops what is kept of a lesson, after the person took its completion back. */
  async function forget(userId: string, lessonId: string): Promise<void> {
    const key = `${userId} ${lessonId}`
    unsent.delete(key)
    known.delete(key)
    await inOrder(() => change(key, () => undefined))
  }

  /** Drops what is kept of all lessons of a course, before the person starts it over. */
  async function forgetCourse(userId: string, courseId: string): Promise<void> {
    const stored = await (await options.store).all()
    const ofCourse = [...known.values(), ...unsent.values(), ...stored].filter(
      (pending) => pending.userId === userId && pending.courseId === courseId,
    )
    for (const { lessonId } of ofCourse) await forget(userId, lessonId)
  }

  /** What is kept of a lesson, also from an earlier visit, with what was acknowledged on this page. */
  async function pendingOf(userId: string, lessonId: string): Promise<PendingProgress | undefined> {
    await stored
    const key = `${userId} ${lessonId}`
    const entry = (await (await options.store).all()).find((one) => one.key === key)
    const learnt = known.get(key)
    return learnt && entry ? joinPending(entry, learnt) : (learnt ?? entry)
  }

  /** Whether anything of this person waits to be saved, also from another page. */
  async function hasUnsaved(userId: string): Promise<boolean> {
    await stored
    return (await (await options.store).all()).some((entry) => entry.userId === userId)
  }

  /** Saves everything that is kept of this person; one save at a time, one more when asked meanwhile. */
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
    const before = new Map(unsent)
    await stored
    const entries = (await (await options.store).all()).filter((entry) => entry.userId === userId)
    entries.forEach(learn)
    const present = await learnToken()
    if (entries.length === 0 && state === 'waiting') tell('quiet')
    if (entries.length === 0 || (present !== null && present !== userId)) return
    for (let start = 0; start < entries.length; start += MOST_ROWS_AT_ONCE) {
      const outcome = await send(entries.slice(start, start + MOST_ROWS_AT_ONCE), before)
      if (outcome === 'later') return tryLater(userId)
    }
    failures = 0
    if (unsentOf(userId).length === 0) tell('saved')
  }

  async function send(entries: StoredProgress[], before: Map<string, PendingProgress>): Promise<SaveOutcome> {
    const updates = entries.map((entry) => toProgressUpdate(entry, Date.now()))
    const outcome =
      options.isOnline() && token !== null ? await options.save(updates).catch(() => 'later' as const) : 'later'
    if (outcome === 'refused' && (await learnToken()) !== entries[0]?.userId) return 'later'
    if (outcome === 'refused' && entries.length > 1) return sendOneByOne(entries, before)
    if (outcome === 'later') return outcome
    if (outcome === 'refused') updates.forEach(options.onRefused)
    await Promise.all(entries.map((entry) => settle(entry, before)))
    return outcome
  }

  async function sendOneByOne(entries: StoredProgress[], before: Map<string, PendingProgress>): Promise<SaveOutcome> {
    for (const entry of entries) if ((await send([entry], before)) === 'later') return 'later'
    return 'saved'
  }

  /** Removes an entry that the server took, unless it grew meanwhile. */
  async function settle(entry: StoredProgress, before: Map<string, PendingProgress>): Promise<void> {
    if (unsent.get(entry.key) === before.get(entry.key)) unsent.delete(entry.key)
    await inOrder(() => change(entry.key, (old) => (old?.revision === entry.revision ? undefined : old)))
  }

  function tryLater(userId: string): void {
    tell('waiting')
    retry = setTimeout(() => void flush(userId), retryDelay(failures++, Math.random()))
  }

  /** Sends what this page has not saved, in the moment in which it is hidden; at once, for there may be no later. */
  function flushOnHide(userId: string): void {
    const updates = unsentOf(userId).map((pending) => toProgressUpdate(pending, pending.state.lastWatched))
    const content = JSON.stringify(updates)
    if (updates.length === 0 || token === null || options.ownerOf(token) !== userId || content === sentOnHide) return
    sentOnHide = content
    const before = new Map(unsentOf(userId).map((pending) => [keyOf(pending), pending]))
    void options.saveOnHide(updates, token).then((arrived) => {
      if (!arrived) return
      for (const [key, pending] of before) {
        if (unsent.get(key) !== pending) continue
        unsent.delete(key)
        void inOrder(() => change(key, (old) => (old && isSame(old, pending) ? undefined : old)))
      }
      if (unsentOf(userId).length === 0) tell('saved')
    })
  }

  return {
    add,
    note,
    forget,
    forgetCourse,
    pendingOf,
    hasUnsaved,
    flush,
    flushOnHide,
    /** Learns the access token, so that it is at hand when the page closes. */
    prepare: async () => void (await learnToken()),
    stop: () => clearTimeout(retry),
    getState: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

const isSame = (a: PendingProgress, b: PendingProgress) => JSON.stringify(a.state) === JSON.stringify(b.state)
const newRevision = () => `${Date.now()}-${Math.random()}`
