import { useLayoutEffect, useRef } from 'react'
import { playerText } from './player.he'
import { PlayerButton } from './player-button'

type MiniatureBarProps = { paused: boolean; onToggle: () => void; onReturn: () => void; onClose: () => void }

/** What the small player can do: stop, go back to its place, and go away; its focus goes to the player with it. */
export function MiniatureBar({ paused, onToggle, onReturn, onClose }: MiniatureBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const own = bar.current
    return () => {
      if (own?.contains(document.activeElement)) own.closest('section')?.focus({ preventScroll: true })
    }
  }, [])
  return (
    <div ref={bar} className="flex items-center px-1">
      <PlayerButton
        icon={paused ? 'play' : 'pause'}
        label={paused ? playerText.play : playerText.pause}
        onClick={onToggle}
      />
      <button
        type="button"
        onClick={onReturn}
        className="min-h-11 rounded-control px-3 text-sm hover:bg-white/15 focus-visible:outline-white"
      >
        {playerText.toPlace}
      </button>
      <PlayerButton icon="close" label={playerText.closeSmall} onClick={onClose} className="ms-auto" />
    </div>
  )
}
