import type { StoredEntry } from '~/shared/outbox/entry-store'
import { createOutbox, type OutboxOptions } from '~/shared/outbox/outbox'
import type { SendOutcome } from '~/shared/outbox/outbox.rules'
import type { BrowserStore } from '~/shared/storage/browser-store'
import type { NoteRefusal, PendingNote } from './notes.rules'

export type NoteQueueOptions = Pick<OutboxOptions<PendingNote>, 'maySend'> & {
  store: Promise<BrowserStore<StoredEntry<PendingNote>>>
  save: (change: PendingNote, signal: AbortSignal) => Promise<SendOutcome>
  isOnline: () => boolean
  /** Told of every change that the server took, before it leaves the queue. */
  onSaved: (change: PendingNote) => void
}

export type NoteQueue = ReturnType<typeof createNoteQueue>

const keyOf = ({ userId, id }: PendingNote) => `${userId} ${id}`
const refusalOf = (code: string): NoteRefusal => (code === 'NOTE_LIMIT_REACHED' ? 'limit' : 'refused')

/** The outbox of notes: of each note the last change counts. What is refused stays in the list, with the reason. */
export function createNoteQueue(options: NoteQueueOptions) {
  const outbox = createOutbox<PendingNote>({
    ...options,
    keyOf,
    join: (_, newer) => newer,
    send: async ([change], signal) => (change ? options.save(change, signal) : 'saved'),
    mostAtOnce: 1,
  })
  let shown: readonly PendingNote[] = []
  let loaded: string | undefined
  outbox.subscribe(() => {
    shown = outbox.pendingItems().map((change) => {
      const code = outbox.refusalOf(keyOf(change))
      return code === undefined ? change : { ...change, refused: refusalOf(code) }
    })
  })

  return {
    /** Keeps a change and sends it. The promise settles when it is kept in the browser. */
    async add(change: PendingNote): Promise<void> {
      outbox.tryAgain(keyOf(change))
      await outbox.add(change)
      void outbox.flush(change.userId)
    },
    /** Takes up what an earlier visit of this person left behind, and sends it. */
    async resume(userId: string): Promise<void> {
      if (loaded !== userId) await outbox.load(userId)
      loaded = userId
      return outbox.flush(userId)
    },
    flush: outbox.flush,
    stop: outbox.stop,
    getPending: () => shown,
    subscribe: outbox.subscribe,
  }
}
