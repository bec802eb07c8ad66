import { clsx } from 'clsx'
import { DropdownMenu as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'

export const DropdownMenu = Primitive.Root
export const DropdownMenuTrigger = Primitive.Trigger

/** The floating list; it opens under the end of its button. */
export function DropdownMenuContent({ className, ...props }: ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Portal>
      <Primitive.Content
        align="end"
        sideOffset={8}
        collisionPadding={12}
        {...props}
        className={clsx(
          'z-50 min-w-56 animate-rise rounded-card border border-rule bg-card p-2 shadow-float',
          className,
        )}
      />
    </Primitive.Portal>
  )
}

/** One action; the icon, when there is one, stands before the words. */
export function DropdownMenuItem({ className, ...props }: ComponentProps<typeof Primitive.Item>) {
  return (
    <Primitive.Item
      {...props}
      className={clsx(
        'flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 text-ink no-underline focus-visible:-outline-offset-3 data-highlighted:bg-blue-wash',
        className,
      )}
    />
  )
}

export function DropdownMenuSeparator() {
  return <Primitive.Separator className="mx-3 my-2 h-px bg-rule" />
}
