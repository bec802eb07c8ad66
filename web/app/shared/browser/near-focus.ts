/** What a focus may rest on when what held it is gone: parts that have a name or an order of their own. */
const PLACES = 'li, tr, ul, ol, form, fieldset, section, article, nav, main, [role="group"], [role="dialog"]'

/** An element and the parts that it stands in, from the inside out. */
export function placesOf(element: Element | null): HTMLElement[] {
  const places: HTMLElement[] = []
  for (let at = element; at; at = at.parentElement)
    if (at instanceof HTMLElement && (at === element || at.matches(PLACES))) places.push(at)
  return places
}

/** Whether nothing has the focus: what had it was taken away or can no longer be pressed. */
export const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body

/**
 * Gives the focus to the first of these that still stands; what takes none by itself does so until it is left.
 * @returns what has it now
 */
export function focusNearest(places: readonly HTMLElement[]): HTMLElement | undefined {
  const place = places.find((one) => one.isConnected && !one.matches(':disabled, :empty'))
  if (!place) return undefined
  const { top, bottom } = place.getBoundingClientRect()
  // A large part that is in sight stays where it is.
  const how = { preventScroll: bottom > 0 && top < window.innerHeight }
  place.focus(how)
  if (document.activeElement === place) return place
  place.tabIndex = -1
  place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true })
  place.focus(how)
  return place
}
