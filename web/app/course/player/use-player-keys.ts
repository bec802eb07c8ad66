import { type RefObject, useEffect, useRef } from 'react'
import { commandOf, type PageShortcut, type PlayerCommand } from './keyboard'

const TAKES_SPACE = 'button, a, select, summary, [role="tab"], [type="checkbox"], [type="radio"]'
const TAKES_ARROWS = '[role="tablist"], [role="radiogroup"], [role="menubar"]'
/** What changes a value of its own; the timeline is not marked, for its keys are those of the player. */
const TAKES_VALUE = 'select, [data-own-keys]'
/** Where something is typed or a layer is open, no key is ours. */
const TAKES_ALL = 'input, textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"]'
/** Keys that move the page while the focus is elsewhere on it. */
const OF_THE_PAGE = new Set(['ArrowUp', 'ArrowDown', 'Home', 'End', 'Escape'])

/**
 * Keys of the player: all of them while the focus is inside it, and, when `everywhere`, also on the rest of the page
 * but for those that move it. What a focused control does with a key itself is left to it (WCAG 2.1.4: `everywhere` can
 * be switched off).
 */
export function usePlayerKeys(
  player: RefObject<HTMLElement | null>,
  run: (command: PlayerCommand) => void,
  shortcuts: readonly PageShortcut[],
  everywhere: boolean,
): void {
  const handle = useRef<(event: KeyboardEvent) => void>(() => undefined)
  handle.current = (event) => {
    const { target } = event
    if (event.defaultPrevented || !(target instanceof HTMLElement) || target.closest('[role="dialog"]')) return
    const inside = player.current?.contains(target) ?? false
    if (!inside && (!everywhere || OF_THE_PAGE.has(event.code) || target.closest(TAKES_ALL))) return
    if (event.code === 'Space' && target.matches(TAKES_SPACE)) return
    if (event.code.startsWith('Arrow') && target.closest(TAKES_ARROWS)) return
    if (/^(Arrow|Home|End|Digit|Numpad)/.test(event.code) && target.matches(TAKES_VALUE)) return
    const command = commandOf(event)
    const shortcut = command ? undefined : shortcuts.find(({ code }) => code === event.code && isPlain(event))
    if (!command && !shortcut) return
    event.preventDefault()
    if (command) run(command)
    else shortcut?.run()
  }
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handle.current(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

const isPlain = (event: KeyboardEvent) => !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey
