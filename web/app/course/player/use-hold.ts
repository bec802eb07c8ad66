import { useEffect, useState } from 'react'
import type { PlayerAdapter } from './player-adapter'

/** The speed while the picture is held. */
export const HELD_RATE = 2

/** Plays at twice the speed as long as the picture is held, and afterwards at `rate` again. */
export function useHold(player: PlayerAdapter | null, rate: number): { held: boolean; hold: (on: boolean) => void } {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (!held || !player) return
    player.setRate(HELD_RATE)
    return () => player.setRate(rate)
  }, [held, player, rate])
  return { held, hold: (on) => setHeld(on && player !== null && !player.paused) }
}
