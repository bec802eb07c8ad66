import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callFunction } from '~/shared/client/call-function'
import type { Database, Json } from '~/shared/client/database.types'
import { withinTime } from '~/shared/client/deadline'
import { browserFunctions } from '~/shared/client/functions-browser'
import { LIST_LOADING_TIMEOUT, SAVE_TIMEOUT, TEST_MAIL_TIMEOUT } from '~/shared/config/constants'
import { toAppError } from '~/shared/errors/errors'
import { reportAndThrow, reportForbidden } from '~/staff/entry/forbidden-actions'
import { inWords, refusalOf } from '~/staff/entry/refusal-messages'
import { toEditFailure } from '~/staff/form/refusals'
import type { FormRecord, FormValues } from '~/staff/form/versions.rules'
import { type ListPage, listPage } from '~/staff/list/list-page.rules'
import type { ListAddress } from '~/staff/shared/list-address.rules'
import type { Audience } from './audience.rules'
import { campaignErrors, campaignsText as text } from './campaigns.he'
import {
  type Campaign,
  type CampaignContent,
  type CampaignKind,
  type CampaignState,
  type Occasion,
  type StateCounts,
  toCampaignFields,
  toCampaignValues,
} from './campaigns.rules'

type Functions = Database['public']['Functions']
const KEY = ['staff', 'campaigns'] as const

/** A campaign as the list shows it. */
export type ListedCampaign = {
  id: string
  sortValue: string
  name: string
  kind: CampaignKind
  state: CampaignState
  occasion: Occasion | null
  createdAt: string
  counts: StateCounts
}
type ListedRow = Omit<ListedCampaign, 'sortValue' | 'createdAt'> & { sort_value: string; created_at: string }
type Listed<Row> = { rows: Row[]; total: number | null; size: number }

/** What an address asks of the database. */
export const campaignsAsked = ({ search, direction, filters, place }: ListAddress): Record<string, Json> => ({
  ...filters,
  ...(search && { search }),
  direction,
  ...(place && { [place.way]: { value: place.value, id: place.id } }),
  count: true,
})

/** Campaigns of a filter; the page before stays while the next one comes. */
export const campaignsQuery = (address: ListAddress) =>
  queryOptions({
    queryKey: [...KEY, 'list', address],
    placeholderData: keepPreviousData,
    staleTime: 0,
    queryFn: async (): Promise<ListPage<ListedCampaign> & { total: number | null }> => {
      const args = { query: campaignsAsked(address) }
      const found = (await callFunction('list_campaigns', args, LIST_LOADING_TIMEOUT).catch(
        reportAndThrow,
      )) as Listed<ListedRow>
      const rows = found.rows.map(({ sort_value, created_at, ...row }) => ({
        ...row,
        sortValue: sort_value,
        createdAt: created_at,
      }))
      return { ...listPage(rows, found.size, address.place), total: found.total }
    },
  })

type CampaignRow = {
  id: string
  version: number
  state: CampaignState
  occasion: Occasion | null
  starts_at: string | null
  started_at: string | null
  ended_at: string | null
  created_at: string
  author: string | null
  is_quiet: boolean
  counts: StateCounts
  sender: Campaign['sender']
  values: CampaignContent
}

const toCampaign = ({ starts_at, started_at, ended_at, created_at, is_quiet, ...row }: CampaignRow): Campaign => ({
  ...row,
  startsAt: starts_at,
  startedAt: started_at,
  endedAt: ended_at,
  createdAt: created_at,
  isQuiet: is_quiet,
})

const MOVING_MS = 3_000

/** One campaign, asked again while it is being sent; null where there is none. */
export const campaignQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, 'one', id],
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'sending' && !state.data.occasion ? MOVING_MS : false),
    queryFn: async (): Promise<Campaign | null> => {
      try {
        return toCampaign(
          (await callFunction('read_campaign', { campaign_id: id }, LIST_LOADING_TIMEOUT)) as CampaignRow,
        )
      } catch (failure) {
        if (refusalOf(failure).code === 'CAMPAIGN_NOT_FOUND') return null
        throw reportForbidden(failure)
      }
    },
  })

