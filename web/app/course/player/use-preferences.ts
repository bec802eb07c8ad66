import { useCallback, useState } from 'react'
import type { PlayerAdapter } from './player-adapter'
import { type PlayerPreferences, RATES, readPlayerPreferences, rememberPreferences } from './player-preferences'

/** What the person likes, and how to change it: at once in the player, and for the next time. */
export function usePreferences(player: PlayerAdapter | null) {
  const [preferences, setPreferences] = useState(readPlayerPreferences)
  const prefer = useCallback(
    (changed: Partial<PlayerPreferences>) => {
      setPreferences((before) => ({ ...before, ...changed }))
      rememberPreferences(changed)
      if (player) apply(player, changed)
    },
    [player],
  )
  return { preferences, prefer }
}

/** Brings a new player to what is remembered. */
export const applyPreferences = (player: PlayerAdapter): void => apply(player, readPlayerPreferences())

/** The speed beside a speed, slower (-1) or faster (1); the last one stays. */
export function nextRate(rate: number, step: -1 | 1): number {
  return RATES[RATES.indexOf(rate) + step] ?? rate
}

function apply(player: PlayerAdapter, { rate, volume, muted }: Partial<PlayerPreferences>): void {
  if (rate !== undefined) player.setRate(rate)
  if (volume !== undefined) player.setVolume(volume)
  if (muted !== undefined) player.setMuted(muted)
}
