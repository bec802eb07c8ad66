import { queryOptions } from '@tanstack/react-query'
import { callFunction } from '~/shared/client/call-function'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'

const FRESH_MS = 60_000

/** How many notifications of the academy a student has not read, counted to a hundred. */
export const unreadQuery = (userId: string) =>
  queryOptions({
    queryKey: ['notifications', userId, 'unread'],
    staleTime: FRESH_MS,
    retry: false,
    queryFn: async (): Promise<number> => {
      const unread: unknown = await callFunction('my_unread_notifications', {}, LIST_LOADING_TIMEOUT)
      return typeof unread === 'number' ? unread : 0
    },
  })
