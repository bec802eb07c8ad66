import { withinTime } from '~/shared/client/deadline'
import { SAVE_TIMEOUT } from '~/shared/config/constants'
import type { BrowserStore } from '~/shared/storage/browser-store'
import { createChangeState } from './change-state'
import { createEntryStore, itemOf, type Join, type StoredEntry } from './entry-store'
import { pauseUntilDue, sendings } from './outbox.rules'
import { createSender, type SenderOptions } from './outbox-sender'
import { createRounds, type RoundEnd } from './sending-rounds'

export type OutboxOptions<Item extends { userId: string }> = SenderOptions<Item> & {
  store: Promise<BrowserStore<StoredEntry<Item>>>
  keyOf: (item: Item) => string
  join: Join<Item>
  mostAtOnce: number
  isOnline: () => boolean
  /** Told of everything that waits of a person, also from other tabs, before it is sent. */
  onFound?: (items: readonly Item[]) => void
}

/**
 * Keeps changes until the server has acknowledged them: in memory for this page, and in a store for one that comes
 * back. Sending anything twice must be harmless. What is refused stays and is tried again, an answer that does not come
 * is waited for only so long, and what other tabs add or remove meanwhile is left as they want it.
 */
export function createOutbox<Item extends { userId: string }>(options: OutboxOptions<Item>) {
  const { keyOf } = options
  const known = createChangeState<Item>()
  const entries = createEntryStore(options.store, options.join)
  const sendTogether = createSender(options, known, entries)
  const rounds = createRounds(sendAll)

  /** Keeps a change until it is saved. The promise settles when it is stored. */
  async function add(item: Item): Promise<void> {
    const key = keyOf(item)
    const joined = options.join(known.pending.get(key), item)
    known.pending.delete(key)
    known.pending.set(key, joined)
    if (!options.isOnline()) known.enter('waiting')
    known.notify()
    if (await entries.keep(key, joined)) known.unstored.delete(key)
    else known.unstored.add(key)
  }

  /** Gives a change up, here and in the store. */
  async function drop(key: string): Promise<void> {
    known.forget(key)
    if (known.refusals.size === 0 && known.getState() === 'refused') known.calm()
    known.notify()
    await entries.remove(key)
  }

  /**
   * What is kept of a person, also by other pages, and what the store of this page did not take; all that this page
   * knows where the store cannot be read.
   */
  async function entriesOf(userId: string): Promise<StoredEntry<Item>[]> {
    const stored = await entries.all()
    const lone = [...(stored ? known.unstored : known.pending.keys())].flatMap((key) => {
      const item = known.pending.get(key)
      return item ? [{ ...item, key }] : []
    })
    return [...(stored ?? []), ...lone].filter((entry) => entry.userId === userId)
  }

  /** Takes what earlier pages left of a person among what this page knows. */
  async function load(userId: string): Promise<void> {
    const found = (await entriesOf(userId)).filter(({ key }) => !known.pending.has(key))
    const ours = [...known.pending]
    known.pending.clear()
    for (const entry of found) known.pending.set(entry.key, itemOf(entry))
    for (const [key, item] of ours) known.pending.set(key, item)
    if (found.length > 0) known.notify()
  }

  async function sendAll(userId: string): Promise<RoundEnd> {
    const before = new Map(known.pending)
    const found = await withinTime(SAVE_TIMEOUT, () => entriesOf(userId)).catch(() => null)
    if (found === null) return waitForMore()
    options.onFound?.(found.map(itemOf))
    const may = await whetherMaySend(userId)
    forgetSavedElsewhere(userId, found, before)
    if (found.length === 0) known.calm()
    if (found.length === 0 || may === 'no') return null
    for (const group of sendings(found, known.refusals, Date.now(), options.mostAtOnce)) {
      const isAnswered = may === 'yes' && options.isOnline() && (await sendTogether(group, before))
      if (!isAnswered) return waitForMore()
    }
    known.rest(userId)
    return pauseUntilDue(known.refusalsOf(userId), Date.now())
  }

  function waitForMore(): RoundEnd {
    known.enter('waiting')
    return 'later'
  }

  const whetherMaySend = (userId: string) =>
    withinTime(SAVE_TIMEOUT, async () => (await options.maySend?.(userId)) ?? 'yes').catch(() => 'later' as const)

  /** What this page knew before and the store holds no more, another tab has sent. */
  function forgetSavedElsewhere(userId: string, found: StoredEntry<Item>[], before: ReadonlyMap<string, Item>): void {
    const kept = new Set(found.map(({ key }) => key))
    for (const [key, item] of before) {
      if (item.userId !== userId || kept.has(key) || known.pending.get(key) !== item) continue
      known.forgetIfSame(key, item)
      options.onSaved?.(item)
    }
  }

  /** The server took these in another way, unless they have grown since. */
  function acknowledge(items: readonly Item[], isSame: (kept: Item, sent: Item) => boolean): void {
    for (const item of items) {
      known.forgetIfSame(keyOf(item), item)
      void entries.removeIf(keyOf(item), (old) => isSame(old, item))
    }
    const owner = items[0]?.userId
    if (owner !== undefined) known.rest(owner)
  }

  return {
    add,
    /** Keeps a change in the store alone, for the next page: it is sent with whatever is sent next. */
    keep: (item: Item) => entries.keep(keyOf(item), item),
    drop,
    load,
    entriesOf,
    pendingOf: known.of,
    pendingItems: () => [...known.pending.values()],
    refusalOf: (key: string) => known.refusals.get(key)?.reason,
    /** What was refused is sent with the next round. */
    tryAgain: (key: string) => void known.refusals.delete(key),
    acknowledge,
    /** Sends what is kept of a person, one round at a time, and one more when asked meanwhile. */
    flush: rounds.start,
    stop: rounds.stop,
    getState: known.getState,
    subscribe: known.subscribe,
  }
}
