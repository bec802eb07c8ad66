import { useRefreshProgress } from '~/api/user-progress'
import { BookmarkList } from '~/features/bookmarks/bookmark-list'
import { DashboardScreen } from '~/features/dashboard/dashboard-screen'
import { useUnsavedProgress } from '~/features/progress/use-unsaved-progress'
import { accountMeta } from '~/lib/account-meta'
import { useSession } from '~/lib/session'
import { dashboardText } from '~/locales/he/dashboard'

export const meta = () => accountMeta(dashboardText.metaTitle)

export default function Dashboard() {
  const session = useSession()
  useUnsavedProgress(session.status === 'student' ? session.userId : undefined, useRefreshProgress())
  return <DashboardScreen bookmarks={<BookmarkList />} />
}
