import { type ReactNode, Suspense } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '~/session/student/session-store'
import { lazyPart } from '~/shared/browser/lazy-part'
import { isOpenWithoutPhone } from './phone-gate.rules'

const PhoneGateCard = lazyPart(() => import('./phone-gate-card').then((module) => module.PhoneGateCard))

/** Replaces almost every page while a student owes a phone number [2.11-07], or the consents [5-01]. */
export function PhoneGate({ children }: { children: ReactNode }) {
  const session = useSession()
  const { pathname } = useLocation()
  if (session.status !== 'student' || !session.isActive || isOpenWithoutPhone(pathname)) return children
  const owesMore = session.profile?.consentsGiven === false
  if (!session.phoneUpdateRequired && !owesMore) return children
  return (
    <Suspense>
      <PhoneGateCard owesMore={owesMore} />
    </Suspense>
  )
}
