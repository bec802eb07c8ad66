import type { StaffRole } from '~/staff/entry/staff.rules'
import { mayCall, type StaffCall } from '~/staff/entry/staff-calls.rules'
import type { StudentState } from '~/staff/students/students.calls'

export type StudentActionName = 'view' | 'sessions' | 'secondStep' | 'data' | 'deletion' | 'close' | 'reopen'

/** The acts in the order of the menu, with what is called for each. */
const CALLS: Readonly<Record<StudentActionName, readonly StaffCall[]>> = {
  view: ['begin_student_viewing'],
  sessions: ['end_student_sessions'],
  secondStep: ['help_with_second_step'],
  data: ['open_student_data', 'read_student_data'],
  reopen: ['set_student_active'],
  deletion: ['request_student_deletion'],
  close: ['set_student_active'],
}
const ACTS = Object.keys(CALLS) as StudentActionName[]

/**
 * What a role may do for a student in this state. The database asks again.
 * @param hasSecondStep whether there is one to help with, as the open record says
 */
export function allowedActions(
  role: StaffRole | null,
  state: StudentState,
  hasSecondStep = false,
): StudentActionName[] {
  const isClosed = state === 'closed'
  const fits: Partial<Record<StudentActionName, boolean>> = {
    view: !isClosed,
    secondStep: hasSecondStep,
    reopen: isClosed,
    deletion: !isClosed && state !== 'leaving',
    close: !isClosed,
  }
  return ACTS.filter((act) => fits[act] !== false && mayCall(role, ...CALLS[act]))
}
