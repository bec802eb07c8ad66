import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '~/shared/config/paths'
import { formatShortMoment } from '~/shared/formats/dates'
import { Bidi } from '~/shared/ui/bidi'
import { Button, buttonClass } from '~/shared/ui/button'
import { common } from '~/shared/ui/common.he'
import { PageHeader } from '~/shared/ui/page-header'
import { Empty, Failed, LoadingLines } from '~/shared/ui/section'
import { RichText } from '~/site/rich-text/rich-text'
import { NotificationChoices } from './notification-choices'
import { type Notification, notificationsQuery, readNotifications } from './notifications.calls'
import { notificationsText as text } from './notifications.he'

/** What the academy told the student, newest first, and which kinds they want. */
export function NotificationsScreen({ userId }: { userId: string }) {
  const client = useQueryClient()
  const { data, isPending, isError, refetch } = useQuery(notificationsQuery(userId))
  async function read(ids?: string[]) {
    await readNotifications(ids).catch(() => undefined)
    await client.invalidateQueries({ queryKey: ['notifications', userId] })
  }
  return (
    <div className="wrap max-w-[820px] pb-16">
      <PageHeader title={text.title} intro={text.lead} />
      {isPending && <LoadingLines count={4} />}
      {isError && <Failed text={text.failed} onRetry={() => void refetch()} />}
      {data?.rows.length === 0 && (
        <Empty text={text.empty}>
          <Link to={paths.courses} className={buttonClass('learn')}>
            {common.allCourses}
          </Link>
        </Empty>
      )}
      {data?.rows.some(({ isRead }) => !isRead) && (
        <Button look="secondary" size="small" onClick={() => void read()}>
          {text.readAll}
        </Button>
      )}
      {data && data.rows.length > 0 && (
        <ul className="mt-4 border-ink border-t">
          {data.rows.map((one) => (
            <Told key={one.id} notification={one} onOpened={() => !one.isRead && void read([one.id])} />
          ))}
        </ul>
      )}
      {data && <NotificationChoices userId={userId} muted={data.muted} />}
    </div>
  )
}

function Told({ notification, onOpened }: { notification: Notification; onOpened: () => void }) {
  const { subject, body, createdAt, isRead } = notification
  return (
    <li className="border-rule border-b">
      <details onToggle={({ currentTarget }) => currentTarget.open && onOpened()}>
        <summary className="flex min-h-14 cursor-pointer flex-wrap items-center gap-x-3 py-2">
          {!isRead && <span role="img" aria-label={text.unread} className="size-2 rounded-full bg-green" />}
          <Bidi className={isRead ? undefined : 'font-semibold'}>{subject}</Bidi>
          <span className="ms-auto text-ink-2 text-sm tabular-nums">{formatShortMoment(createdAt)}</span>
        </summary>
        <div className="pb-5">
          <RichText document={body} />
        </div>
      </details>
    </li>
  )
}
