import { queryOptions } from '@tanstack/react-query'
import { callFunction } from '~/shared/client/call-function'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'

/** A text that names a fact, publicly or in its draft. */
export type FactUse = {
  kind: 'news' | 'essay'
  id: string
  title: string
  isShown: boolean
  inText: boolean
  inDraft: boolean
}
/** What a fact said before and after a change, in words with their unit. `at` is ISO. */
export type FactCorrection = { id: number; before: string; after: string; reason: string | null; at: string }

type UsesRow = {
  uses: { kind: 'news' | 'essay'; id: string; title: string; is_shown: boolean; in_text: boolean; in_draft: boolean }[]
  corrections: { id: number; said_before: string; says: string; reason: string | null; at: string }[]
}

/** Where a fact stands, and what it said before. */
export const factUsesQuery = (id: string) =>
  queryOptions({
    queryKey: ['staff', 'content', 'fact', id, 'uses'],
    staleTime: 0,
    queryFn: async (): Promise<{ uses: FactUse[]; corrections: FactCorrection[] }> => {
      const { uses, corrections } = (await callFunction('fact_uses', { id }, LIST_LOADING_TIMEOUT)) as UsesRow
      return {
        uses: uses.map(({ is_shown, in_text, in_draft, ...use }) => ({
          ...use,
          isShown: is_shown,
          inText: in_text,
          inDraft: in_draft,
        })),
        corrections: corrections.map(({ said_before, says, ...line }) => ({
          ...line,
          before: said_before,
          after: says,
        })),
      }
    },
  })

/** A published fact past its day of review. Days are ISO. */
export type OverdueFact = { id: string; name: string; says: string; checkedOn: string; reviewBy: string }

/** Facts past their day of review, the oldest first. */
export const overdueFactsQuery = () =>
  queryOptions({
    queryKey: ['staff', 'content', 'fact', 'overdue'],
    queryFn: async (): Promise<OverdueFact[]> => {
      const rows = (await callFunction('list_finance_facts', { overdue: true }, LIST_LOADING_TIMEOUT)) as {
        id: string
        name: string
        says: string
        checked_on: string
        review_by: string
      }[]
      return rows.map(({ id, name, says, checked_on, review_by }) => ({
        ...{ id, name, says },
        checkedOn: checked_on,
        reviewBy: review_by,
      }))
    },
  })
