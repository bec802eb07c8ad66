import { useContext, useEffect } from 'react'
import type { StorageKey } from '~/shared/storage/storage'
import { LATER, PAGE_HYDRATED, runPage } from './run-page'
import { ScriptMark } from './script-mark'

const SESSION_EXPIRY: StorageKey = 'user_session_expiry'

/** What a page does before the application is there; only the server writes it. */
export function EarlyInput() {
  const mark = useContext(ScriptMark)
  const code = import.meta.env.SSR ? `(${runPage})('${LATER}','${PAGE_HYDRATED}','${SESSION_EXPIRY}')` : ''
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own code, allowed by its hash in the page's policy
  return <script nonce={mark} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: code }} />
}

/** Tells the page that the application is there: after React's own work, so that it wakes the parts that are touched. */
export function PageHydrated() {
  useEffect(() => {
    queueMicrotask(() => document.dispatchEvent(new Event(PAGE_HYDRATED)))
  }, [])
  return null
}
