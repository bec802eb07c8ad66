import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** A box that scrolls follows a line, unless the person has scrolled elsewhere. */
export type Following = {
  following: boolean
  /** Follows again, beginning with the present line. */
  follow: () => void
  /** Shows a line because the person asked for it; the box stays there. */
  show: (line: number) => void
}

/** Where the line stands in the box: with a third of it above, so that what was just said is still there. */
const SHARE_ABOVE = 1 / 3

/**
 * Scrolls `box` so that the child with the number `current` is seen. Only the box is scrolled, never the page.
 * Whatever else scrolls it (wheel, finger, scroll bar, keys) is the person's wish to read elsewhere.
 * @param visible a hidden box has no size; it catches up when it is shown
 */
export function useFollowing(box: RefObject<HTMLElement | null>, current: number, visible: boolean): Following {
  const [following, setFollowing] = useState(true)
  const ownScroll = useRef<number | null>(null)

  const moveTo = useCallback(
    (line: number) => {
      const { current: element } = box
      const child = element?.children[line]
      if (!element || !(child instanceof HTMLElement) || element.clientHeight === 0) return
      element.scrollTop = child.offsetTop - (element.clientHeight - child.offsetHeight) * SHARE_ABOVE
      ownScroll.current = element.scrollTop
    },
    [box],
  )

  useEffect(() => {
    if (following && visible && current >= 0) moveTo(current)
  }, [following, visible, current, moveTo])

  useEffect(() => {
    const { current: element } = box
    if (!element) return
    const onScroll = () => {
      if (element.clientHeight > 0 && Math.abs(element.scrollTop - (ownScroll.current ?? 0)) > 2) setFollowing(false)
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => element.removeEventListener('scroll', onScroll)
  }, [box])

  return {
    following,
    follow: useCallback(() => setFollowing(true), []),
    show: useCallback(
      (line) => {
        setFollowing(false)
        moveTo(line)
      },
      [moveTo],
    ),
  }
}
