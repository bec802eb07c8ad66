import { useOutletContext } from 'react-router'
import type { StaffMember } from '~/staff/entry/staff.rules'

/** The member of the staff to whom the guard has opened this page. */
export const useMember = (): StaffMember => useOutletContext<StaffMember>()
