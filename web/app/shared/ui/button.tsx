import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { Spinner } from './spinner'

type Look = 'primary' | 'learn' | 'secondary' | 'quiet' | 'danger'

const LOOKS: Record<Look, string> = {
  primary: 'border-transparent bg-ink text-white hover:bg-ink/90',
  learn: 'border-transparent bg-green text-white hover:bg-green-ink',
  secondary: 'border-rule-2 bg-transparent text-ink hover:bg-card',
  quiet: 'border-transparent text-ink-2 hover:text-ink hover:bg-rule/40',
  danger: 'border-transparent bg-red text-white hover:bg-red/90',
}

/** Classes of a button, for links that look like one. */
export function buttonClass(look: Look = 'primary', size: 'regular' | 'small' = 'regular'): string {
  return clsx(
    'inline-flex items-center justify-center gap-2 rounded-control border font-semibold no-underline transition-colors duration-150',
    'disabled:cursor-not-allowed disabled:opacity-55',
    size === 'regular' ? 'min-h-12 px-[22px]' : 'min-h-11 px-4',
    LOOKS[look],
  )
}

type ButtonProps = ComponentProps<'button'> & { look?: Look; size?: 'regular' | 'small'; busy?: boolean }

/** A button; `busy` shows a spinner and keeps it from being pressed. */
export function Button({ look, size, busy = false, disabled, className, children, type, ...props }: ButtonProps) {
  return (
    <button
      {...props}
      type={type ?? 'button'}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={clsx(buttonClass(look, size), className)}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}
