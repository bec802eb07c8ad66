import { DeadlineError } from '~/shared/client/deadline'
import { toErrorCode } from '~/shared/errors/errors'
import type { BulkAction } from '~/staff/list-selection/use-bulk'
import { bulkText as text } from './bulk.he'
import { setStudentTag } from './student-tags.calls'
import { setStudentsActive } from './students.calls'

/** What is done with many students, and what takes it back. */
export type StudentAction = BulkAction & { way: 'close' | 'reopen' | 'tag' | 'untag'; back: () => StudentAction }

const codeOf = (cause: unknown) => (cause instanceof DeadlineError ? 'NETWORK_ERROR' : toErrorCode(cause))

/** Closes or reopens accounts with a reason. */
export const accountStateAction = (way: 'close' | 'reopen', reason: string): StudentAction => ({
  way,
  run: (ids) => setStudentsActive(ids, way === 'reopen', reason),
  codeOf,
  back: () => accountStateAction(way === 'close' ? 'reopen' : 'close', text.undoReason),
})

/** Gives a tag to students, or takes it from them. */
export const tagAction = (tag: string, has: boolean): StudentAction => ({
  way: has ? 'tag' : 'untag',
  run: (ids) => setStudentTag(ids, tag, has),
  codeOf,
  back: () => tagAction(tag, !has),
})
