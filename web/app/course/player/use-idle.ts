import { useEffect, useState } from 'react'

const IDLE_MS = 3_000

/** Whether nothing was touched for 3 s while `watching` holds; `wake` starts the wait anew, `sleep` ends it at once. */
export function useIdle(watching: boolean): { idle: boolean; wake: () => void; sleep: () => void } {
  const [wokenAt, setWokenAt] = useState(0)
  const [idle, setIdle] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each wake starts the wait anew
  useEffect(() => {
    setIdle(false)
    if (!watching) return
    const timer = setTimeout(() => setIdle(true), IDLE_MS)
    return () => clearTimeout(timer)
  }, [watching, wokenAt])
  return { idle, wake: () => setWokenAt(Date.now()), sleep: () => setIdle(true) }
}
