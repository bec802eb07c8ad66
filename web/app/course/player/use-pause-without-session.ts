import { useEffect, useRef } from 'react'
import { useSession } from '~/session/student/session-store'
import type { PlayerAdapter } from './player-adapter'

/** Pauses while the session is over, out of full screen so that the page can ask for it, and goes on with it. */
export function usePauseWithoutSession(player: PlayerAdapter | null, leaveFullScreen: () => void): void {
  const session = useSession()
  const lapsed = session.status === 'student' && session.lapsed === true
  const interrupted = useRef(false)
  useEffect(() => {
    if (!player) return
    if (lapsed) {
      interrupted.current = !player.paused
      player.pause()
      leaveFullScreen()
    } else if (interrupted.current) {
      interrupted.current = false
      player.play()
    }
  }, [lapsed, player, leaveFullScreen])
}
