import { type RefObject, useEffect } from 'react'
import { isTypedInto } from '~/staff/keys/typed-into'

/** `/` leads to the field, unless something is being typed elsewhere. The key counts by its place, in every layout. */
export function useSearchKey(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const wanted = event.key === '/' || (event.code === 'Slash' && !event.shiftKey)
      if (!wanted || event.ctrlKey || event.metaKey || event.altKey || isTypedInto(event.target)) return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [field])
}
