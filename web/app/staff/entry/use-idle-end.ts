import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { hasExpired } from '~/session/student/session-expiry.rules'
import { STAFF_ACTIVITY_INTERVAL, STAFF_IDLE_WARNING } from '~/shared/config/staff'
import { readStored, writeStored } from '~/shared/storage/storage'
import { endStaffSession } from './end-staff-session'
import { keepStaffSession, type StaffSession } from './staff.calls'

const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const
const LOOK_MS = 1_000
/** What other tabs read of it may be so old. */
const STORE_MS = 5_000

/**
 * Ends a session of the staff that nobody uses, in any tab of this browser, after the minutes of the setting. The
 * database holds it to the same time; this is so that the screen does not stay open over a session that has no right.
 * @returns seconds that are left once the member should be asked, and how the session goes on
 */
export function useIdleEnd(): { left: number | undefined; stay: () => void } {
  const [minutes, setMinutes] = useState(0)
  const [left, setLeft] = useState<number>()
  const seen = useRef({ active: Date.now(), stored: 0, kept: 0, isOver: false })

  const isOfAge = () => hasExpired(readStored('admin_session_expiry'), Date.now())
  const end = async (over?: StaffSession['over']) => {
    if (seen.current.isOver) return
    seen.current.isOver = true
    setLeft(undefined)
    await endStaffSession(over ?? (isOfAge() ? 'age' : 'idle'))
  }
  const keep = useEffectEvent(async () => {
    seen.current.kept = Date.now()
    // Without an answer the time runs on here, and the next sign of use asks again.
    const kept = await keepStaffSession().catch(() => undefined)
    if (kept?.ended) return end(kept.over)
    if (kept) setMinutes(kept.minutes)
    // By the clock of the server: a page may be opened long after its member signed in.
    if (kept?.seconds !== undefined) writeStored('admin_session_expiry', Date.now() + kept.seconds * 1_000)
  })
  const msLeft = () => Math.max(seen.current.active, readStored('staff-active-at') ?? 0) + minutes * 60_000 - Date.now()

  const look = useEffectEvent(() => {
    const { active, kept } = seen.current
    if (isOfAge()) return void end('age')
    if (minutes > 0) {
      const ms = msLeft()
      if (ms <= 0) return void end()
      setLeft(ms <= STAFF_IDLE_WARNING ? Math.ceil(ms / 1_000) : undefined)
    }
    if (active > kept && Date.now() - kept >= STAFF_ACTIVITY_INTERVAL) void keep()
  })
  const note = useEffectEvent((isAsked = false) => {
    // A mouse that is pushed answers no question, and nothing brings back what is over.
    if (minutes > 0 && (msLeft() <= 0 || (!isAsked && msLeft() <= STAFF_IDLE_WARNING))) return look()
    const now = Date.now()
    seen.current.active = now
    if (!isAsked && now - seen.current.stored < STORE_MS) return
    seen.current.stored = now
    writeStored('staff-active-at', now)
  })
  useEffect(() => {
    void keep()
    const use = () => note()
    const timer = setInterval(() => look(), LOOK_MS)
    for (const sign of SIGNS) window.addEventListener(sign, use, { passive: true, capture: true })
    return () => {
      clearInterval(timer)
      for (const sign of SIGNS) window.removeEventListener(sign, use, { capture: true })
    }
  }, [])

  const [asked, setAsked] = useState(0)
  const stay = () => setAsked((count) => count + 1)
  useEffect(() => {
    if (asked === 0) return
    note(true)
    void keep()
    look()
  }, [asked])
  return { left, stay }
}
