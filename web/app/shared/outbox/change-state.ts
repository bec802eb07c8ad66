import type { Refusal, SaveState } from './outbox.rules'

/** What a page knows of changes that are not acknowledged, and what it tells of them. */
export function createChangeState<Item extends { userId: string }>() {
  const pending = new Map<string, Item>()
  const refusals = new Map<string, Refusal>()
  const unstored = new Set<string>()
  const listeners = new Set<() => void>()
  let state: SaveState = 'quiet'

  const notify = () => {
    for (const listener of listeners) listener()
  }
  const enter = (next: SaveState) => {
    if (state === next) return
    state = next
    notify()
  }
  const forget = (key: string) => {
    pending.delete(key)
    refusals.delete(key)
    unstored.delete(key)
  }
  const refusalsOf = (userId: string) => new Map([...refusals].filter(([key]) => pending.get(key)?.userId === userId))

  return {
    pending,
    refusals,
    /** Keys of what the store did not take. */
    unstored,
    notify,
    enter,
    forget,
    /** Forgets a change unless it has grown since `sent`. */
    forgetIfSame(key: string, sent: Item | undefined): void {
      if (pending.get(key) === sent) forget(key)
      notify()
    },
    of: (userId: string) => [...pending.values()].filter((item) => item.userId === userId),
    refusalsOf,
    /** There was an answer for everything that was sent of a person. */
    rest(userId: string): void {
      const isEmpty = ![...pending.values()].some((item) => item.userId === userId)
      if (refusalsOf(userId).size > 0) enter('refused')
      else if (isEmpty) enter('saved')
    },
    /** There is nothing left to wait for. */
    calm(): void {
      if (state === 'waiting' || state === 'refused') enter('quiet')
    },
    getState: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export type KnownChanges<Item extends { userId: string }> = ReturnType<typeof createChangeState<Item>>
