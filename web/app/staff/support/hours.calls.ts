import { queryOptions } from '@tanstack/react-query'
import { callFunction } from '~/shared/client/call-function'
import { LIST_LOADING_TIMEOUT, SAVE_TIMEOUT } from '~/shared/config/constants'
import { inWords } from '~/staff/entry/refusal-messages'
import { hoursRefusals } from './hours.he'

/** In the words of the database, which takes them back as they are. */
export type DeskHours = {
  opens_at: string
  closes_at: string
  days: number[]
  holidays: string[]
  target_minutes: number
  reply_address: string | null
}
type ReadHours = DeskHours & { version: number; may_change: boolean }

/** The hours of the support, with whether this member may change them. */
export const supportHoursQuery = () =>
  queryOptions({
    queryKey: ['staff', 'support-hours'],
    queryFn: async () => (await callFunction('read_support_settings', {}, LIST_LOADING_TIMEOUT)) as ReadHours,
  })

/** Saves the hours while they still are of that version. @throws AppError in words, DeadlineError */
export async function saveSupportHours(settings: DeskHours, version: number): Promise<void> {
  try {
    await callFunction('save_support_settings', { settings, version }, SAVE_TIMEOUT)
  } catch (failure) {
    throw inWords(failure, hoursRefusals)
  }
}
