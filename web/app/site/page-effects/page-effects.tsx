import { useEffect } from 'react'
import { autoHideScrollBars } from './auto-hide-scroll-bars'
import { useLayerCleanup } from './layer-cleanup'
import { useRouteFocus } from './route-focus'

/** What every page needs but none waits for: the focus after a change of page, left-over layers, quiet scroll bars. */
export function PageEffects() {
  const title = useRouteFocus()
  useLayerCleanup()
  useEffect(autoHideScrollBars, [])
  return (
    <p role="status" className="sr-only">
      {title}
    </p>
  )
}
