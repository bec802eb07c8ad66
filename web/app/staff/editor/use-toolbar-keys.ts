import { type KeyboardEvent, type RefObject, useEffect } from 'react'

const ENABLED = 'button:not(:disabled)'

/**
 * Makes a row of buttons one stop of the tab key, in which arrows lead on (WAI-ARIA, toolbar). From right to left, as the
 * row is read.
 */
export function useToolbarKeys(bar: RefObject<HTMLElement | null>) {
  const stopAt = (button: HTMLElement | undefined) => {
    for (const one of bar.current?.querySelectorAll<HTMLElement>('button') ?? []) one.tabIndex = one === button ? 0 : -1
  }
  // The stop may be a button that went away or can no longer be pressed.
  useEffect(() => {
    const buttons = [...(bar.current?.querySelectorAll<HTMLElement>(ENABLED) ?? [])]
    stopAt(buttons.find(({ tabIndex }) => tabIndex === 0) ?? buttons[0])
  })
  return {
    onFocus: ({ target }: { target: EventTarget }) => target instanceof HTMLElement && stopAt(target),
    onKeyDown(event: KeyboardEvent) {
      const buttons = [...(bar.current?.querySelectorAll<HTMLElement>(ENABLED) ?? [])]
      const place = buttons.indexOf(event.target as HTMLElement)
      if (place < 0) return
      const next = new Map([
        ['ArrowLeft', buttons[place + 1] ?? buttons[0]],
        ['ArrowRight', buttons.at(place - 1)],
        ['Home', buttons[0]],
        ['End', buttons.at(-1)],
      ]).get(event.key)
      if (!next) return
      event.preventDefault()
      next.focus()
    },
  }
}
