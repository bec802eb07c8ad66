import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { callFunction } from '~/shared/client/call-function'
import { LIST_LOADING_TIMEOUT, SAVE_TIMEOUT } from '~/shared/config/constants'
import type { KindOf } from '~/shared/config/kinds'
import { reportAndThrow } from '~/staff/entry/forbidden-actions'
import { type ListPage, listPage } from '~/staff/list/list-page.rules'
import type { RowOutcome } from '~/staff/list-selection/batches.rules'
import type { ListPlace } from '~/staff/shared/list-address.rules'

export type TicketState = KindOf<'support_tickets.status'>
export type TicketPriority = 0 | 1 | 2 | 3
export type TicketView = 'mine' | 'unassigned' | 'open' | 'overdue' | 'waiting' | 'snoozed' | 'spam'

/** A ticket as lists show one: the address is masked by the database. */
export type ListedTicket = {
  id: string
  sortValue: string
  subject: string
  name: string
  emailMasked: string
  isStudent: boolean
  status: TicketState
  priority: TicketPriority
  tags: string[]
  assignee: string | null
  lesson: string | null
  createdAt: string
  lastMessageAt: string
  lastFromStaff: boolean
  firstAnswerAt: string | null
  dueAt: string | null
  satisfaction: KindOf<'support_tickets.satisfaction'> | null
}

type TicketRow = {
  id: string
  sort_value: string
  subject: string
  name: string
  email_masked: string
  is_student: boolean
  status: TicketState
  priority: TicketPriority
  tags: string[]
  assignee: string | null
  lesson: string | null
  created_at: string
  last_message_at: string
  last_from_staff: boolean
  first_answer_at: string | null
  first_answer_due_at: string | null
  satisfaction: KindOf<'support_tickets.satisfaction'> | null
}

const toTicket = (row: TicketRow): ListedTicket => ({
  id: row.id,
  sortValue: row.sort_value,
  subject: row.subject,
  name: row.name,
  emailMasked: row.email_masked,
  isStudent: row.is_student,
  status: row.status,
  priority: row.priority,
  tags: row.tags,
  assignee: row.assignee,
  lesson: row.lesson,
  createdAt: row.created_at,
  lastMessageAt: row.last_message_at,
  lastFromStaff: row.last_from_staff,
  firstAnswerAt: row.first_answer_at,
  dueAt: row.first_answer_due_at,
  satisfaction: row.satisfaction,
})

/** What a list of tickets asks for; without a place its first page. */
export type TicketsAsked = {
  view: string
  search?: string
  states?: string[]
  priorities?: string[]
  about?: string
  tag?: string
  sort?: string
  direction?: 'asc' | 'desc'
  place?: ListPlace | null
}

type PageOfTickets = ListPage<ListedTicket> & { total: number | null; more?: boolean }
type FoundTickets = PageOfTickets & { views: Record<TicketView, number> }
type TicketsAnswer = { rows: TicketRow[]; total: number | null; size: number; views: Record<TicketView, number> }

/** As long as somebody may read one ticket. */
const READ_MS = 3_600_000
/** The database counts no further. */
const COUNTED = 1000

async function fetchTickets({ place = null, ...asked }: TicketsAsked): Promise<FoundTickets> {
  const query = { ...asked, ...(place && { [place.way]: { value: place.value, id: place.id } }), count: true }
  const answer = await callFunction('list_tickets', { query }, LIST_LOADING_TIMEOUT)
  const { rows, total, size, views } = answer as TicketsAnswer
  return { ...listPage(rows.map(toTicket), size, place), total, more: (total ?? 0) >= COUNTED, views }
}

const keyOf = (asked: TicketsAsked) => ['staff', 'tickets', asked] as const

/** Tickets as a list shows them; the page before stays while the next one comes. */
export const ticketsQuery = (asked: TicketsAsked) =>
  queryOptions({
    queryKey: keyOf(asked),
    queryFn: (): Promise<PageOfTickets> => fetchTickets(asked),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
    // A ticket that was opened from it leads on to the next one, however long it took.
    gcTime: READ_MS,
  })

