import { type RefObject, useEffect, useState } from 'react'

/** The iPhone shows only a video itself in full screen, with the phone's own controls. */
type PhoneVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void }

const phoneVideo = (element: HTMLElement | null) => element?.querySelector<PhoneVideo>('video') ?? undefined

/** Full screen of an element, with the player's own controls in it where the browser can. */
export function useFullScreen(element: RefObject<HTMLElement | null>) {
  const [active, setActive] = useState(false)
  const [available, setAvailable] = useState(false)
  useEffect(() => {
    setAvailable(document.fullscreenEnabled === true || Boolean(phoneVideo(element.current)?.webkitEnterFullscreen))
    const renew = () => setActive(document.fullscreenElement !== null && document.fullscreenElement === element.current)
    document.addEventListener('fullscreenchange', renew)
    return () => document.removeEventListener('fullscreenchange', renew)
  }, [element])
  const toggle = () => {
    if (!document.fullscreenEnabled) {
      phoneVideo(element.current)?.webkitEnterFullscreen?.()
      return
    }
    const change = document.fullscreenElement ? document.exitFullscreen() : element.current?.requestFullscreen()
    change?.catch(() => undefined)
  }
  return { active, available, toggle }
}
