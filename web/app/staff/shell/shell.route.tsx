import { Suspense, useEffect } from 'react'
import { AppJoin } from '~/session/two-step/app-join'
import { lazyPart } from '~/shared/browser/lazy-part'
import { expectAnswers } from '~/shared/client/answered-refusals'
import { Queries } from '~/shared/client/queries'
import { StaffGuard } from '~/staff/entry/staff-guard'
import { OpenPage } from './open-page'
import { ShellFrame } from './shell-frame'

const RefusalAnswers = lazyPart(() => import('~/staff/approvals/refusal-answers').then((part) => part.RefusalAnswers))

/** Every page of the staff behind the doors: one guard, one frame, and what the page itself asks for. */
export default function StaffShell() {
  useEffect(expectAnswers, [])
  return (
    <StaffGuard appSetup={(onJoined, onCodes) => <AppJoin onJoined={onJoined} onCodes={onCodes} />}>
      {(member, recheck) => (
        <Queries>
          <Suspense>
            <RefusalAnswers />
          </Suspense>
          <ShellFrame member={member}>
            <OpenPage member={member} onRefused={recheck} />
          </ShellFrame>
        </Queries>
      )}
    </StaffGuard>
  )
}
