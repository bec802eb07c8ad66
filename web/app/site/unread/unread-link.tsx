import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Queries } from '~/shared/client/queries'
import { paths } from '~/shared/config/paths'
import { plural } from '~/shared/formats/plural'
import { Icon } from '~/shared/ui/icon'
import { unreadQuery } from './unread.calls'
import { unreadText as text, unreadCount } from './unread.he'

/** Leads to the student's notifications; a figure says how many are unread. */
export function UnreadLink({ userId }: { userId: string }) {
  return (
    <Queries>
      <CountedLink userId={userId} />
    </Queries>
  )
}

function CountedLink({ userId }: { userId: string }) {
  const { data: unread = 0 } = useQuery(unreadQuery(userId))
  return (
    <Link
      to={paths.notifications}
      aria-label={unread > 0 ? `${text.title}: ${plural(unread, unreadCount)}` : text.title}
      className="relative inline-flex size-11 items-center justify-center rounded-control hover:bg-card"
    >
      <Icon name="mail" />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="absolute end-0.5 top-0.5 min-w-5 rounded-full bg-green px-1 text-center font-semibold text-white text-xs leading-5"
        >
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </Link>
  )
}
