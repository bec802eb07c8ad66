import { queryOptions } from '@tanstack/react-query'
import { callFunction } from '~/shared/client/call-function'
import { LIST_LOADING_TIMEOUT, SAVE_TIMEOUT } from '~/shared/config/constants'
import { reportForbidden } from '~/staff/entry/forbidden-actions'
import { inWords } from '~/staff/entry/refusal-messages'
import type { ContentKind } from '~/staff/shared/content-kinds.rules'
import { contentErrors } from './content.he'
import { orderErrors } from './order.he'

/** Where a record is put: before or behind another one, at a place counted from one, or one further up (-1) or down. */
export type Move = { before: string } | { behind: string } | { place: number } | { step: -1 | 1 }

/** Where a record stands now, of how many, and where it stood. */
export type Placed = { place: number; of: number; was: number }

/** Moves a record in the order that visitors see. @throws AppError, DeadlineError */
export const moveContent = (kind: ContentKind, id: string, move: Move) =>
  callFunction('move_content', { kind, id, ...move }, SAVE_TIMEOUT).catch(refuse) as Promise<Placed>

/** What moving a lesson to a course would come to. */
export type MoveOutlook = {
  refusal: { code: string; count: number } | null
  students: number
  finishedHere: number
  finishedThere: number
  willHide: boolean
  links: number
}

/** Asks before a lesson is moved. */
export const moveOutlookQuery = (lesson: string, course: string) =>
  queryOptions({
    queryKey: ['staff', 'content', 'lesson', lesson, 'outlook', course],
    staleTime: 0,
    queryFn: async (): Promise<MoveOutlook> => {
      const row = (await callFunction('lesson_move_outlook', { lesson, course }, LIST_LOADING_TIMEOUT).catch(
        refuse,
      )) as Omit<MoveOutlook, 'finishedHere' | 'finishedThere' | 'willHide'> & {
        finished_here: number
        finished_there: number
        will_hide: boolean
      }
      const { refusal, students, links } = row
      return {
        ...{ refusal, students, links },
        finishedHere: row.finished_here,
        finishedThere: row.finished_there,
        willHide: row.will_hide,
      }
    },
  })

/** Moves a lesson to the end of another course. @throws AppError, DeadlineError */
export async function moveLesson(lesson: string, course: string): Promise<void> {
  await callFunction('move_lesson', { lesson, course }, SAVE_TIMEOUT).catch(refuse)
}

function refuse(failure: unknown): never {
  throw inWords(reportForbidden(failure), { ...contentErrors, ...orderErrors })
}
