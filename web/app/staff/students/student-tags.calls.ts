import { queryOptions } from '@tanstack/react-query'
import { callFunction } from '~/shared/client/call-function'
import { LIST_LOADING_TIMEOUT, SAVE_TIMEOUT } from '~/shared/config/constants'
import { reportAndThrow } from '~/staff/entry/forbidden-actions'
import type { RowOutcome } from '~/staff/list-selection/batches.rules'

/** The longest tag there is, in characters. */
export const LONGEST_TAG = 30

/** The tags that any student has, by the alphabet. */
export const studentTagsQuery = () =>
  queryOptions({
    queryKey: ['staff', 'student-tags'],
    queryFn: async () => (await callFunction('student_tag_names', {}, LIST_LOADING_TIMEOUT)) as string[],
  })

/** Gives a tag to students or takes it from them, at most 100 at a time, and answers for each. @throws AppError, DeadlineError */
export const setStudentTag = async (ids: string[], tag: string, has: boolean): Promise<RowOutcome[]> =>
  (await callFunction('change_student_tag', { student_ids: ids, tag, has }, SAVE_TIMEOUT).catch(
    reportAndThrow,
  )) as RowOutcome[]
