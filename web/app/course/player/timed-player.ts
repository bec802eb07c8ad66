import { useSyncExternalStore } from 'react'

/** As much of a player as the parts around it need: where it is, and to go elsewhere. Seconds of media time. */
export type TimedPlayer = {
  readonly position: number
  seek(seconds: number): void
  on(event: 'timeupdate' | 'seeked', listener: () => void): () => void
}

/** A value that depends on where the player is, renewed as it plays; `none` while there is no player. */
export function usePlayerValue<Value extends string | number>(
  player: TimedPlayer | null,
  read: (position: number) => Value,
  none: Value,
): Value {
  return useSyncExternalStore(
    (renew) => {
      const offs = [player?.on('timeupdate', renew), player?.on('seeked', renew)]
      return () => {
        for (const off of offs) off?.()
      }
    },
    () => (player ? read(player.position) : none),
    () => none,
  )
}

/** The whole second at which the player is. */
export const usePlayerSecond = (player: TimedPlayer | null): number => usePlayerValue(player, Math.floor, 0)
