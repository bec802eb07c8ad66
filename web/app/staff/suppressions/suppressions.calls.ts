import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callFunction } from '~/shared/client/call-function'
import { LIST_LOADING_TIMEOUT, SAVE_TIMEOUT } from '~/shared/config/constants'
import type { KindOf } from '~/shared/config/kinds'
import { campaignsAsked } from '~/staff/campaigns/campaigns.calls'
import { reportAndThrow, reportForbidden } from '~/staff/entry/forbidden-actions'
import { inWords } from '~/staff/entry/refusal-messages'
import { type ListPage, listPage } from '~/staff/list/list-page.rules'
import type { ListAddress, ListShape } from '~/staff/shared/list-address.rules'
import { suppressionRefusals, suppressionsText as text } from './suppressions.he'

export type SuppressionReason = KindOf<'email_suppressions.reason'>

/** An address that gets no campaigns, masked by the database. */
export type Suppression = {
  id: string
  sortValue: string
  email: string
  reason: SuppressionReason
  /** What the staff wrote who added it. */
  note: string | null
  createdAt: string
}
type Row = {
  id: string
  sort_value: string
  email_masked: string
  reason: SuppressionReason
  note: string | null
  created_at: string
}
type Found = { rows: Row[]; total: number | null; size: number }

/** What the address of the list may say. */
export const SUPPRESSION_LIST: ListShape = {
  sorts: ['created_at'],
  filters: { reason: Object.keys(text.filters.reason.values) },
  columns: Object.keys(text.columns),
}

const toSuppression = ({ sort_value, email_masked, created_at, ...row }: Row): Suppression => ({
  ...row,
  sortValue: sort_value,
  email: email_masked,
  createdAt: created_at,
})

/** Addresses that get no campaigns; the page before stays while the next one comes. */
export const suppressionsQuery = (address: ListAddress) =>
  queryOptions({
    queryKey: ['staff', 'suppressions', address],
    placeholderData: keepPreviousData,
    staleTime: 0,
    queryFn: async (): Promise<ListPage<Suppression> & { total: number | null }> => {
      const args = { query: campaignsAsked(address) }
      const found = (await callFunction('list_suppressions', args, LIST_LOADING_TIMEOUT).catch(reportAndThrow)) as Found
      return { ...listPage(found.rows.map(toSuppression), found.size, address.place), total: found.total }
    },
  })

/** Takes an address off the list. @returns false where it is there no more @throws AppError, DeadlineError */
export const liftSuppression = async (id: string, reason: string): Promise<boolean> =>
  (await callFunction('lift_suppression', { suppression_id: id, reason }, SAVE_TIMEOUT).catch(reportAndThrow)) === true

/** Puts an address on the list. @returns false where it is there already @throws AppError in words, DeadlineError */
export async function suppressAddress(address: string, note: string): Promise<boolean> {
  try {
    return (await callFunction('suppress_address', { address, note }, SAVE_TIMEOUT)) === true
  } catch (failure) {
    throw inWords(reportForbidden(failure), suppressionRefusals)
  }
}
