import { useEffect, useEffectEvent } from 'react'

/** Calls back when Ctrl+K (or ⌘K) is pressed, whatever the layout of the keyboard. */
export function usePaletteKey(onPressed: () => void): void {
  const pressed = useEffectEvent(onPressed)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.code !== 'KeyK' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      pressed()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
