import { useCallback, useEffect, useRef, useState } from 'react'
import { isBusy } from './is-busy'

const SECOND = 1000

/**
 * Counts down to `onEnd` while `wanted`. It does not begin, or ends for good, when something is being written or a
 * window is open; it waits while the page is hidden; Escape and `cancel` call it off.
 * @returns the seconds left, null while it does not run
 */
export function useNextLessonCountdown(wanted: boolean, seconds: number, onEnd: () => void) {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null)
  const [cancelled, setCancelled] = useState(false)
  const cancel = useCallback(() => setCancelled(true), [])
  const end = useRef(onEnd)
  end.current = onEnd

  useEffect(() => {
    if (!wanted || cancelled) return
    if (isBusy()) return cancel()
    let timer: ReturnType<typeof setInterval> | undefined
    let left = seconds
    const tick = () => {
      if (isBusy()) return cancel()
      left -= 1
      if (left > 0) return setSecondsLeft(left)
      clearInterval(timer)
      end.current()
    }
    const begin = () => {
      clearInterval(timer)
      left = seconds
      const hidden = document.visibilityState === 'hidden'
      setSecondsLeft(hidden ? null : left)
      if (!hidden) timer = setInterval(tick, SECOND)
    }
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape') cancel()
    }
    begin()
    document.addEventListener('visibilitychange', begin)
    document.addEventListener('keydown', press)
    return () => {
      clearInterval(timer)
      setSecondsLeft(null)
      document.removeEventListener('visibilitychange', begin)
      document.removeEventListener('keydown', press)
    }
  }, [wanted, cancelled, seconds, cancel])

  return { secondsLeft, cancelled, cancel }
}
