import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callFunction } from '~/shared/client/call-function'
import type { Json } from '~/shared/client/database.types'
import { LIST_LOADING_TIMEOUT, SAVE_TIMEOUT } from '~/shared/config/constants'
import { reportAndThrow } from '~/staff/entry/forbidden-actions'
import { type ListPage, listPage } from '~/staff/list/list-page.rules'
import type { ExportPlace, ExportSource } from '~/staff/list-export/run-export'
import type { ListAddress } from '~/staff/shared/list-address.rules'
import { campaignsAsked } from './campaigns.calls'
import type { RecipientState } from './campaigns.rules'

/** Who gets a campaign and what became of it; the address masked by the database. */
export type ListedRecipient = {
  id: string
  sortValue: string
  name: string
  email: string
  state: RecipientState
  reason: string | null
  dueAt: string | null
  settledAt: string | null
  readAt: string | null
}
type Row = {
  id: string
  sort_value: string
  first_name: string
  last_name: string
  email_masked: string
  state: RecipientState
  reason: string | null
  due_at: string | null
  settled_at: string | null
  read_at: string | null
}
type Found = { rows: Row[]; total: number | null; size: number }

const toRecipient = (row: Row): ListedRecipient => ({
  id: row.id,
  sortValue: row.sort_value,
  name: `${row.first_name} ${row.last_name}`.trim(),
  email: row.email_masked,
  state: row.state,
  reason: row.reason,
  dueAt: row.due_at,
  settledAt: row.settled_at,
  readAt: row.read_at,
})

const ask = async (query: Record<string, Json>): Promise<Found> =>
  (await callFunction('list_campaign_recipients', { query }, LIST_LOADING_TIMEOUT).catch(reportAndThrow)) as Found

/** Recipients of a campaign; the page before stays while the next one comes. */
export const recipientsQuery = (campaignId: string, address: ListAddress) =>
  queryOptions({
    queryKey: ['staff', 'campaigns', 'recipients', campaignId, address],
    placeholderData: keepPreviousData,
    staleTime: 0,
    queryFn: async (): Promise<ListPage<ListedRecipient> & { total: number | null }> => {
      const found = await ask({ ...campaignsAsked(address), campaign_id: campaignId })
      return { ...listPage(found.rows.map(toRecipient), found.size, address.place), total: found.total }
    },
  })

/** The recipients that a list shows, as the source of a file. */
export function recipientsSource(campaignId: string, address: ListAddress): ExportSource<ListedRecipient> {
  const query = { campaign_id: campaignId, ...address.filters }
  return {
    open: async (format) =>
      (await callFunction('open_recipients_export', { query, format }, SAVE_TIMEOUT).catch(reportAndThrow)) as {
        id: string
        total: number
        more: boolean
      },
    async read(_, place) {
      const found = await ask({ ...query, whole: true, ...(place && { after: place as unknown as Json }) })
      const { rows, next } = listPage(found.rows.map(toRecipient), found.size, null)
      return { rows, next: next && ({ value: next.value, id: next.id } as ExportPlace) }
    },
  }
}
