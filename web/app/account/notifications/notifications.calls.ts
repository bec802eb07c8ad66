import { queryOptions } from '@tanstack/react-query'
import { callFunction } from '~/shared/client/call-function'
import { LIST_LOADING_TIMEOUT, SAVE_TIMEOUT } from '~/shared/config/constants'
import type { RichTextDocument } from '~/site/rich-text/rich-text.rules'
import type { notificationsText } from './notifications.he'
import { fillDocument, fillIn } from './notifications.rules'

export type NotificationKind = keyof typeof notificationsText.kinds

/** What the academy told a student, its variables filled in. Moments in ISO form. */
export type Notification = {
  id: string
  subject: string
  body: RichTextDocument
  createdAt: string
  isRead: boolean
}
export type Notifications = { rows: Notification[]; muted: NotificationKind[] }

type Row = {
  id: string
  subject: string
  body: RichTextDocument
  created_at: string
  read_at: string | null
  values: Record<string, unknown>
}

/** The newest notifications of a student, and the kinds that they muted. */
export const notificationsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['notifications', userId, 'list'],
    staleTime: 0,
    queryFn: async (): Promise<Notifications> => {
      const found = (await callFunction('list_my_notifications', {}, LIST_LOADING_TIMEOUT)) as {
        rows: Row[]
        muted: NotificationKind[]
      }
      const rows = found.rows.map(({ id, subject, body, values, created_at, read_at }) => ({
        id,
        subject: fillIn(subject, values),
        body: fillDocument(body, values),
        createdAt: created_at,
        isRead: read_at !== null,
      }))
      return { rows, muted: found.muted }
    },
  })

/** Marks notifications as read, all without ids. @throws AppError, DeadlineError */
export async function readNotifications(ids?: string[]): Promise<void> {
  await callFunction('read_my_notifications', ids ? { ids } : {}, SAVE_TIMEOUT)
}

/** Whether a kind is not wanted any more. @throws AppError, DeadlineError */
export async function muteNotifications(kind: NotificationKind, muted: boolean): Promise<void> {
  await callFunction('mute_notifications', { kind, muted }, SAVE_TIMEOUT)
}
