import { staffDenial } from '~/staff/entry/staff.rules'
import { mayCall, type StaffCall } from '~/staff/entry/staff-calls.rules'
import { staffPageAt } from './staff-pages.rules'
import { useMember } from './use-member'

/** Whether the member passes what all of these functions ask for; what they do is shown to nobody else. */
export const useMay = (...calls: StaffCall[]): boolean => mayCall(useMember().role, ...calls)

/** Tells of the address of a staff page, with or without a query, whether it opens for the member. */
export function useCanOpenPage(): (address: string) => boolean {
  const { role } = useMember()
  return (address) => {
    const page = staffPageAt(address.replace(/[?#].*$/, ''))
    return page !== undefined && staffDenial(role, page.demand) === null
  }
}
