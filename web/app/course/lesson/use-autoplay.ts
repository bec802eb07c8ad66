import { useCallback, useState } from 'react'
import { readPreference, savePreference } from '~/shared/storage/preferences'

/** Whether the next lesson follows by itself, as the person likes it; at first it does. */
export function useAutoplay(): [on: boolean, choose: (on: boolean) => void] {
  const [on, setOn] = useState(() => readPreference('lesson-autoplay') ?? true)
  const choose = useCallback((next: boolean) => {
    setOn(next)
    savePreference('lesson-autoplay', next)
  }, [])
  return [on, choose]
}
