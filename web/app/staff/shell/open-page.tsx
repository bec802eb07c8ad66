import { useEffect, useRef } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { paths } from '~/shared/config/paths'
import { toast } from '~/shared/ui/toast'
import { staffText } from '~/staff/entry/staff.he'
import { hasReducedAccess, type StaffMember, staffDenial } from '~/staff/entry/staff.rules'
import { StaffDenied } from '~/staff/shared/staff-denied'
import { staffPageAt } from '~/staff/shared/staff-pages.rules'
import { ViewingOr } from '~/staff/viewing/viewing-or'
import { useRefusals } from './use-refusals'

type OpenPageProps = { member: StaffMember; onRefused: () => void }

/**
 * The page of the address, if the member may open it. When that ends while it stands open, the refusal comes above and
 * the page stays below with what was typed ([2.12-24]).
 */
export function OpenPage({ member, onRefused }: OpenPageProps) {
  const { pathname } = useLocation()
  const opened = useRef<string>(undefined)
  useRefusals(onRefused)
  const page = staffPageAt(pathname)
  const denial = staffDenial(member.role, page?.demand ?? {})
  useLossMessage(member, denial === null)
  if (!page) return <Navigate to={paths.admin} replace />
  if (!denial) opened.current = pathname
  const lost = denial !== null && opened.current === pathname
  const shown = (
    <>
      {denial && <StaffDenied denial={denial} lost={lost} />}
      {(!denial || lost) && <Outlet context={member} />}
    </>
  )
  // A session that views as a student has no role until the viewing ends.
  return member.role ? shown : <ViewingOr otherwise={shown} />
}

/** Says when less is open to the member than before, but the page stays: what is gone from it went for a reason. */
function useLossMessage({ role }: StaffMember, stays: boolean) {
  const held = useRef(role)
  useEffect(() => {
    if (stays && hasReducedAccess(held.current, role)) void toast.warning(staffText.less)
    held.current = role
  }, [role, stays])
}
