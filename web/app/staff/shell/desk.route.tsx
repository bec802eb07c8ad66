import { AppJoin } from '~/session/two-step/app-join'
import { Queries } from '~/shared/client/queries'
import { RefusalAnswers } from '~/staff/approvals/refusal-answers'
import { StaffGuard } from '~/staff/entry/staff-guard'
import { DeskFrame } from './desk-frame'
import { OpenPage } from './open-page'

/** Every page of the staff behind the doors: one guard, one frame, and what the page itself asks for. */
export default function Desk() {
  return (
    <StaffGuard appSetup={(onJoined, onCodes) => <AppJoin onJoined={onJoined} onCodes={onCodes} />}>
      {(member, recheck) => (
        <Queries>
          <RefusalAnswers />
          <DeskFrame member={member}>
            <OpenPage member={member} onRefused={recheck} />
          </DeskFrame>
        </Queries>
      )}
    </StaffGuard>
  )
}
