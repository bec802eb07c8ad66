import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { setNavigate } from '~/shared/browser/navigation'
import { queryClient } from '~/shared/client/query-client'
import { reloadOnChangedReturn } from './page-return'
import { startSessionKeeper } from './session-keeper'
import { getSession, onSessionChange } from './session-store'

/** Starts keeping the session once the page lives in a browser, and forgets what was loaded for someone who left. */
export function SessionStart() {
  const navigate = useNavigate()
  useEffect(() => setNavigate(navigate), [navigate])
  useEffect(reloadOnChangedReturn, [])
  useEffect(() => {
    let userId = currentUserId()
    const unsubscribe = onSessionChange(() => {
      const next = currentUserId()
      if (userId !== null && next !== userId) queryClient().clear()
      userId = next
    })
    const stop = startSessionKeeper()
    return () => {
      stop()
      unsubscribe()
    }
  }, [])
  return null
}

function currentUserId(): string | null {
  const session = getSession()
  return session.status === 'student' ? session.userId : null
}
