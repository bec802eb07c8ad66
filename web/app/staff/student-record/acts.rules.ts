import { type StaffRole, staffDenial } from '~/staff/entry/staff.rules'
import type { StudentState } from '~/staff/students/students.calls'

export type ActName = 'view' | 'sessions' | 'secondStep' | 'data' | 'deletion' | 'close' | 'reopen'

/** The level of an admin: who is mightier or alike may view as a student. */
const VIEWER_LEVEL = 2

/**
 * What a role may do for a student in this state, in the order of the menu. The database asks again.
 * @param hasSecondStep whether there is one to help with, as the open record says
 */
export function actsFor(role: StaffRole | null, state: StudentState, hasSecondStep = false): ActName[] {
  const may = (demand: Parameters<typeof staffDenial>[1]) => staffDenial(role, demand) === null
  const manages = may({ permission: 'users.manage' })
  const views = may({ permission: 'students.view', minimumLevel: VIEWER_LEVEL }) && state !== 'closed'
  const open: ActName[] = state === 'leaving' ? ['close'] : ['deletion', 'close']
  return [
    ...(views ? (['view'] as const) : []),
    ...(manages ? (['sessions'] as const) : []),
    ...(manages && hasSecondStep ? (['secondStep'] as const) : []),
    ...(manages ? (['data'] as const) : []),
    ...(manages ? (state === 'closed' ? (['reopen'] as const) : open) : []),
  ]
}
