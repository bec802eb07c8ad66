import { Navigate, Outlet, useLocation } from 'react-router'
import { AppJoin } from '~/session/two-step/app-join'
import { Queries } from '~/shared/client/queries'
import { paths } from '~/shared/config/paths'
import { type StaffMember, staffDenial } from '~/staff/entry/staff.rules'
import { StaffGuard } from '~/staff/entry/staff-guard'
import { ViewingOr } from '~/staff/viewing/viewing-or'
import { DeskFrame } from './desk-frame'
import { StaffDenied } from './staff-denied'
import { staffPageAt } from './staff-pages.rules'

/** Every page of the staff behind the doors: one guard, one frame, and what the page itself asks for. */
export default function Desk() {
  return (
    <StaffGuard appSetup={(onJoined, onCodes) => <AppJoin onJoined={onJoined} onCodes={onCodes} />}>
      {(member) => (
        <Queries>
          <DeskFrame member={member}>
            <OpenPage member={member} />
          </DeskFrame>
        </Queries>
      )}
    </StaffGuard>
  )
}

function OpenPage({ member }: { member: StaffMember }) {
  const { pathname } = useLocation()
  const page = staffPageAt(pathname)
  if (!page) return <Navigate to={paths.admin} replace />
  const denial = staffDenial(member.role, page.demand)
  if (!denial) return <Outlet context={member} />
  // A session that views as a student has no role until the viewing ends.
  return member.role ? <StaffDenied denial={denial} /> : <ViewingOr denied={<StaffDenied denial={denial} />} />
}
