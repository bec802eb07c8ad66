import { clsx } from 'clsx'
import { Dialog as Primitive } from 'radix-ui'
import { type ComponentProps, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { focusNearest, isFocusLost, placesOf } from '~/shared/browser/near-focus'
import { common } from './common.he'
import { Icon } from './icon'

export const Dialog = Primitive.Root
export const DialogTrigger = Primitive.Trigger
export const DialogTitle = Primitive.Title
export const DialogDescription = Primitive.Description

/** The darkened page behind a dialog. */
export function DialogScrim({ className }: { className?: string }) {
  return (
    <Primitive.Overlay
      // By a class: the policy of the pages lets the server write no style attribute.
      style={{ pointerEvents: undefined }}
      className={clsx('pointer-events-auto fixed inset-0 z-50 animate-fade bg-ink/45', className)}
    />
  )
}

/** Closes the dialog; a cross of 44 px in the corner where reading ends. */
export function DialogCross({ className }: { className?: string }) {
  return (
    <Primitive.Close
      aria-label={common.close}
      className={clsx('grid size-11 place-items-center rounded-full bg-card text-ink hover:bg-rule', className)}
    >
      <Icon name="close" />
    </Primitive.Close>
  )
}

type DialogContentProps = ComponentProps<typeof Primitive.Content> & { children: ReactNode }

/** A dialog of one question, in the middle of the page. */
export function DialogContent({
  className,
  children,
  onOpenAutoFocus,
  onCloseAutoFocus,
  ...props
}: DialogContentProps) {
  // The primitive gives the focus back to its own trigger alone; a dialog that a state opens has none.
  const opener = useRef<HTMLElement[]>([])
  return (
    <Primitive.Portal>
      <DialogScrim />
      <Primitive.Content
        {...props}
        // React hands what happens in a portal on to the form around it, which would be sent by an answer to the dialog.
        onSubmit={(event) => event.stopPropagation()}
        onOpenAutoFocus={(event) => {
          const held = document.activeElement
          // The trigger of a menu has it only now, after the menu closed.
          if (!isFocusLost() && !(event.target as Element).contains(held)) opener.current = placesOf(held)
          onOpenAutoFocus?.(event)
        }}
        onCloseAutoFocus={(event) => {
          onCloseAutoFocus?.(event)
          if (event.defaultPrevented) return
          event.preventDefault()
          // What opened it may be gone by what was done in it, and whatever came instead may have the focus.
          if (isFocusLost()) focusNearest(opener.current)
        }}
        className={clsx(
          'fixed inset-0 z-50 m-auto h-fit max-h-[90dvh] w-[calc(100%-40px)] max-w-[520px] animate-rise scroll-py-4 overflow-y-auto rounded-card bg-card p-6 shadow-float',
          className,
        )}
      >
        <Opener places={opener} />
        {children}
        <DialogCross className="absolute end-3 top-3" />
      </Primitive.Content>
    </Primitive.Portal>
  )
}

/** Notes what has the focus while the dialog is drawn: a field of it that takes the focus by itself does so right after. */
function Opener({ places }: { places: RefObject<HTMLElement[]> }) {
  const [held] = useState(() => placesOf(document.activeElement))
  useLayoutEffect(() => {
    places.current = held
  }, [places, held])
  return null
}
