/** The clocks of this page, in ms: the one that people set, and one that only runs on (but may rest while asleep). */
export type PageClocks = { date: () => number; steady: () => number }

/** A `Date` header has whole seconds. */
const HEADER_STEP_MS = 1_000
/** More than this ahead, the clock that people set has run on through a sleep of which the steady one knows nothing. */
const SLEPT_MS = 1_000

/**
 * Knows what time it is at the server, by the `Date` of its answers, whatever the clock of this device shows and
 * whenever somebody sets it. It is never behind the server's, and ahead by a second and the way of a request at most.
 */
export function createServerClock(clocks: PageClocks) {
  /** Between what bounds the server's time minus the steady time lies, and the time that was computed at the answer. */
  let known: { least: number; most: number; time: number; date: number } | null = null

  const bySteady = (most: number) => clocks.steady() + most
  const now = (): number | null => {
    if (!known) return null
    const byDate = known.time + clocks.date() - known.date
    const steady = bySteady(known.most)
    return Math.ceil(byDate - steady > SLEPT_MS ? byDate : steady)
  }

  return {
    /** The server's time in ms since 1970; null before its first answer. */
    now,
    /** Learns from the `Date` header of an answer to a request that was sent at `asked`, by the steady clock. */
    learn(header: string | null, asked: number): void {
      const serverTime = Date.parse(header ?? '')
      if (Number.isNaN(serverTime)) return
      const seen = { least: serverTime - clocks.steady(), most: serverTime + HEADER_STEP_MS - asked }
      // The steady clock never runs fast, so what seems older was answered out of a cache.
      if (known && seen.most < known.least) return
      const least = Math.max(seen.least, known?.least ?? seen.least)
      const most = Math.min(seen.most, known?.most ?? seen.most)
      const bounds = least <= most ? { least, most } : seen
      known = { ...bounds, time: bySteady(bounds.most), date: clocks.date() }
    },
  }
}

/** The clock of this page. */
export const serverClock = createServerClock({ date: () => Date.now(), steady: () => performance.now() })

/** A request whose answer teaches the page what time it is. */
export async function fetchAndLearnTime(...request: Parameters<typeof fetch>): Promise<Response> {
  const asked = performance.now()
  const answer = await fetch(...request)
  serverClock.learn(answer.headers.get('date'), asked)
  return answer
}
