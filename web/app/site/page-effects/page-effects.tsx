import { useEffect } from 'react'
import { useLayerCleanup } from './layer-cleanup'
import { quietScrollBars } from './quiet-scroll-bars'
import { useRouteFocus } from './route-focus'

/** What every page needs but none waits for: the focus after a change of page, left-over layers, quiet scroll bars. */
export function PageEffects() {
  const title = useRouteFocus()
  useLayerCleanup()
  useEffect(quietScrollBars, [])
  return (
    <p role="status" className="sr-only">
      {title}
    </p>
  )
}
