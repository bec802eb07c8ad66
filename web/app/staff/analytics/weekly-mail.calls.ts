import { queryOptions } from '@tanstack/react-query'
import { callFunction } from '~/shared/client/call-function'
import { LIST_LOADING_TIMEOUT, SAVE_TIMEOUT } from '~/shared/config/constants'

/** Whether one gets the figures of each week by mail. */
export const weeklyMailQuery = () =>
  queryOptions({
    queryKey: ['staff', 'analytics', 'weekly mail'],
    queryFn: async (): Promise<boolean> => (await callFunction('wants_weekly_mail', {}, LIST_LOADING_TIMEOUT)) === true,
  })

/** Turns the mail on or off for oneself. @throws AppError, DeadlineError */
export async function setWeeklyMail(wanted: boolean): Promise<void> {
  await callFunction('want_weekly_mail', { wanted }, SAVE_TIMEOUT)
}
