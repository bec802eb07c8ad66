import { useCallback, useEffect, useRef, useState } from 'react'
import { getSession, onSessionChange } from '~/session/student/session-store'
import { retryDelay } from '~/shared/formats/retry-delay'
import type { PlayerAdapter } from './player-adapter'

/** Tries by ourselves before the person is asked. */
const MOST_TRIES = 5
/** Nothing to play for this long counts as a connection that is gone. */
const STALLED_MS = 20_000

export type Trouble = 'none' | 'retrying' | 'failed'

/** What befell a video: a lost connection, an address that is merely old, or a server that will not show it. */
export type Failure = 'connection' | 'expired' | 'refused'

export type Recovery = {
  trouble: Trouble
  /** Counts the tries; each new one loads the video again at the second where it was. */
  attempt: number
  fail: (failure: Failure) => void
  retry: () => void
}

/**
 * Gets a video back that stopped loading: at once when only its address was old, else after growing waits, and as soon
 * as the connection or the session is back. After some tries it leaves the next one to the person.
 */
export function usePlaybackRetry(player: PlayerAdapter | null, waiting: boolean): Recovery {
  const [state, setState] = useState<{ trouble: Trouble; attempt: number }>({ trouble: 'none', attempt: 0 })
  const tries = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const again = useCallback(() => {
    clearTimeout(timer.current)
    setState(({ trouble, attempt }) => ({ trouble, attempt: attempt + 1 }))
  }, [])

  const fail = useCallback(
    (failure: Failure) => {
      clearTimeout(timer.current)
      const isOver = (failure === 'refused' && !hasLapsed()) || tries.current >= MOST_TRIES
      if (isOver) return setState(({ attempt }) => ({ trouble: 'failed', attempt }))
      const wait = failure === 'expired' ? 0 : retryDelay(tries.current, Math.random())
      tries.current += 1
      setState(({ attempt }) => ({ trouble: failure === 'expired' ? 'none' : 'retrying', attempt }))
      timer.current = setTimeout(again, wait)
    },
    [again],
  )

  const retry = useCallback(() => {
    tries.current = 0
    again()
  }, [again])

  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    const end = () => setState(({ attempt }) => ({ trouble: 'none', attempt }))
    // A player of its own for this attempt may be ready before anybody listens.
    if (player && player.duration > 0) end()
    return player?.on('ready', end)
  }, [player])
  useEffect(() => {
    if (!player) return
    let from = player.position
    return player.on('timeupdate', () => {
      if (player.position > from + 1) tries.current = 0
      from = Math.min(from, player.position)
    })
  }, [player])

  const { trouble } = state
  useEffect(() => {
    if (trouble === 'none') return
    const off = onSessionChange(() => !hasLapsed() && retry())
    window.addEventListener('online', retry)
    return () => {
      off()
      window.removeEventListener('online', retry)
    }
  }, [trouble, retry])

  // biome-ignore lint/correctness/useExhaustiveDependencies: every attempt may hang anew
  useEffect(() => {
    if (!player || !waiting) return
    const hung = setTimeout(() => fail('connection'), STALLED_MS)
    return () => clearTimeout(hung)
  }, [player, waiting, state.attempt, fail])

  return { ...state, fail, retry }
}

function hasLapsed(): boolean {
  const session = getSession()
  return session.status === 'student' && session.lapsed === true
}
