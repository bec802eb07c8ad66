import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { PlayerIcon, type PlayerIconName } from './player-icon'

type PlayerButtonProps = ComponentProps<'button'> & { icon: PlayerIconName; label: string; pressed?: boolean }

/** A button of the player, 44 px square. */
export function PlayerButton({ icon, label, pressed, className, ...props }: PlayerButtonProps) {
  return (
    <button
      {...props}
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      className={clsx(
        'grid size-11 place-items-center rounded-control text-white hover:bg-white/15 focus-visible:outline-white disabled:opacity-40',
        pressed === false && 'opacity-70',
        className,
      )}
    >
      <PlayerIcon name={icon} />
    </button>
  )
}
