import { queryOptions } from '@tanstack/react-query'
import { callFunction } from '~/shared/client/call-function'
import { LIST_LOADING_TIMEOUT, SAVE_TIMEOUT } from '~/shared/config/constants'
import type { DayRange } from './range.rules'

/** What a member of the staff noted about a day. */
export type FigureNote = { id: string; day: string; body: string; author: string | null; mayDelete: boolean }

/** Notes on the days of a range, the newest day first. */
export const figureNotesQuery = (range: DayRange) =>
  queryOptions({
    queryKey: ['staff', 'analytics', 'notes', range],
    queryFn: async (): Promise<FigureNote[]> => {
      const rows = (await callFunction('list_analytics_notes', range, LIST_LOADING_TIMEOUT)) as (Omit<
        FigureNote,
        'mayDelete'
      > & {
        may_delete: boolean
      })[]
      return rows.map(({ may_delete, ...note }) => ({ ...note, mayDelete: may_delete }))
    },
  })

/** Writes a note; its id is made by the caller, so that one that is sent twice is one. @throws AppError, DeadlineError */
export async function writeFigureNote(note: string, day: string, body: string): Promise<void> {
  await callFunction('write_analytics_note', { note, day, body }, SAVE_TIMEOUT)
}

/** Deletes a note. @throws AppError, DeadlineError */
export async function deleteFigureNote(note: string): Promise<void> {
  await callFunction('delete_analytics_note', { note }, SAVE_TIMEOUT)
}

/** Leaves the line of an export in the audit log. @throws AppError, DeadlineError */
export async function noteFiguresExport(part: string, format: string, range: DayRange): Promise<void> {
  await callFunction('note_analytics_export', { part, format, ...range }, SAVE_TIMEOUT)
}
