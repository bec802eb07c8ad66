import { useSyncExternalStore } from 'react'
import { HEADER_SHRINK_AT_PX } from '~/config/constants'

function onScroll(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true })
  return () => window.removeEventListener('scroll', listener)
}

/** Whether the page is scrolled further than the header's threshold ([2.2-02], [9-32]). */
export const useScrolled = (): boolean =>
  useSyncExternalStore(
    onScroll,
    () => window.scrollY > HEADER_SHRINK_AT_PX,
    () => false,
  )
