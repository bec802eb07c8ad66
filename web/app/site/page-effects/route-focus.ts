import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/**
 * After a change of the page moves the focus to its heading, so that it is not lost with the link that was pressed,
 * without scrolling. Whatever the new page has taken the focus with (a panel, a form's answer) keeps it. A heading that
 * comes with its data has it then, unless the person went on meanwhile.
 * @returns the title of the page to announce; empty until the first change
 */
export function useRouteFocus(): string {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  const [title, setTitle] = useState('')
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    let timer: ReturnType<typeof setTimeout> | undefined
    let waiting: MutationObserver | undefined
    // Layers that close with the change give the focus back first.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => {
        waiting = focusPage()
        setTitle(document.title)
      })
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
      waiting?.disconnect()
    }
  }, [pathname])
  return title
}

/** @returns what waits for a heading that is not there yet */
function focusPage(): MutationObserver | undefined {
  const main = document.querySelector('main')
  const isElsewhere = () => document.activeElement !== main && main?.contains(document.activeElement)
  if (!main || isElsewhere() || focusHeading(main)) return undefined
  main.focus({ preventScroll: true })
  const changes = new MutationObserver(() => {
    const isWaitedFor = document.activeElement === main
    if (!isWaitedFor || focusHeading(main)) changes.disconnect()
  })
  changes.observe(main, { childList: true, subtree: true })
  return changes
}

function focusHeading(main: HTMLElement): boolean {
  const heading = main.querySelector<HTMLElement>('h1')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
  return heading !== null
}
