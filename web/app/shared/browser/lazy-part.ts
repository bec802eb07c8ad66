import { type ComponentType, lazy } from 'react'

const PAUSE = 3_000

/**
 * A part of a page that loads when it is needed. Without a connection it simply is not there yet: it is asked for
 * again, and its failure never takes down the page around it with what was typed there.
 */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await persistently(load) }))

/** Fetches ahead what may be wanted in a moment; when that fails, the part itself asks again. */
export const prefetchPart = (load: () => Promise<unknown>) => void load().catch(() => undefined)

async function persistently<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, PAUSE))
    }
  }
}
