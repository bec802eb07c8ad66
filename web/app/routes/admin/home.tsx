import { Queries } from '~/components/queries'
import { AppJoin } from '~/features/security/app-join'
import { TwoStepSection } from '~/features/security/two-step-section'
import { StaffGuard } from '~/features/staff/staff-guard'
import { StaffHome } from '~/features/staff/staff-home'
import { accountMeta } from '~/lib/account-meta'
import { staffText } from '~/locales/he/staff'

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
