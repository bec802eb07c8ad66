import { type ComponentType, type ReactNode, Suspense } from 'react'
import { useLocation } from 'react-router'
import { type StudentSession, useSession } from '~/session/student/session-store'
import { isOpenWithoutPhone } from './phone-gate.rules'

/** What is asked for before anything else: a phone number, the consents with it, or agreement to a newer text. */
export type GateDemand = 'phone' | 'details' | 'agreement'

type PhoneGateProps = {
  /** What stands in place of the page. */
  card: ComponentType<{ demand: GateDemand }>
  children: ReactNode
}

/** Replaces almost every page while a student owes a phone number [2.11-07], the consents [5-01], or newer ones of them. */
export function PhoneGate({ card: Card, children }: PhoneGateProps) {
  const session = useSession()
  const { pathname } = useLocation()
  if (session.status !== 'student' || !session.isActive || isOpenWithoutPhone(pathname)) return children
  const demand = demandOn(session)
  return demand ? (
    <Suspense>
      <Card demand={demand} />
    </Suspense>
  ) : (
    children
  )
}

function demandOn({ profile, phoneUpdateRequired }: StudentSession): GateDemand | undefined {
  if (profile?.consentsGiven === false) return 'details'
  if (phoneUpdateRequired) return 'phone'
  return profile?.owesAgreement ? 'agreement' : undefined
}
