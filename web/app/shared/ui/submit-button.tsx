import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { Button } from './button'

/** The button that sends a form: the focus that it loses while it is busy comes back to it, unless it went elsewhere. */
export function SubmitButton(props: Omit<ComponentProps<typeof Button>, 'ref' | 'type'>) {
  const button = useRef<HTMLButtonElement>(null)
  const heldFocus = useRef(false)
  const { busy } = props
  useLayoutEffect(() => {
    if (busy) {
      heldFocus.current = document.activeElement === button.current
      return
    }
    if (heldFocus.current && [document.body, null].includes(document.activeElement as HTMLElement | null)) {
      button.current?.focus()
    }
    heldFocus.current = false
  }, [busy])
  return <Button {...props} ref={button} type="submit" />
}
