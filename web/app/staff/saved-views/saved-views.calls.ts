import { queryOptions } from '@tanstack/react-query'
import { answerOf } from '~/shared/client/answer-of'
import { browserSupabase } from '~/shared/client/supabase-browser'
import { LIST_LOADING_TIMEOUT, SAVE_TIMEOUT } from '~/shared/config/constants'

/** A named view of a list: what stands behind the question mark of its address. */
export type SavedView = { id: string; name: string; query: string }

/** How many views of a list one person keeps; the database holds to it too. */
export const MOST_VIEWS = 20

const views = () => browserSupabase().from('saved_views')

/** The person's views of a list, by name. */
export const savedViewsQuery = (page: string) =>
  queryOptions({
    queryKey: ['staff', 'saved-views', page],
    queryFn: async (): Promise<SavedView[]> =>
      (await answerOf(LIST_LOADING_TIMEOUT, (signal) =>
        views().select('id,name,query').eq('page', page).order('name').order('id').abortSignal(signal),
      )) ?? [],
  })

/** Saves a view. @throws AppError; TOO_MANY_VIEWS; DeadlineError */
export const saveView = (page: string, { name, query }: Omit<SavedView, 'id'>) =>
  answerOf(SAVE_TIMEOUT, (signal) => views().insert({ page, name, query }).abortSignal(signal))

/** Gives a view another name. @throws AppError, DeadlineError */
export const renameView = (id: string, name: string) =>
  answerOf(SAVE_TIMEOUT, (signal) => views().update({ name }).eq('id', id).abortSignal(signal))

/** Removes a view. @throws AppError, DeadlineError */
export const removeView = (id: string) =>
  answerOf(SAVE_TIMEOUT, (signal) => views().delete().eq('id', id).abortSignal(signal))
