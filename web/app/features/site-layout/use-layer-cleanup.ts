import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { CLEANUP_INTERVAL } from '~/config/constants'

const OPEN_LAYER = ['dialog', 'alertdialog', 'menu', 'listbox']
  .map((role) => `[role="${role}"][data-state="open"]`)
  .join(', ')
const POPUP = '[data-radix-popper-content-wrapper]'

/**
 * Sweeps away what closed layers have left behind [4-53]: popups without anything open in them that were already
 * there at the last sweep, and the page's blocked scroll and pointer when no dialog is open.
 * @param seen popups that the last sweep found without open content
 * @returns the popups to look at again in the next sweep
 */
export function sweepLayers(seen: ReadonlySet<Element>): Set<Element> {
  const suspects = new Set<Element>()
  for (const popup of document.querySelectorAll(`body > div > ${POPUP}, body > ${POPUP}`)) {
    if (popup.querySelector('[data-state="open"], [data-state="delayed-open"], [data-state="instant-open"]')) continue
    if (seen.has(popup)) popup.remove()
    else suspects.add(popup)
  }
  if (!document.querySelector(OPEN_LAYER)) releasePage()
  return suspects
}

function releasePage(): void {
  const { body } = document
  body.removeAttribute('data-scroll-locked')
  for (const property of ['pointer-events', 'overflow'] as const) body.style.removeProperty(property)
}

/** Runs the sweep every 3 s and on every route change. */
export function useLayerCleanup(): void {
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new location starts a new round
  useEffect(() => {
    let seen = sweepLayers(new Set())
    const timer = setInterval(() => {
      seen = sweepLayers(seen)
    }, CLEANUP_INTERVAL)
    return () => clearInterval(timer)
  }, [key])
}
