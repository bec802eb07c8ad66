import { useEffect, useState } from 'react'

const TICK_MS = 1000

/** Whole seconds until a moment of the page's steady clock (ms); null where there is none. Renewed each second. */
export function useTimeLeft(endsAt: number | null): number | null {
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    if (endsAt === null) return
    setNow(performance.now())
    const timer = setInterval(() => setNow(performance.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [endsAt])
  return endsAt === null ? null : Math.max(0, Math.ceil((endsAt - now) / 1000))
}
