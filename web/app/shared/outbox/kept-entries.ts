import type { BrowserStore } from '~/shared/storage/browser-store'

/** A change as it is kept; `revision` tells whether it grew while it was under way. */
export type Kept<Item> = Item & { key: string; revision?: string; refusedSince?: number }

/** What is kept of two changes of the same thing. */
export type Join<Item> = (older: Item | undefined, newer: Item) => Item

/** The entries of an outbox in its store, shared by the tabs of a browser. This page changes them one after another. */
export function createKeptEntries<Item>(store: Promise<BrowserStore<Kept<Item>>>, join: Join<Item>) {
  let written: Promise<unknown> = Promise.resolve()

  /** @returns whether the store took it */
  function change(key: string, next: (old: Kept<Item> | undefined) => Kept<Item> | undefined): Promise<boolean> {
    const work = async () => (await store).change(key, next)
    const done = written.then(work, work).then(
      () => true,
      () => false,
    )
    written = done
    return done
  }

  return {
    /** Everything that is kept, of everyone; nothing when the store cannot be read. */
    async all(): Promise<Kept<Item>[]> {
      await written
      return (await store).all().catch(() => [])
    },
    keep: (key: string, item: Item) =>
      change(key, (old) => ({
        ...join(old, item),
        ...{ key, revision: newRevision(), ...(old?.refusedSince && { refusedSince: old.refusedSince }) },
      })),
    remove: (key: string) => change(key, () => undefined),
    removeIf: (key: string, isThat: (old: Kept<Item>) => boolean) =>
      change(key, (old) => (old && isThat(old) ? undefined : old)),
    markRefused: (key: string, since: number) => change(key, (old) => old && { ...old, refusedSince: since }),
  }
}

export type KeptEntries<Item> = ReturnType<typeof createKeptEntries<Item>>

/** The change itself, without what the outbox wrote beside it. */
export function itemOf<Item>({ key: _, revision: __, refusedSince: ___, ...item }: Kept<Item>): Item {
  // What a store gives back is what was put into it.
  return item as unknown as Item
}

const newRevision = () => `${Date.now()}-${Math.random()}`
