import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callFunction } from '~/shared/client/call-function'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'
import { type ListPage, listPage } from '~/staff/list/list-page.rules'
import type { ListAddress } from '~/staff/shared/list-address.rules'

/** A request for access with what was decided, masked as the database hands it out. */
export type DecidedRequest = {
  id: string
  sortValue: string
  name: string
  formerEmail: string
  contactEmail: string
  status: 'granted' | 'refused'
  createdAt: string
  decidedAt: string
  /** First name of the member; null for one who is gone, or for the server. */
  decidedBy: string | null
  because: string | null
}

type DecidedRow = {
  id: string
  sort_value: string
  first_name: string
  last_name: string
  former_email_masked: string
  contact_email_masked: string
  status: 'granted' | 'refused'
  created_at: string
  decided_at: string
  decided_by: string | null
  because: string | null
}

type DecidedPage = ListPage<DecidedRequest> & { total: number | null }

const toDecided = (row: DecidedRow): DecidedRequest => ({
  id: row.id,
  sortValue: row.sort_value,
  name: `${row.first_name} ${row.last_name}`,
  formerEmail: row.former_email_masked,
  contactEmail: row.contact_email_masked,
  status: row.status,
  createdAt: row.created_at,
  decidedAt: row.decided_at,
  decidedBy: row.decided_by,
  because: row.because,
})

/** One page of decided requests. @throws AppError; FORBIDDEN without students.view; DeadlineError */
async function fetchDecided({ search, direction, filters, place }: ListAddress): Promise<DecidedPage> {
  const query = {
    direction,
    ...(search && { search }),
    ...(filters.status && { status: filters.status }),
    ...(place && { [place.way]: { value: place.value, id: place.id } }),
  }
  const call = callFunction('list_decided_requests', { query }, LIST_LOADING_TIMEOUT)
  const { rows, size, total } = (await call) as { rows: DecidedRow[]; size: number; total: number }
  return { ...listPage(rows.map(toDecided), size, place), total }
}

/** Decided requests as an address asks; the page before stays while the next one comes. */
export const decidedRequestsQuery = (address: ListAddress) =>
  queryOptions({
    queryKey: ['staff', 'access-requests', 'decided', address],
    queryFn: () => fetchDecided(address),
    placeholderData: keepPreviousData,
  })
