import { staffPaths } from '~/shared/config/staff-paths'
import { type StaffRole, staffDenial } from '~/staff/entry/staff.rules'
import { mayCall, type StaffCall } from '~/staff/entry/staff-calls.rules'
import { staffPageAt } from '~/staff/shared/staff-pages.rules'
import type { RequestedAction } from '~/staff/shared/use-requested-action'
import { allowedActions } from '~/staff/student-record/student-actions.rules'
import type { StudentState } from '~/staff/students/students.calls'

export type StaffActionName =
  | 'invite'
  | 'exportStudents'
  | 'newCourse'
  | 'newQuiz'
  | 'newEssay'
  | 'newNews'
  | 'newFact'
  | 'newCategory'
  | 'newAuthor'

type StaffAct = { name: StaffActionName; path: string; act: RequestedAction; call?: StaffCall }

/** What the palette does besides leading to pages: each act on its page, which asks for what it needs as well. */
const STAFF_ACTS: readonly StaffAct[] = [
  { name: 'invite', path: staffPaths.users, act: 'invite', call: 'create_admin_invitation' },
  { name: 'exportStudents', path: staffPaths.students, act: 'export' },
  { name: 'newCourse', path: staffPaths.courses, act: 'create' },
  { name: 'newQuiz', path: staffPaths.quizzes, act: 'create' },
  { name: 'newEssay', path: staffPaths.essays, act: 'create' },
  { name: 'newNews', path: staffPaths.news, act: 'create' },
  { name: 'newFact', path: staffPaths.facts, act: 'create' },
  { name: 'newCategory', path: staffPaths.categories, act: 'create' },
  { name: 'newAuthor', path: staffPaths.authors, act: 'create' },
]

/** The acts that a role may begin, in their order: its page opens, and the act itself is allowed. */
export const allowedPaletteActions = (role: StaffRole | null): StaffAct[] =>
  STAFF_ACTS.filter(
    ({ path, call }) =>
      (call === undefined || mayCall(role, call)) && staffDenial(role, staffPageAt(path)?.demand ?? {}) === null,
  )

/** What may be done for one student from anywhere; the rest stands in the record. */
export const studentPaletteActions = (role: StaffRole | null, state: StudentState): ('close' | 'reopen' | 'view')[] =>
  allowedActions(role, state).filter((act) => act === 'close' || act === 'reopen' || act === 'view')
