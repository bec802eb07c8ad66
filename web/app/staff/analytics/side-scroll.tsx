import { type ReactNode, useEffect, useRef, useState } from 'react'

/** A wide part that scrolls sideways where it has no room, by keys too; where it has, it is no stop on the way. */
export function SideScroll({ label, children }: { label: string; children: ReactNode }) {
  const place = useRef<HTMLElement>(null)
  const [scrolls, setScrolls] = useState(false)
  useEffect(() => {
    const box = place.current
    if (!box || typeof ResizeObserver === 'undefined') return
    const look = new ResizeObserver(() => setScrolls(box.scrollWidth > box.clientWidth))
    for (const sized of [box, ...box.children]) look.observe(sized)
    return () => look.disconnect()
  }, [])
  return (
    <section
      ref={place}
      aria-label={scrolls ? label : undefined}
      tabIndex={scrolls ? 0 : undefined}
      // The margin leaves room for the rings of what stands at its edges.
      className="-mx-2 -outline-offset-3 overflow-x-auto px-2"
    >
      {children}
    </section>
  )
}
