import { type Ref, useCallback, useEffect, useRef } from 'react'
import { directionOf } from '../formats/direction'

type Field = HTMLInputElement | HTMLTextAreaElement

/**
 * Gives a field the direction of what is typed in it; an empty one runs as the page does.
 * @param fixed the direction of a field that has its own, such as an address
 * @returns the ref that the field takes
 */
export function useTypedDirection<Element extends Field>(ref: Ref<Element> | undefined, fixed: string | undefined) {
  const field = useRef<Element>(null)
  useEffect(() => {
    const element = field.current
    if (!element || fixed) return
    const follow = () => {
      element.dir = directionOf(element.value) ?? ''
    }
    follow()
    element.addEventListener('input', follow)
    return () => element.removeEventListener('input', follow)
  })
  return useCallback(
    (element: Element | null) => {
      field.current = element
      if (typeof ref === 'function') return ref(element)
      if (ref) ref.current = element
    },
    [ref],
  )
}
