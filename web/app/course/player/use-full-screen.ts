import { type RefObject, useCallback, useEffect, useState } from 'react'

/** A phone that lies on its side; a zoomed window of a computer has no coarse pointer. */
const PHONE_ON_ITS_SIDE = '(orientation: landscape) and (max-height: 500px) and (pointer: coarse)'

type Turnable = ScreenOrientation & { lock?: (orientation: 'landscape') => Promise<void> }

export type FullScreen = { active: boolean; toggle: () => void; leave: () => void }

/**
 * Full screen of an element with the player's own controls in it. Where the browser has none (an iPhone), and where it
 * grants none without a press (a phone that was turned on its side), the element fills the window instead. A phone that
 * is turned fills and empties the screen by itself.
 */
export function useFullScreen(element: RefObject<HTMLElement | null>): FullScreen {
  const [full, setFull] = useState(false)
  const [filled, setFilled] = useState(false)

  useEffect(() => {
    const renew = () => setFull(document.fullscreenElement !== null && document.fullscreenElement === element.current)
    document.addEventListener('fullscreenchange', renew)
    return () => document.removeEventListener('fullscreenchange', renew)
  }, [element])

  const leave = useCallback(() => {
    setFilled(false)
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
  }, [])

  useEffect(() => {
    const side = window.matchMedia?.(PHONE_ON_ITS_SIDE)
    const turn = () => (side?.matches ? setFilled(true) : leave())
    if (side?.matches) turn()
    side?.addEventListener('change', turn)
    return () => side?.removeEventListener('change', turn)
  }, [leave])

  useEffect(() => {
    if (!filled) return
    const leaveWithFocus = ({ target }: FocusEvent) => {
      if (target instanceof Element && !element.current?.contains(target)) setFilled(false)
    }
    document.addEventListener('focusin', leaveWithFocus)
    return () => document.removeEventListener('focusin', leaveWithFocus)
  }, [filled, element])

  const toggle = () => {
    if (full || filled) return leave()
    if (!document.fullscreenEnabled) return setFilled(true)
    element.current?.requestFullscreen().then(lieDown, () => setFilled(true))
  }
  return { active: full || filled, toggle, leave }
}

/** Turns the picture of a phone in full screen; computers and iPhones refuse, and that is fine. */
function lieDown(): void {
  const turnable: Turnable | undefined = window.screen.orientation
  turnable?.lock?.('landscape').catch(() => undefined)
}
