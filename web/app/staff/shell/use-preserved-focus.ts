import { type RefObject, useEffect } from 'react'
import { focusNearest, isFocusLost, placesOf } from '~/shared/browser/near-focus'

/** Long enough for whatever takes an element away to lead the focus on by itself. */
const PATIENCE_MS = 50

/**
 * Keeps the focus in a page whose parts come and go by what is pressed in them: when the button that was pressed is gone
 * or cannot be pressed any more, the innermost part around it has the focus, and the button again once it can be pressed.
 */
export function usePreservedFocus(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const within = page.current
    if (!within) return
    let places: HTMLElement[] = []
    let lent: HTMLElement | undefined
    let isLending = false
    let pathname = ''
    let timer: ReturnType<typeof setTimeout> | undefined
    const isGone = (element: HTMLElement) => !element.isConnected || element.matches(':disabled')
    const remember = ({ target }: FocusEvent) => {
      if (isLending) return
      lent = undefined
      places = placesOf(target as Element)
      pathname = window.location.pathname
    }
    const keep = () => {
      const [held, ...around] = places
      // Another page leads the focus to its own heading.
      if (!held || pathname !== window.location.pathname) return
      if (!isFocusLost() || !isGone(held)) return
      isLending = true
      lent = focusNearest(around)
      isLending = false
    }
    const look = () => {
      const [held] = places
      if (!held) return
      if (lent && document.activeElement === lent && !isGone(held)) return held.focus()
      if (lent?.isConnected || !isGone(held)) return
      // Browsers take the focus from what is disabled only when they draw next.
      clearTimeout(timer)
      timer = setTimeout(keep, PATIENCE_MS)
    }
    const changes = new MutationObserver(look)
    changes.observe(within, { subtree: true, childList: true, attributes: true, attributeFilter: ['disabled'] })
    within.addEventListener('focusin', remember)
    return () => {
      clearTimeout(timer)
      changes.disconnect()
      within.removeEventListener('focusin', remember)
    }
  }, [page])
}
