import { useCallback, useState } from 'react'
import { readStored, writeStored } from '~/shared/storage/storage'

/** Whether the next lesson follows by itself, as the person chose in this browser; at first it does. */
export function useAutoplay(): [on: boolean, choose: (on: boolean) => void] {
  const [on, setOn] = useState(() => readStored('lesson-autoplay') ?? true)
  const choose = useCallback((next: boolean) => {
    setOn(next)
    writeStored('lesson-autoplay', next)
  }, [])
  return [on, choose]
}
