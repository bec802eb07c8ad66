import { DeadlineError, withinTime } from '~/shared/client/deadline'
import { STORE_TIMEOUT } from '~/shared/config/constants'
import type { BrowserStore } from '~/shared/storage/browser-store'

/** A change as it is kept; `revision` tells whether it grew while it was under way. */
export type StoredEntry<Item> = Item & { key: string; revision?: string; refusedSince?: number }

/** What is kept of two changes of the same thing. */
export type Join<Item> = (older: Item | undefined, newer: Item) => Item

/**
 * The entries of an outbox in its store, shared by the tabs of a browser. This page changes them one after another. A
 * store that falls silent, as a browser's does whose former page left it in the middle of a change, is taken for one
 * that cannot be read or written until it speaks again.
 */
export function createEntryStore<Item>(store: Promise<BrowserStore<StoredEntry<Item>>>, join: Join<Item>) {
  let written: Promise<unknown> = Promise.resolve()
  let isSilent = false
  const wake = () => {
    isSilent = false
  }

  /** @throws DeadlineError when the store does not answer, and at once while it is silent */
  async function answered<Result>(ask: (opened: BrowserStore<StoredEntry<Item>>) => Promise<Result>): Promise<Result> {
    if (isSilent) throw new DeadlineError('the store is silent')
    const asked = store.then(ask)
    return withinTime(STORE_TIMEOUT, () => asked).catch((cause: unknown) => {
      if (cause instanceof DeadlineError) {
        isSilent = true
        void asked.then(wake, wake)
      }
      throw cause
    })
  }

  /** @returns whether the store took it */
  function change(
    key: string,
    next: (old: StoredEntry<Item> | undefined) => StoredEntry<Item> | undefined,
  ): Promise<boolean> {
    const work = () => answered((opened) => opened.change(key, next))
    const done = written.then(work, work).then(
      () => true,
      () => false,
    )
    written = done
    return done
  }

  return {
    /** Everything that is kept, of everyone; null when the store cannot be read. */
    async all(): Promise<StoredEntry<Item>[] | null> {
      await written
      return answered((opened) => opened.all()).catch(() => null)
    },
    keep: (key: string, item: Item) =>
      change(key, (old) => ({
        ...join(old, item),
        ...{ key, revision: newRevision(), ...(old?.refusedSince && { refusedSince: old.refusedSince }) },
      })),
    remove: (key: string) => change(key, () => undefined),
    removeIf: (key: string, isThat: (old: StoredEntry<Item>) => boolean) =>
      change(key, (old) => (old && isThat(old) ? undefined : old)),
    markRefused: (key: string, since: number) => change(key, (old) => old && { ...old, refusedSince: since }),
  }
}

export type EntryStore<Item> = ReturnType<typeof createEntryStore<Item>>

/** The change itself, without what the outbox wrote beside it. */
export function itemOf<Item>({ key: _, revision: __, refusedSince: ___, ...item }: StoredEntry<Item>): Item {
  // What a store gives back is what was put into it.
  return item as unknown as Item
}

const newRevision = () => `${Date.now()}-${Math.random()}`
