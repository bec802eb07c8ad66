import { createOutbox } from '~/shared/outbox/outbox'
import type { SendOutcome } from '~/shared/outbox/outbox.rules'
import { joinPending, type PendingProgress, type ProgressUpdate, toProgressUpdate } from './pending-progress.rules'
import type { PendingStore } from './pending-store'
import { isHopeless } from './refused-progress.rules'

export type QueueOptions = {
  store: Promise<PendingStore>
  save: (updates: readonly ProgressUpdate[], signal: AbortSignal) => Promise<SendOutcome>
  saveOnHide: (updates: readonly ProgressUpdate[], accessToken: string) => Promise<boolean>
  accessToken: () => Promise<string | null>
  /** Whose access token it is. */
  ownerOf: (accessToken: string) => string | null
  isOnline: () => boolean
  /** Told of lessons whose progress the server will never take [8-38]. */
  onLost: (lessonId: string) => void
}

export type ProgressQueue = ReturnType<typeof createProgressQueue>

const MOST_ROWS_AT_ONCE = 100
const keyOf = ({ userId, lessonId }: Pick<PendingProgress, 'userId' | 'lessonId'>) => `${userId} ${lessonId}`

/** The outbox of progress: one entry a lesson, saved in the name of whoever watched it and of nobody else. */
export function createProgressQueue(options: QueueOptions) {
  /** What this page knows of, also after it was acknowledged: a read of the server may be older than that. */
  const known = new Map<string, PendingProgress>()
  let token: string | null = null
  let sentOnHide = ''
  let hasLost = false

  const learn = (pending: PendingProgress) =>
    void known.set(keyOf(pending), joinPending(known.get(keyOf(pending)), pending))

  /** Takes the present access token; gives its owner, null for nobody. */
  async function learnToken(): Promise<string | null> {
    token = await options.accessToken().catch(() => null)
    return token === null ? null : options.ownerOf(token)
  }

  async function maySend(userId: string) {
    const present = await learnToken()
    return present === null ? 'later' : present === userId ? 'yes' : 'no'
  }

  function send(pending: readonly PendingProgress[], signal: AbortSignal): Promise<SendOutcome> {
    const now = Date.now()
    return options.save(
      pending.map((one) => toProgressUpdate(one, now)),
      signal,
    )
  }

  const outbox = createOutbox<PendingProgress>({
    store: options.store,
    keyOf,
    join: joinPending,
    send,
    mostAtOnce: MOST_ROWS_AT_ONCE,
    isOnline: options.isOnline,
    maySend,
    onFound: (pending) => pending.forEach(learn),
    isHopeless,
    onLost: ({ lessonId }) => {
      hasLost = true
      options.onLost(lessonId)
    },
  })

  /** Drops what is kept of a lesson, after the person took its completion back. */
  async function forget(userId: string, lessonId: string): Promise<void> {
    const key = keyOf({ userId, lessonId })
    known.delete(key)
    await outbox.drop(key)
  }

  /** What is kept of the lessons of a course, also from an earlier visit, and what this page knows; a lesson may be there twice. */
  async function pendingOfCourse(userId: string, courseId: string): Promise<PendingProgress[]> {
    const kept = await outbox.entriesOf(userId)
    return [...known.values(), ...outbox.pendingOf(userId), ...kept].filter(
      (pending) => pending.userId === userId && pending.courseId === courseId,
    )
  }

  /** Drops what is kept of all lessons of a course, before the person starts it over. */
  async function forgetCourse(userId: string, courseId: string): Promise<void> {
    for (const { lessonId } of await pendingOfCourse(userId, courseId)) await forget(userId, lessonId)
  }

  /** What is kept of a lesson, also from an earlier visit, with what was acknowledged on this page. */
  async function pendingOf(userId: string, lessonId: string): Promise<PendingProgress | undefined> {
    const entry = (await outbox.entriesOf(userId)).find((one) => one.lessonId === lessonId)
    const learnt = known.get(keyOf({ userId, lessonId }))
    return learnt && entry ? joinPending(entry, learnt) : (learnt ?? entry)
  }

  /** Sends what this page has not saved, in the moment in which it is hidden; at once, for there may be no later. */
  function flushOnHide(userId: string): void {
    const unsent = outbox.pendingOf(userId).filter((pending) => outbox.refusalOf(keyOf(pending)) === undefined)
    const content = JSON.stringify(unsent.map(({ lessonId, state }) => [lessonId, state]))
    const now = Date.now()
    const updates = unsent.map((pending) => toProgressUpdate(pending, now))
    if (updates.length === 0 || token === null || options.ownerOf(token) !== userId || content === sentOnHide) return
    sentOnHide = content
    void options.saveOnHide(updates, token).then((isTaken) => {
      if (isTaken) outbox.acknowledge(unsent, (kept, sent) => JSON.stringify(kept.state) === JSON.stringify(sent.state))
    })
  }

  return {
    /** Keeps an update until it is saved. */
    add(pending: PendingProgress): void {
      learn(pending)
      void outbox.add(pending)
    },
    /**
     * Keeps where the person is between two updates, without saving it: whatever happens to this page, the next one goes
     * on from here.
     */
    note(pending: PendingProgress): void {
      learn(pending)
      void outbox.keep(pending)
    },
    forget,
    forgetCourse,
    pendingOf,
    pendingOfCourse,
    /** Whether anything of this person waits to be saved, also from another page. */
    hasUnsaved: async (userId: string) => (await outbox.entriesOf(userId)).length > 0,
    flush: outbox.flush,
    flushOnHide,
    /** Learns the access token, so that it is at hand when the page closes. */
    prepare: async () => void (await learnToken()),
    stop: outbox.stop,
    /** That something was given up for good is said for as long as the page lives. */
    getState: () => (hasLost && outbox.getState() !== 'waiting' ? 'lost' : outbox.getState()),
    subscribe: outbox.subscribe,
  }
}
