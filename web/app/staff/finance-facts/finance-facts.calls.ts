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

/** A published fact as lists show it. Days are ISO; `checkedOn` is null of one that was put in without a check. */
export type ListedFact = {
  id: string
  name: string
  says: string
  validFrom: string | null
  validTo: string | null
  checkedOn: string | null
  reviewBy: string | null
}

type ListedRow = {
  id: string
  name: string
  says: string
  valid_from: string | null
  valid_to: string | null
  checked_on: string | null
  review_by: string | null
}

async function listFacts(asked: { search?: string; overdue: boolean }): Promise<ListedFact[]> {
  const rows = (await callFunction('list_finance_facts', asked, LIST_LOADING_TIMEOUT)) as ListedRow[]
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    says: row.says,
    validFrom: row.valid_from,
    validTo: row.valid_to,
    checkedOn: row.checked_on,
    reviewBy: row.review_by,
  }))
}

/** What published facts say, 200 at most. */
export const factValuesQuery = () =>
  queryOptions({ queryKey: ['staff', 'content', 'fact', 'values'], queryFn: () => listFacts({ overdue: false }) })

/** Published facts whose name holds what is typed; all without it, 200 at most. */
export const foundFactsQuery = (search: string) =>
  queryOptions({
    queryKey: ['staff', 'content', 'fact', 'found', search],
    queryFn: () => listFacts({ search, overdue: false }),
  })

/** Facts past their day of review, the oldest first. */
export const overdueFactsQuery = () =>
  queryOptions({ queryKey: ['staff', 'content', 'fact', 'overdue'], queryFn: () => listFacts({ overdue: true }) })
