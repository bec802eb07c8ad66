import { DeadlineError } from '~/shared/client/deadline'
import { toErrorCode } from '~/shared/errors/errors'
import type { BulkAct } from '~/staff/list-selection/use-bulk'
import { bulkText as text } from './bulk.he'
import { setStudentTag } from './student-tags.calls'
import { setStudentsActive } from './students.calls'

/** What is done with many students, and what takes it back. */
export type StudentAct = BulkAct & { way: 'close' | 'reopen' | 'tag' | 'untag'; back: () => StudentAct }

const codeOf = (cause: unknown) => (cause instanceof DeadlineError ? 'NETWORK_ERROR' : toErrorCode(cause))

/** Closes or reopens accounts with a reason. */
export const stateAct = (way: 'close' | 'reopen', reason: string): StudentAct => ({
  way,
  run: (ids) => setStudentsActive(ids, way === 'reopen', reason),
  codeOf,
  back: () => stateAct(way === 'close' ? 'reopen' : 'close', text.undoReason),
})

/** Gives a tag to students, or takes it from them. */
export const tagAct = (tag: string, has: boolean): StudentAct => ({
  way: has ? 'tag' : 'untag',
  run: (ids) => setStudentTag(ids, tag, has),
  codeOf,
  back: () => tagAct(tag, !has),
})
