import { type FocusEvent, type SyntheticEvent, useEffect } from 'react'
import { Toaster as Sonner } from 'sonner'
import { TOAST } from '~/shared/config/constants'
import { common } from './common.he'
import { toasterIsReady } from './toast'
import './toaster.css'

/**
 * Where toasts appear ([1-05], [9-13]): bottom right, three at most, four seconds each, one above the other. They stay
 * while the pointer is on them or one of them has the focus.
 */
export function Toaster() {
  useEffect(toasterIsReady, [])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to what happens to the toasts in it
    <div onFocus={hold} onBlur={release} onMouseLeave={holdIfFocused}>
      <Sonner
        position="bottom-right"
        dir="rtl"
        expand
        visibleToasts={TOAST.max}
        duration={TOAST.duration}
        gap={TOAST.gap}
        containerAriaLabel={common.notifications}
        style={{ '--width': `${TOAST.width}px` } as React.CSSProperties}
        toastOptions={{ className: 'academy-toast' }}
      />
    </div>
  )
}

/** The library waits for the pointer only, so it is told of one. */
function hold({ currentTarget }: SyntheticEvent): void {
  dispatchToToaster(currentTarget, new MouseEvent('mousemove', { bubbles: true }))
}

function holdIfFocused(event: SyntheticEvent): void {
  if (event.currentTarget.contains(document.activeElement)) hold(event)
}

function release({ currentTarget, relatedTarget }: FocusEvent): void {
  if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return
  dispatchToToaster(currentTarget, new MouseEvent('mouseout', { bubbles: true, relatedTarget: document.body }))
}

const dispatchToToaster = (place: Element, event: MouseEvent) =>
  place.querySelector('[data-sonner-toaster]')?.dispatchEvent(event)
