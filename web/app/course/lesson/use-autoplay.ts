import { useCallback, useState } from 'react'
import { keepHabit, readHabit } from '~/shared/storage/habits'

/** Whether the next lesson follows by itself, as the person likes it; at first it does. */
export function useAutoplay(): [on: boolean, choose: (on: boolean) => void] {
  const [on, setOn] = useState(() => readHabit('lesson-autoplay') ?? true)
  const choose = useCallback((next: boolean) => {
    setOn(next)
    keepHabit('lesson-autoplay', next)
  }, [])
  return [on, choose]
}
