import { type ReactNode, useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from '~/shared/ui/confirm-dialog'
import { formText as text } from './form.he'

/**
 * Asks before a page with unsaved changes is left, by a link of ours or by closing the window. A router asks one such
 * question at a time, so a page has one form.
 * @param onLeave runs before the page is left with its changes given up
 * @returns the question, to be shown anywhere in the page
 */
export function useUnsavedGuard(unsaved: boolean, onLeave: () => Promise<void>): ReactNode {
  const isLeaving = useRef(false)
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    isLeaving.current = false
    return unsaved && currentLocation.pathname !== nextLocation.pathname
  })
  useEffect(() => {
    if (!unsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [unsaved])
  if (blocker.state !== 'blocked') return null
  return (
    <ConfirmDialog
      title={text.leaveTitle}
      lead={text.leaveLead}
      confirm={text.leave}
      cancel={text.stay}
      onConfirm={async () => {
        await onLeave()
        isLeaving.current = true
        blocker.proceed()
      }}
      // The browser goes back only after the question has closed, and would be held again.
      onClose={() => {
        if (!isLeaving.current) blocker.reset()
      }}
    />
  )
}
