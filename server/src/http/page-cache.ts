import { compress, type Encoding } from 'embedded-supabase'

/** A page is compressed once and sent many times. */
const EFFORT = { br: 5, gzip: 6 }

/** A rendered answer, ready to be sent to anyone. */
export type KeptPage = {
  status: number
  headers: Record<string, string>
  bodies: Partial<Record<Encoding, Buffer>> & { identity: Buffer }
}

export type PageCacheOptions = { freshMs: number; maxEntries: number; now?: () => number }

/**
 * Keeps rendered pages for a short while. Pages hold nothing personal, so one copy serves everyone;
 * the few that do say `no-store`.
 * A page that has grown old is rendered again by one request while the others wait for the same result.
 */
export function createPageCache({ freshMs, maxEntries, now = Date.now }: PageCacheOptions) {
  const pages = new Map<string, { page: KeptPage; until: number }>()
  const rendering = new Map<string, Promise<KeptPage>>()
  let generation = 0
  let askedAt = Number.NEGATIVE_INFINITY

  async function renderOnce(key: string, render: () => Promise<KeptPage>): Promise<KeptPage> {
    const running = rendering.get(key)
    if (running) return running
    const began = generation
    const fresh = render()
      .then((page) => {
        const isShared = page.status === 200 && page.headers['cache-control'] !== 'no-store'
        if (isShared && began === generation) keep(key, page)
        return page
      })
      .finally(() => {
        if (rendering.get(key) === fresh) rendering.delete(key)
      })
    rendering.set(key, fresh)
    return fresh
  }

  function keep(key: string, page: KeptPage): void {
    pages.delete(key)
    pages.set(key, { page, until: now() + freshMs })
    if (pages.size > maxEntries) pages.delete(leastWanted(pages.keys()))
  }

  return {
    /** The kept page, or undefined when there is none or it is too old. */
    peek(key: string): KeptPage | undefined {
      const kept = pages.get(key)
      if (!kept || kept.until <= now()) return undefined
      askedAt = now()
      return kept.page
    },
    get(key: string, render: () => Promise<KeptPage>): Promise<KeptPage> {
      askedAt = now()
      const page = this.peek(key)
      return page ? Promise.resolve(page) : renderOnce(key, render)
    },
    /** When a page was asked for last, in milliseconds. */
    askedAt: () => askedAt,
    /** Forgets everything, and what is being rendered of what was before: public content has changed. */
    clear(): void {
      generation += 1
      pages.clear()
      rendering.clear()
    },
  }
}

/** Anybody can make up values of a parameter, so pages that have some go before those that many people share. */
function leastWanted(keys: Iterable<string>): string {
  let oldest: string | undefined
  for (const key of keys) {
    if (key.includes('?')) return key
    oldest ??= key
  }
  return oldest ?? ''
}

export type PageCache = ReturnType<typeof createPageCache>
/** What follows changes needs of the cache. */
export type ClearablePages = Pick<PageCache, 'clear' | 'askedAt'>

/** Body in the encoding, compressing it the first time it is asked for. */
export async function bodyOf(page: KeptPage, encoding: Encoding): Promise<Buffer> {
  const ready = page.bodies[encoding]
  if (ready || encoding === 'identity') return ready ?? page.bodies.identity
  const made = await compress(page.bodies.identity, encoding, EFFORT)
  page.bodies[encoding] = made
  return made
}
