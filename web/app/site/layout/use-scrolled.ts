import { useEffect, useState } from 'react'
import { HEADER_SHRINK_AT_PX } from '~/shared/config/constants'

/** Whether the page is scrolled further than the header's threshold ([2.2-02], [9-32]). */
export function useScrolled(): boolean {
  const [scrolled, setScrolled] = useState(false)
  useEffect(() => {
    const look = () => setScrolled(window.scrollY > HEADER_SHRINK_AT_PX)
    // Looking lays the page out at once; while it comes to life that is left to its next frame.
    const frame = requestAnimationFrame(look)
    window.addEventListener('scroll', look, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', look)
    }
  }, [])
  return scrolled
}
