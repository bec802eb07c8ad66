import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/**
 * After a change of the page moves the focus to its heading, so that it is not lost with the link that was pressed,
 * without scrolling. Whatever the new page has taken the focus with (a panel, a form's answer) keeps it.
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
    // Layers that close with the change give the focus back first.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => {
        focusPage()
        setTitle(document.title)
      })
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [pathname])
  return title
}

function focusPage(): void {
  const main = document.querySelector('main')
  if (!main || main.contains(document.activeElement)) return
  const heading = main.querySelector<HTMLElement>('h1')
  heading?.setAttribute('tabindex', '-1')
  const goal = heading ?? main
  goal.focus({ preventScroll: true })
}
