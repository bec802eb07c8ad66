import { type RefObject, useEffect, useState } from 'react'

/** Full screen of an element, with the player's own controls in it. */
export function useFullScreen(element: RefObject<HTMLElement | null>) {
  const [active, setActive] = useState(false)
  const [available, setAvailable] = useState(false)
  useEffect(() => {
    setAvailable(document.fullscreenEnabled === true)
    const renew = () => setActive(document.fullscreenElement !== null && document.fullscreenElement === element.current)
    document.addEventListener('fullscreenchange', renew)
    return () => document.removeEventListener('fullscreenchange', renew)
  }, [element])
  const toggle = () => {
    const change = document.fullscreenElement ? document.exitFullscreen() : element.current?.requestFullscreen()
    change?.catch(() => undefined)
  }
  return { active, available, toggle }
}
