import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** Layers that close on Escape themselves, and come first. */
const OTHER_LAYERS = '[role="dialog"], [role="menu"], [role="listbox"], header [aria-expanded="true"]'
const MARGIN_PX = 24

/** Gives the focus back to where it came from when the place goes with the focus in it. */
export function useFocusReturn(place: RefObject<HTMLElement | null>): void {
  // Before the place is taken out of the page, which takes the focus with it.
  useLayoutEffect(() => {
    const own = place.current
    let before = document.activeElement
    const onFocus = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Element && !own?.contains(relatedTarget)) before = relatedTarget
    }
    own?.addEventListener('focusin', onFocus)
    return () => {
      own?.removeEventListener('focusin', onFocus)
      if (!own?.contains(document.activeElement)) return
      const goal = before instanceof HTMLElement && before !== document.body && before.isConnected ? before : undefined
      // Not by scrolling: the page stays where it is read.
      ;(goal ?? document.querySelector<HTMLElement>('main'))?.focus({ preventScroll: true })
    }
  }, [place])
}

/** Keeps as much of the page's end free as the place covers, while it is there. */
export function useRoomUnderThePage(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { style } = document.documentElement
    const measure = () => style.setProperty('--question-height', `${(place.current?.offsetHeight ?? 0) + MARGIN_PX}px`)
    const observer = globalThis.ResizeObserver && new ResizeObserver(measure)
    if (place.current) observer?.observe(place.current)
    return () => {
      observer?.disconnect()
      style.removeProperty('--question-height')
    }
  }, [place])
}

/** Does something on Escape, unless another layer or what has the focus takes it. */
export function useEscape(act: () => void): void {
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector(OTHER_LAYERS)) return
      latest.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
