import type { ComponentProps } from 'react'
import { Button } from './button'

type RepeatButtonProps = Omit<ComponentProps<typeof Button>, 'look' | 'size' | 'children' | 'className'> & {
  /** How many seconds to wait until it may be pressed again. */
  secondsLeft: number
  label: string
  labelIn: (seconds: number) => string
}

/**
 * Asks for something again once its time has passed. It is as wide with either label, so that what stands beside it
 * does not move away under a finger.
 */
export function RepeatButton({ secondsLeft, label, labelIn, disabled, ...props }: RepeatButtonProps) {
  return (
    <Button
      {...props}
      look="secondary"
      size="small"
      disabled={disabled || secondsLeft > 0}
      className="min-w-56 tabular-nums"
    >
      {secondsLeft > 0 ? labelIn(secondsLeft) : label}
    </Button>
  )
}
