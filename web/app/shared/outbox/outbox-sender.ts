import { withinTime } from '~/shared/client/deadline'
import { SAVE_TIMEOUT } from '~/shared/config/constants'
import type { KnownChanges } from './change-state'
import { type EntryStore, itemOf, type StoredEntry } from './entry-store'
import { refusedAgain, type SendOutcome } from './outbox.rules'

export type SenderOptions<Item> = {
  /** Whether somebody's changes may be sent now: `later` when nobody is signed in, `no` when somebody else is. */
  maySend?: (userId: string) => Promise<'yes' | 'later' | 'no'>
  /** Sends changes of one person; the server takes all of them or none. */
  send: (items: readonly Item[], signal: AbortSignal) => Promise<SendOutcome>
  /** Told of every change that the server took. */
  onSaved?: (item: Item) => void
  /** Whether a refusal can never become right, by its code and for how many ms it has stood. */
  isHopeless?: (reason: string, stoodFor: number) => boolean
  /** Told of what was given up. */
  onLost?: (item: Item) => void
}

/** Performs one sending and does what its outcome asks for. An answer is waited for only so long. */
export function createSender<Item extends { userId: string }>(
  { maySend, send, onSaved, isHopeless, onLost }: SenderOptions<Item>,
  known: KnownChanges<Item>,
  entries: EntryStore<Item>,
) {
  /**
   * @param before what this page knew when these entries were read
   * @returns whether there was an answer for all of them
   */
  return async function sendTogether(
    group: readonly StoredEntry<Item>[],
    before: ReadonlyMap<string, Item>,
  ): Promise<boolean> {
    const items = group.map(itemOf)
    const outcome = await withinTime(SAVE_TIMEOUT, (signal) => sendAs(items, signal)).catch((): SendOutcome => 'later')
    if (outcome === 'later') return false
    if (outcome !== 'saved' && group.length > 1) {
      for (const entry of group) if (!(await sendTogether([entry], before))) return false
      return true
    }
    for (const entry of group) {
      const sent = before.get(entry.key)
      if (outcome === 'saved') await takeOff(entry, sent)
      else await refuse(entry, sent, outcome.refused)
    }
    return true
  }

  /** What is refused when somebody else has signed in meanwhile says nothing. */
  async function sendAs(items: readonly Item[], signal: AbortSignal): Promise<SendOutcome> {
    const outcome = await send(items, signal)
    if (typeof outcome === 'string' || !items[0] || !maySend) return outcome
    return (await maySend(items[0].userId)) === 'yes' ? outcome : 'later'
  }

  async function takeOff(entry: StoredEntry<Item>, sent: Item | undefined): Promise<void> {
    known.refusals.delete(entry.key)
    onSaved?.(itemOf(entry))
    await remove(entry, sent)
  }

  async function refuse(entry: StoredEntry<Item>, sent: Item | undefined, reason: string): Promise<void> {
    const { key } = entry
    const now = Date.now()
    const since = entry.refusedSince ?? now
    if (isHopeless?.(reason, now - since)) {
      known.refusals.delete(key)
      onLost?.(itemOf(entry))
      return remove(entry, sent)
    }
    known.refusals.set(key, refusedAgain(known.refusals.get(key), reason, now))
    if (!known.pending.has(key)) known.pending.set(key, itemOf(entry))
    known.notify()
    await entries.markRefused(key, since)
  }

  /** Removes an entry, unless it grew meanwhile, here or in another tab. */
  async function remove({ key, revision }: StoredEntry<Item>, sent: Item | undefined): Promise<void> {
    known.forgetIfSame(key, sent)
    await entries.removeIf(key, (old) => old.revision === revision)
  }
}
