import type { StoredEntry } from '~/shared/outbox/entry-store'
import { createOutbox, type OutboxOptions } from '~/shared/outbox/outbox'
import type { SendOutcome } from '~/shared/outbox/outbox.rules'
import { maySendNow } from '~/shared/outbox/present-session'
import type { BrowserStore } from '~/shared/storage/browser-store'
import { openBrowserStore } from '~/shared/storage/browser-store'
import { ATTEMPT_ENDED, sendAnswers } from './attempt.calls'
import type { PendingAnswer } from './attempt.rules'

export type AnswerQueueOptions = Pick<OutboxOptions<PendingAnswer>, 'maySend'> & {
  store: Promise<BrowserStore<StoredEntry<PendingAnswer>>>
  send: (changes: readonly PendingAnswer[], signal: AbortSignal) => Promise<SendOutcome>
  isOnline: () => boolean
}

const MOST_AT_ONCE = 100
/** While somebody types, one message holds several changes. */
const PAUSE_MS = 300
/** No later try will be taken. */
const HOPELESS = [ATTEMPT_ENDED, 'QUIZ_ATTEMPT_NOT_FOUND', 'INVALID_QUIZ_ANSWERS']

const keyOf = ({ userId, attemptId, position }: Pick<PendingAnswer, 'userId' | 'attemptId' | 'position'>) =>
  `${userId} ${attemptId} ${position}`

const join = (older: PendingAnswer | undefined, newer: PendingAnswer) =>
  older && older.sequence > newer.sequence ? older : newer

/** The outbox of answers: of each question the change with the highest count. */
export function createAnswerQueue(options: AnswerQueueOptions) {
  /** Attempts of which an answer was given up. */
  const lost = new Set<string>()
  /**
   * The last change of each answer that this page knows of, also after it was acknowledged or sent by another tab: what
   * the page has read of the attempt may be older than that.
   */
  const latest = new Map<string, PendingAnswer>()
  const outbox = createOutbox<PendingAnswer>({
    ...options,
    keyOf,
    join,
    mostAtOnce: MOST_AT_ONCE,
    isHopeless: (reason) => HOPELESS.includes(reason),
    onLost: (change) => {
      lost.add(change.attemptId)
      latest.delete(keyOf(change))
    },
  })
  let pending: readonly PendingAnswer[] = []
  let latestItems: readonly PendingAnswer[] = []
  let soon: ReturnType<typeof setTimeout> | undefined
  outbox.subscribe(() => {
    pending = outbox.pendingItems()
    for (const change of pending) latest.set(keyOf(change), join(latest.get(keyOf(change)), change))
    latestItems = [...latest.values()]
  })
  return {
    /** Keeps a change, and sends it with what follows at once. The promise settles when it is kept in the browser. */
    async add(change: PendingAnswer): Promise<void> {
      clearTimeout(soon)
      soon = setTimeout(() => void outbox.flush(change.userId), PAUSE_MS)
      await outbox.add(change)
    },
    /** Takes up what an earlier page of this person left behind. */
    load: outbox.load,
    /** Takes it up, and sends it. */
    async resume(userId: string): Promise<void> {
      await outbox.load(userId)
      return outbox.flush(userId)
    },
    /** Gives up what was sent in another way. */
    forget: (changes: readonly PendingAnswer[]) => Promise.all(changes.map((change) => outbox.drop(keyOf(change)))),
    flush: outbox.flush,
    stop() {
      clearTimeout(soon)
      outbox.stop()
    },
    /** What waits to be saved. */
    getPending: () => pending,
    /** The last change of each answer, saved or not. */
    getLatest: () => latestItems,
    hasLost: (attemptId: string) => lost.has(attemptId),
    getState: outbox.getState,
    subscribe: outbox.subscribe,
  }
}

export type AnswerQueue = ReturnType<typeof createAnswerQueue>

let queue: AnswerQueue | undefined

/** The page's one queue of unsaved answers. Browser only. */
export function browserAnswerQueue(): AnswerQueue {
  queue ??= createAnswerQueue({
    store: openBrowserStore('academy-answers'),
    send: sendAnswers,
    maySend: maySendNow,
    isOnline: () => navigator.onLine,
  })
  return queue
}
