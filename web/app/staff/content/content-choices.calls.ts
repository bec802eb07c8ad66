import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answerOf } from '~/shared/client/answer-of'
import { callFunction } from '~/shared/client/call-function'
import { browserSupabase } from '~/shared/client/supabase-browser'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'
import type { ContentKind } from '~/staff/shared/content-kinds.rules'

/** Tables and names of what can be chosen. */
const CHOICES = {
  category: ['categories', 'name_he'],
  author: ['authors', 'name_he'],
  course: ['courses', 'title_he'],
} as const

type Choice = { id: string; name: string }

/** What a field can point at: ids with their names. */
export const choicesQuery = (of: keyof typeof CHOICES) =>
  queryOptions({
    queryKey: ['staff', 'content', 'choices', of],
    queryFn: async (): Promise<Choice[]> => {
      const [table, name] = CHOICES[of]
      const rows = await answerOf<Choice[] | null>(LIST_LOADING_TIMEOUT, (signal) =>
        browserSupabase()
          .from(table)
          .select(`id,name:${name}`)
          .order(name)
          .limit(500)
          .abortSignal(signal)
          .overrideTypes<Choice[], { merge: false }>(),
      )
      return rows ?? []
    },
  })

/** An article that was chosen, and whether visitors see it. */
export type ChosenArticle = { id: string; title: string; isShown: boolean }

/** The names of articles by their ids; what is gone is not among them. */
export const chosenArticlesQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['staff', 'content', 'chosen-articles', ids],
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    queryFn: async (): Promise<ChosenArticle[]> => {
      type Named = { id: string; title_he: string; is_published: boolean }
      const rows = await answerOf<Named[] | null>(LIST_LOADING_TIMEOUT, (signal) =>
        browserSupabase().from('articles').select('id,title_he,is_published').in('id', ids).abortSignal(signal),
      )
      return (rows ?? []).map(({ id, title_he, is_published }) => ({ id, title: title_he, isShown: is_published }))
    },
  })

/** An article that leads to a record. */
type LinkHere = { kind: ContentKind; id: string; title: string; isShown: boolean }

/** The articles, public or drafts, that lead to a record. */
export const contentLinksQuery = (kind: ContentKind, id: string) =>
  queryOptions({
    queryKey: ['staff', 'content', kind, id, 'links'],
    queryFn: async (): Promise<LinkHere[]> => {
      const rows = (await callFunction('list_links_to', { kind, id }, LIST_LOADING_TIMEOUT)) as
        | (Omit<LinkHere, 'isShown'> & { is_shown: boolean })[]
        | undefined
      return (rows ?? []).map(({ is_shown, ...row }) => ({ ...row, isShown: is_shown }))
    },
  })