/** Calls a function of the staff and tells its refusals in words. @throws AppError, DeadlineError */
async function act<Name extends keyof Functions & string>(name: Name, args: Functions[Name]['Args']): Promise<unknown> {
  try {
    return await callFunction(name, args, SAVE_TIMEOUT)
  } catch (failure) {
    throw inWords(reportForbidden(failure), campaignErrors)
  }
}

const change = async <Name extends keyof Functions & string>(name: Name, args: Functions[Name]['Args']) =>
  toCampaign((await act(name, args)) as CampaignRow)

/** Begins a draft, empty or as a copy. @throws AppError, DeadlineError */
export const createCampaign = (name: string, copyOf?: string) =>
  change('create_campaign', { name, ...(copyOf && { copy_of: copyOf }) })

/** Saves fields of a draft. @throws EditConflict, FieldRefusal, AppError, DeadlineError */
export async function saveCampaign(
  id: string,
  version: number,
  values: FormValues,
): Promise<{ campaign: Campaign; form: FormRecord }> {
  const args = { campaign_id: id, version, changes: toCampaignFields(values) as Json }
  try {
    const campaign = toCampaign((await callFunction('save_campaign', args, SAVE_TIMEOUT)) as CampaignRow)
    return { campaign, form: { version: campaign.version, values: toCampaignValues(campaign.values) } }
  } catch (failure) {
    const edit = toEditFailure<CampaignContent>(reportForbidden(failure), {
      toValues: toCampaignValues,
      formatProblem: (code) => (text.problems as Readonly<Record<string, string>>)[code],
    })
    throw inWords(edit, campaignErrors)
  }
}

/** Lets a draft go to so many now, or at a moment in ISO form. @throws AppError, DeadlineError */
export const sendCampaign = ({ id, version }: Campaign, confirmed: number, startsAt: string | null) =>
  change('send_campaign', { campaign_id: id, version, confirmed, ...(startsAt && { starts_at: startsAt }) })

export type CampaignAction = 'pause' | 'resume' | 'unschedule' | 'cancel' | 'turn on'

/** Holds a campaign, lets it go on, ends it. @throws AppError, DeadlineError */
export const controlCampaign = (id: string, wanted: CampaignAction) =>
  change('set_campaign_state', { campaign_id: id, action: wanted })

/** Sends it again to those that failed, or of whom nobody knows. @returns how many @throws AppError, DeadlineError */
export async function retryCampaign(id: string, which: 'failed' | 'unconfirmed'): Promise<number> {
  return ((await act('retry_campaign', { campaign_id: id, which })) as { retried: number }).retried
}

/** Whom an audience finds: all, those who get it, why others do not, and ten of those who do. */
export type CountedAudience = {
  total: number
  reached: number
  leftOut: Readonly<Record<string, number>>
  samples: { id: string; name: string; email: string }[]
}
type AudienceRow = {
  total: number
  reached: number
  left_out: Record<string, number>
  samples: { id: string; first_name: string; last_name: string; email_masked: string }[]
}

/** Counts an audience as it stands now; the count before stays meanwhile. */
export const audienceQuery = (audience: Audience, kind: CampaignKind) =>
  queryOptions({
    queryKey: [...KEY, 'audience', audience, kind],
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
    queryFn: async (): Promise<CountedAudience> => {
      const args = { audience: audience as unknown as Json, kind }
      const found = (await callFunction('campaign_audience', args, LIST_LOADING_TIMEOUT).catch(
        reportAndThrow,
      )) as AudienceRow
      const samples = found.samples.map(({ id, first_name, last_name, email_masked }) => ({
        id,
        name: `${first_name} ${last_name}`.trim(),
        email: email_masked,
      }))
      return { total: found.total, reached: found.reached, leftOut: found.left_out, samples }
    },
  })

type TestReport = { outcome: string; recipient: string; answer: string }

/** Sends a campaign to whoever is signed in. @throws AppError, DeadlineError */
export async function testCampaign(id: string): Promise<TestReport> {
  const { data, error } = await withinTime(TEST_MAIL_TIMEOUT, () =>
    browserFunctions().invoke<TestReport>('test-campaign', { body: { campaign_id: id } }),
  )
  if (data) return data
  const { context } = (error ?? {}) as { context?: unknown }
  const message =
    context instanceof Response ? ((await context.json().catch(() => null)) as { code?: string } | null) : null
  const failure = toAppError(error)
  failure.cause ??= message
  throw inWords(reportForbidden(failure), campaignErrors)
}
