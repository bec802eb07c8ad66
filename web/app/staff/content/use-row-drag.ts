import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react'

/** Where a dragged row would stand: before the row of that id, or behind the last one; the line that shows it in px. */
type Drop = { before: string | null; line: { top: number; left: number; width: number } }

/**
 * Drags a row of a table by a handle, with a mouse or a finger; Escape gives it up.
 * @param onDrop told before which row of the page it was let go, null behind the last one
 * @returns what the handle is made of, and the line of where it would stand now
 */
export function useRowDrag(id: string, onDrop: (before: string | null) => void) {
  const [drop, setDrop] = useState<Drop>()
  const dragging = useRef(false)

  function place(handle: HTMLElement, y: number): Drop | undefined {
    const body = handle.closest('tbody')
    if (!body) return undefined
    const rows = [...body.rows]
    const below = rows.find((row) => y < row.getBoundingClientRect().top + row.offsetHeight / 2)
    const edge = (below ?? rows.at(-1))?.getBoundingClientRect()
    if (!edge) return undefined
    const line = { top: below ? edge.top : edge.bottom, left: edge.left, width: edge.width }
    return { before: below?.dataset.row ?? null, line }
  }
  const giveUp = () => {
    dragging.current = false
    setDrop(undefined)
  }
  const isShown = drop !== undefined
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // It lets nothing else go, such as what is chosen in the list.
    event.preventDefault()
    giveUp()
  })
  useEffect(() => {
    if (!isShown) return
    const listen = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listen, true)
    return () => window.removeEventListener('keydown', listen, true)
  }, [isShown])
  const isElsewhere = (handle: HTMLElement, { before }: Drop) => {
    const row = handle.closest('tr')
    const next = row?.nextElementSibling
    return before !== id && before !== (next instanceof HTMLElement ? (next.dataset.row ?? null) : null)
  }
  return {
    line: drop?.line,
    handle: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        dragging.current = true
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        if (dragging.current) setDrop(place(event.currentTarget, event.clientY))
      },
      onPointerUp(event: PointerEvent<HTMLElement>) {
        const target = dragging.current ? place(event.currentTarget, event.clientY) : undefined
        giveUp()
        if (isShown && target && isElsewhere(event.currentTarget, target)) onDrop(target.before)
      },
      onPointerCancel: giveUp,
      onLostPointerCapture: giveUp,
    },
  }
}
