import { type RefObject, useEffect } from 'react'

/** Tells the styles of `page` how high the player is, so that what sticks below it knows where. */
export function usePlayerHeight(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const player = page.current?.querySelector('.lesson-player')
    if (!player) return
    const setHeight = () => page.current?.style.setProperty('--lesson-player-height', `${player.clientHeight}px`)
    setHeight()
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(setHeight)
    observer.observe(player)
    return () => observer.disconnect()
  }, [page])
}
