import { retryDelay } from '~/shared/formats/retry-delay'

/** `later`: it did not get through; a number: go on by itself after so many ms; null: nothing is left to do. */
export type RoundEnd = 'later' | number | null

/** Rounds of sending, never two at once; one that did not get through is followed by others, with growing pauses. */
export function createRounds(round: (userId: string) => Promise<RoundEnd>) {
  let running: Promise<void> | null = null
  let wanted: string | null = null
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  async function run(userId: string): Promise<void> {
    const end = await round(userId).catch((): RoundEnd => 'later')
    const pause = end === 'later' ? retryDelay(failures, Math.random()) : end
    failures = end === 'later' ? failures + 1 : 0
    if (pause !== null && !isStopped) timer = setTimeout(() => void start(userId), pause)
  }

  /** Begins a round; while one runs, another follows it. The promise settles with the round that runs. */
  function start(userId: string): Promise<void> {
    if (running) {
      wanted = userId
      return running
    }
    clearTimeout(timer)
    running = run(userId).finally(() => {
      running = null
      if (wanted === null) return
      const next = wanted
      wanted = null
      void start(next)
    })
    return running
  }

  return {
    start,
    /** No more rounds by themselves. */
    stop(): void {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
