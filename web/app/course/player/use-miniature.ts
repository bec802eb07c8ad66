import { type RefObject, useEffect, useState } from 'react'
import { useWide } from '~/shared/browser/use-wide'

/** Where the parts of a lesson stand beside the player; below it they keep the player in sight themselves. */
const HAS_ROOM = '(min-width: 1024px)'

/**
 * Whether the player stands small in a corner: it plays, and its `place` on the page was scrolled out of sight.
 * `dismiss` lasts until the place is in sight again; `height` (px) is what the place keeps meanwhile.
 */
export function useMiniature(place: RefObject<HTMLElement | null>, playing: boolean) {
  const roomy = useWide(HAS_ROOM)
  const [inSight, setInSight] = useState(true)
  const [begun, setBegun] = useState(false)
  const [dismissed, setDismissed] = useState(false)
  const [height, setHeight] = useState(0)
  useEffect(() => {
    if (!place.current || typeof IntersectionObserver === 'undefined') return
    const look = ([entry]: IntersectionObserverEntry[]) => {
      if (!entry) return
      setInSight(entry.isIntersecting)
      if (!entry.isIntersecting) setHeight(entry.boundingClientRect.height)
    }
    const observer = new IntersectionObserver(look, { rootMargin: '-80px 0px 0px' })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [place])
  useEffect(() => {
    if (inSight) {
      setDismissed(false)
      setBegun(false)
    } else if (playing) setBegun(true)
  }, [inSight, playing])
  return { height, small: roomy && !inSight && begun && !dismissed, dismiss: () => setDismissed(true) }
}
