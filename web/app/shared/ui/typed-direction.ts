import { type Ref, useCallback, useEffect, useRef } from 'react'
import { directionOf } from '../formats/direction'

type Field = HTMLInputElement | HTMLTextAreaElement

const LETTER = /\p{L}/u

/**
 * Gives a field the direction of what is typed in it; one without letters runs as the page does, so that a field doesn't
 * change its side at a number.
 * @param fixed the direction of a field that has its own, such as an address
 * @returns the ref that the field takes
 */
export function useTypedDirection<Element extends Field>(ref: Ref<Element> | undefined, fixed: string | undefined) {
  const field = useRef<Element>(null)
  useEffect(() => {
    const element = field.current
    if (!element || fixed) return
    const follow = () => {
      element.dir = (LETTER.test(element.value) && directionOf(element.value)) || ''
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
