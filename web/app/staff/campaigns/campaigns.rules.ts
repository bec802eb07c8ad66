import type { KindOf } from '~/shared/config/kinds'
import type { FormValues } from '~/staff/form/versions.rules'
import type { ListShape } from '~/staff/shared/list-address.rules'
import type { MailSender } from '../../../../supabase/functions/_shared/mail-academy.ts'
import { campaignsText as text } from './campaigns.he'
import { recipientsText } from './recipients.he'

export { type CampaignText, campaignMail } from '../../../../supabase/functions/_shared/campaign-mail.ts'

export type CampaignKind = KindOf<'campaigns.kind'>
export type CampaignState = KindOf<'campaigns.state'>
export type Occasion = KindOf<'campaigns.occasion'>
export type RecipientState = KindOf<'campaign_recipients.state'>
export type StateCounts = Partial<Record<RecipientState, number>>

/** What a campaign is made of, as the database keeps it; clocks as `HH:MM`. */
export type CampaignContent = {
  name: string
  kind: CampaignKind
  subject: string
  body: unknown
  audience: unknown
  in_academy: boolean
  per_minute: number
  quiet_from: string | null
  quiet_to: string | null
  after_days: number | null
}

/** A campaign; moments in ISO form. */
export type Campaign = {
  id: string
  version: number
  state: CampaignState
  occasion: Occasion | null
  startsAt: string | null
  startedAt: string | null
  endedAt: string | null
  createdAt: string
  author: string | null
  isQuiet: boolean
  counts: StateCounts
  sender: MailSender
  values: CampaignContent
}

/** What the address of the list may say. */
export const CAMPAIGN_LIST: ListShape = {
  sorts: ['created_at'],
  filters: { state: Object.keys(text.filters.state.values), kind: Object.keys(text.filters.kind.values) },
  columns: Object.keys(text.columns),
}
export const RECIPIENT_LIST: ListShape = {
  sorts: ['id'],
  filters: { state: Object.keys(recipientsText.filters.state.values) },
  columns: Object.keys(recipientsText.columns),
}

/** A campaign as the form holds it. */
export const toCampaignValues = (fields: CampaignContent): FormValues => ({
  name: fields.name,
  kind: fields.kind,
  subject: fields.subject,
  body: JSON.stringify(fields.body),
  audience: JSON.stringify(fields.audience),
  in_academy: fields.in_academy,
  per_minute: String(fields.per_minute),
  quiet_from: fields.quiet_from ?? '',
  quiet_to: fields.quiet_to ?? '',
  after_days: fields.after_days === null ? '' : String(fields.after_days),
})

const JSON_FIELDS = ['body', 'audience']
const NUMBERS = ['per_minute', 'after_days']
const CLOCKS = ['quiet_from', 'quiet_to']

/** Fields of the form as the database keeps them. */
export function toCampaignFields(values: FormValues): Record<string, unknown> {
  const stored = ([name, value]: [string, string | boolean]): unknown => {
    if (typeof value === 'boolean') return value
    if (JSON_FIELDS.includes(name)) return JSON.parse(value)
    if (CLOCKS.includes(name)) return value || null
    return NUMBERS.includes(name) ? (value === '' ? null : Number(value)) : value
  }
  return Object.fromEntries(Object.entries(values).map((entry) => [entry[0], stored(entry)]))
}

/** How many there are in all, and of how many the end is known. */
export function reachOf(counts: StateCounts): { total: number; done: number; left: number } {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const left = (counts.waiting ?? 0) + (counts.sending ?? 0)
  return { total, done: total - left, left }
}

/** Whether its fields may still be changed. */
export const isWritable = ({ state, occasion }: Pick<Campaign, 'state' | 'occasion'>): boolean =>
  state === 'draft' || (state === 'paused' && occasion !== null)

/** Why a student did not get it, in words; what a mail server said stays as it is. */
export const reasonLabel = (reason: string | null): string => recipientsText.reasons[reason ?? ''] ?? reason ?? ''
