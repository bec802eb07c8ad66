import { SCROLL_BAR_HIDE_DELAY } from '~/shared/config/constants'

const MARK = 'data-scrolling'

/**
 * Scroll bars of menus, panels and lists show while they scroll and for 600 ms after that [9-44]; the page keeps its
 * own. The style sheet hides them only once this watches.
 * @returns stops watching
 */
export function autoHideScrollBars(): () => void {
  const timers = new Map<Element, ReturnType<typeof setTimeout>>()

  function onScroll({ target }: Event) {
    if (!(target instanceof Element)) return
    clearTimeout(timers.get(target))
    target.setAttribute(MARK, '')
    const hide = () => {
      target.removeAttribute(MARK)
      timers.delete(target)
    }
    timers.set(target, setTimeout(hide, SCROLL_BAR_HIDE_DELAY))
  }

  const root = document.documentElement
  root.setAttribute('data-quiet-scroll-bars', '')
  document.addEventListener('scroll', onScroll, { capture: true, passive: true })
  return () => {
    root.removeAttribute('data-quiet-scroll-bars')
    document.removeEventListener('scroll', onScroll, { capture: true })
    for (const [element, timer] of timers) {
      clearTimeout(timer)
      element.removeAttribute(MARK)
    }
  }
}
