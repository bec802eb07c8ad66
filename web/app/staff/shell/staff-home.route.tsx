import { AppJoin } from '~/session/two-step/app-join'
import { TwoStepSection } from '~/session/two-step/two-step-section'
import { Queries } from '~/shared/client/queries'
import { accountMeta } from '~/shared/pages/account-meta'
import { staffText } from '~/staff/entry/staff.he'
import { StaffGuard } from '~/staff/entry/staff-guard'
import { StaffHome } from './staff-home'

export const meta = () => accountMeta(staffText.metaTitle)

/** The staff's first page asks for a member of the staff and nothing more [6-24]. */
export default function StaffArea() {
  return (
    <StaffGuard appSetup={(onJoined) => <AppJoin onJoined={onJoined} />}>
      {(member) => (
        <StaffHome member={member}>
          <Queries>
            <TwoStepSection userId={member.id} />
          </Queries>
        </StaffHome>
      )}
    </StaffGuard>
  )
}
