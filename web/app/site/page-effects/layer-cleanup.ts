import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { CLEANUP_INTERVAL } from '~/shared/config/constants'

const OPEN_LAYER = ['dialog', 'alertdialog', 'menu', 'listbox']
  .map((role) => `[role="${role}"][data-state="open"]`)
  .join(', ')
const POPUP = '[data-radix-popper-content-wrapper]'

/**
 * Sweeps away what closed layers have left behind [4-53]: popups with nothing open or moving in them, and the page's
 * blocked scroll and pointer when no dialog is open.
 */
export function sweepLayers(): void {
  for (const popup of document.querySelectorAll(`body > div > ${POPUP}, body > ${POPUP}`)) {
    const open = popup.querySelector('[data-state="open"], [data-state="delayed-open"], [data-state="instant-open"]')
    if (!open && popup.getAnimations({ subtree: true }).length === 0) popup.remove()
  }
  if (!document.querySelector(OPEN_LAYER)) releasePage()
}

function releasePage(): void {
  const { documentElement, body } = document
  body.removeAttribute('data-scroll-locked')
  for (const { style } of [documentElement, body]) {
    for (const property of ['pointer-events', 'overflow'] as const) style.removeProperty(property)
  }
}

/** Runs the sweep every 3 s and on every route change. */
export function useLayerCleanup(): void {
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new location starts a new round
  useEffect(() => {
    sweepLayers()
    const timer = setInterval(sweepLayers, CLEANUP_INTERVAL)
    return () => clearInterval(timer)
  }, [key])
}