/** The tickets before and after one in the list that was read last of those that hold it; none without such a list. */
export function neighboursOf(client: QueryClient, id: string): { before?: ListedTicket; after?: ListedTicket } {
  const lists = client.getQueryCache().findAll({ queryKey: ['staff', 'tickets'] })
  const read = lists
    .map(({ state }) => ({ at: state.dataUpdatedAt, rows: (state.data as FoundTickets | undefined)?.rows ?? [] }))
    .sort((one, other) => other.at - one.at)
    .find(({ rows }) => rows.some((row) => row.id === id))
  const place = read?.rows.findIndex((row) => row.id === id) ?? 0
  const [before, after] = [read?.rows[place - 1], read?.rows[place + 1]]
  return { ...(before && { before }), ...(after && { after }) }
}

/** How many tickets each view holds; it is the answer to the list's own question. */
export const ticketViewsQuery = (asked: TicketsAsked) =>
  queryOptions({
    queryKey: keyOf(asked),
    queryFn: () => fetchTickets(asked),
    select: ({ views }) => views,
    placeholderData: keepPreviousData,
  })

export type CannedReply = { id: string; title: string; body: string }
export type SupportChoices = {
  me: string
  members: { id: string; name: string }[]
  tags: string[]
  canned: CannedReply[]
}

/** Whom a ticket can be given to, the tags in use and the answers that are kept ready. */
export const supportChoicesQuery = () =>
  queryOptions({
    queryKey: ['staff', 'support-choices'],
    queryFn: async () => (await callFunction('support_choices', {}, LIST_LOADING_TIMEOUT)) as SupportChoices,
  })

/** Ids and subjects of what the list shows from its first row on, at most 1,000. @throws AppError, DeadlineError */
export async function chooseTickets(asked: TicketsAsked): Promise<[string, string][]> {
  const chosen: [string, string][] = []
  let place: ListPlace | null = null
  do {
    const page: FoundTickets = await fetchTickets({ ...asked, place })
    chosen.push(...page.rows.map(({ id, subject }): [string, string] => [id, subject]))
    place = page.next
  } while (place && chosen.length < COUNTED)
  return chosen
}

/** What is to be different in a ticket; with `was`, only while it still is so. */
export type TicketChange = {
  id: string
  status?: TicketState
  priority?: TicketPriority
  assignee_id?: string | null
  snoozed_until?: string | null
  is_spam?: boolean
  add_tags?: string[]
  remove_tags?: string[]
  was?: Record<string, string | number | boolean | null>
}
export type TicketOutcome = RowOutcome & { undo?: TicketChange }

/** Changes tickets, at most 100 at a time, and answers for each, with the change that undoes it. @throws AppError, DeadlineError */
export const changeTickets = async (changes: TicketChange[]): Promise<TicketOutcome[]> =>
  (await callFunction('change_tickets', { changes }, SAVE_TIMEOUT).catch(reportAndThrow)) as TicketOutcome[]

type OpenedExport = { id: string; total: number; more: boolean }

/** Opens an export of all that match, which leaves a line in the audit log. @throws AppError, DeadlineError */
export const openTicketsExport = async ({ place: _, ...query }: TicketsAsked, format: string): Promise<OpenedExport> =>
  (await callFunction('open_tickets_export', { query, format }, SAVE_TIMEOUT).catch(reportAndThrow)) as OpenedExport

/** Rows of an opened export from a place on. @throws AppError; EXPORT_NOT_OPENED; DeadlineError */
export async function readTicketsExport(id: string, place: { value: string; id: string } | null) {
  const answer = await callFunction('read_tickets_export', { export_id: id, ...(place && { place }) }, SAVE_TIMEOUT)
  const { rows, size } = answer as { rows: TicketRow[]; size: number }
  return listPage(rows.map(toTicket), size, null)
}
