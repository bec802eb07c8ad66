import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callFunction } from '~/shared/client/call-function'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'
import type { KindOf } from '~/shared/config/kinds'
import { reportAndThrow } from '~/staff/entry/forbidden-actions'
import { type ListPage, listPage } from '~/staff/list/list-page.rules'
import type { ListAddress, ListShape } from '~/staff/shared/list-address.rules'
import { securityEventsText as text } from './security-events.he'

/** What was refused to one caller within an hour; addresses masked by the database. */
export type SecurityEvent = {
  id: string
  sortValue: string
  kind: KindOf<'security_events.kind'>
  /** Empty where only the kind was counted. */
  what: string
  /** The name of the member of the staff. */
  member: string | null
  account: string | null
  address: string | null
  count: number
  firstAt: string
  lastAt: string
}
type Row = {
  id: string
  sort_value: string
  kind: KindOf<'security_events.kind'>
  what: string
  member: string | null
  account_masked: string | null
  address_masked: string | null
  count: number
  first_at: string
  last_at: string
}
type Found = { rows: Row[]; total: number; size: number }

/** What the address of the list may say. */
export const SECURITY_EVENT_LIST: ListShape = {
  sorts: ['last_at'],
  filters: { kind: Object.keys(text.kinds) },
  columns: Object.keys(text.columns),
}

const toEvent = ({ sort_value, account_masked, address_masked, first_at, last_at, ...row }: Row): SecurityEvent => ({
  ...row,
  sortValue: sort_value,
  account: account_masked,
  address: address_masked,
  firstAt: first_at,
  lastAt: last_at,
})

/** Refused sign-ins and rights, as an address asks; the page before stays while the next one comes. */
export const securityEventsQuery = (address: ListAddress) =>
  queryOptions({
    queryKey: ['staff', 'security events', address],
    placeholderData: keepPreviousData,
    staleTime: 0,
    queryFn: async (): Promise<ListPage<SecurityEvent> & { total: number | null }> => {
      const { direction, filters, place } = address
      const query = {
        ...filters,
        ...(place && { [place.way]: { value: place.value, id: place.id } }),
        ...{ direction, count: true },
      }
      const call = callFunction('list_security_events', { query }, LIST_LOADING_TIMEOUT)
      const { rows, size, total } = (await call.catch(reportAndThrow)) as Found
      return { ...listPage(rows.map(toEvent), size, place), total }
    },
  })
