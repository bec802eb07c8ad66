import type { ComponentProps } from 'react'
import { Button } from './button'
import { repeatIn } from './repeat-button.he'

type RepeatButtonProps = Omit<ComponentProps<typeof Button>, 'look' | 'size' | 'children' | 'className'> & {
  /** How many seconds to wait until it may be pressed again; it counts them down instead of its label. */
  secondsLeft: number
  label: string
}

/**
 * Asks for something again once its time has passed. It is as wide while it counts, so that what stands beside it
 * does not move away under a finger.
 */
export function RepeatButton({ secondsLeft, label, disabled, ...props }: RepeatButtonProps) {
  return (
    <Button
      {...props}
      look="secondary"
      size="small"
      disabled={disabled || secondsLeft > 0}
      className="min-w-56 tabular-nums"
    >
      {secondsLeft > 0 ? repeatIn(secondsLeft) : label}
    </Button>
  )
}
