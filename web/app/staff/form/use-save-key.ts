import { useEffect, useEffectEvent } from 'react'

/** Calls back when Ctrl+S (or ⌘S) is pressed, whatever the layout of the keyboard; the browser's own question stays away. */
export function useSaveKey(onPressed: () => void): void {
  const pressed = useEffectEvent(onPressed)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.code !== 'KeyS' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      pressed()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
