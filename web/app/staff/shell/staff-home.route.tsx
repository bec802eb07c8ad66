import { TwoStepSection } from '~/session/two-step/two-step-section'
import { accountMeta } from '~/shared/pages/account-meta'
import { staffText } from '~/staff/entry/staff.he'
import { useMember } from '~/staff/shared/use-member'
import { TodayBlocks } from '~/staff/today/today-blocks'
import { StaffHome } from './staff-home'

export const meta = accountMeta(staffText.metaTitle)

/** The staff's first page asks for a member of the staff and nothing more [6-24]; each of its parts for what it shows. */
export default function StaffArea() {
  const member = useMember()
  return (
    <StaffHome member={member} today={<TodayBlocks role={member.role} />}>
      <TwoStepSection userId={member.id} />
    </StaffHome>
  )
}
