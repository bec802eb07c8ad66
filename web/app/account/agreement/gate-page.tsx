import { Suspense } from 'react'
import type { GateDemand } from '~/session/phone-gate/phone-gate'
import { PhoneGateCard } from '~/session/phone-gate/phone-gate-card'
import { lazyPart } from '~/shared/browser/lazy-part'

const AgreementPage = lazyPart(() => import('./agreement-page').then((module) => module.AgreementPage))

/** What stands in place of a page until a student has given what is asked for. */
export function GatePage({ demand }: { demand: GateDemand }) {
  if (demand !== 'agreement') return <PhoneGateCard owesMore={demand === 'details'} />
  return (
    <Suspense>
      <AgreementPage />
    </Suspense>
  )
}
