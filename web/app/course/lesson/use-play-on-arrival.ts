import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

type ArrivingPlayer = { play(): void; on(event: 'ready', listener: () => void): () => void }

/** Begins to play when the lesson was come to from the end of another; once, so that a reload stays still. */
export function usePlayOnArrival(player: ArrivingPlayer | null): void {
  const { state } = useLocation()
  const [wanted] = useState(() => Boolean((state as { autoplay?: unknown } | null)?.autoplay))
  useEffect(() => {
    if (wanted) window.history.replaceState({ ...window.history.state, usr: null }, '')
  }, [wanted])
  useEffect(() => (wanted ? player?.on('ready', player.play) : undefined), [wanted, player])
}
