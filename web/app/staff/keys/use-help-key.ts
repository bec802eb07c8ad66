import { useEffect, useEffectEvent } from 'react'
import { isTypedInto } from './typed-into'

/** Calls back when `?` is pressed where nothing is being typed; the key counts by its place, in every layout. */
export function useHelpKey(onPressed: () => void): void {
  const pressed = useEffectEvent(onPressed)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const wanted = event.key === '?' || (event.code === 'Slash' && event.shiftKey)
      if (!wanted || event.ctrlKey || event.metaKey || event.altKey || isTypedInto(event.target)) return
      event.preventDefault()
      pressed()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
