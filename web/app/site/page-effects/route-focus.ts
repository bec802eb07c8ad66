import { useEffect, useRef, useState } from 'react'
import { useLocation, useMatches } from 'react-router'
import { isFocusLost } from '~/shared/browser/near-focus'
import { isPageHandle } from '~/shared/pages/page-handle'

/**
 * After a change of the page moves the focus to its heading, or to the content where that starts above the heading, so
 * that it is not lost with the link that was pressed, without scrolling. Whatever the new page has taken the focus with
 * (a panel, a form's answer, its content) keeps it. A heading that comes with its data, or in place of the first one, has
 * it then, unless the person went on meanwhile.
 * @returns the title of the page to announce; empty until the first change
 */
export function useRouteFocus(): string {
  const { pathname } = useLocation()
  const startsAbove = useMatches().some(({ handle }) => isPageHandle(handle) && handle.startsAboveHeading)
  const shown = useRef(pathname)
  const [title, setTitle] = useState('')
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    let timer: ReturnType<typeof setTimeout> | undefined
    let stop: (() => void) | undefined
    // Layers that close with the change give the focus back first.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => {
        stop = leadFocus(startsAbove)
        setTitle(document.title)
      })
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
      stop?.()
    }
  }, [pathname, startsAbove])
  return title
}

/**
 * Keeps the focus where the page starts, at the heading that there is or comes, until the person goes on.
 * @returns what ends that
 */
function leadFocus(startsAbove: boolean): (() => void) | undefined {
  const main = document.querySelector('main')
  const active = document.activeElement
  // Its heading may have it already, by the page that led here, and still be replaced.
  if (!main || (main.contains(active) && active !== main.querySelector('h1'))) return undefined
  let held = focusStart(main, startsAbove)
  const changes = new MutationObserver(() => {
    const isHeld = held.isConnected ? document.activeElement === held : isFocusLost()
    if (!isHeld) changes.disconnect()
    else if (held === main || !held.isConnected) held = focusStart(main, startsAbove)
  })
  changes.observe(main, { childList: true, subtree: true })
  return () => {
    changes.disconnect()
    // Only lent: the next page has not chosen it.
    if (held === main && document.activeElement === main) main.blur()
  }
}

/** @returns what has the focus: the heading, or the content where that starts above it or while there is none */
function focusStart(main: HTMLElement, startsAbove: boolean): HTMLElement {
  const heading = startsAbove ? null : main.querySelector<HTMLElement>('h1')
  heading?.setAttribute('tabindex', '-1')
  const goal = heading ?? main
  if (document.activeElement !== goal) goal.focus({ preventScroll: true })
  return goal
}
