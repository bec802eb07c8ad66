import { type ReactNode, Suspense } from 'react'
import { useLocation } from 'react-router'
import { isOpenWithoutPhone } from '~/domain/phone-gate'
import { lazyPart } from '~/lib/lazy-part'
import { useSession } from '~/lib/session'

const PhoneGateCard = lazyPart(() => import('./phone-gate-card').then((module) => module.PhoneGateCard))

/** Replaces almost every page while a student owes a phone number [2.11-07]. */
export function PhoneGate({ children }: { children: ReactNode }) {
  const session = useSession()
  const { pathname } = useLocation()
  const closed = session.status === 'student' && session.isActive && session.phoneUpdateRequired
  if (!closed || isOpenWithoutPhone(pathname)) return children
  return (
    <Suspense>
      <PhoneGateCard />
    </Suspense>
  )
}
