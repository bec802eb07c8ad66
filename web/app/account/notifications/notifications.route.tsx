import { useSession } from '~/session/student/session-store'
import { accountMeta } from '~/shared/pages/account-meta'
import { notificationsText } from './notifications.he'
import { NotificationsScreen } from './notifications-screen'

export const meta = accountMeta(notificationsText.title)

export default function NotificationsPage() {
  const session = useSession()
  return session.status === 'student' ? <NotificationsScreen userId={session.userId} /> : null
}
