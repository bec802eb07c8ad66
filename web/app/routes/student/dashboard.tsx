import { BookmarkList } from '~/features/bookmarks/bookmark-list'
import { DashboardScreen } from '~/features/dashboard/dashboard-screen'
import { accountMeta } from '~/lib/account-meta'
import { dashboardText } from '~/locales/he/dashboard'

export const meta = () => accountMeta(dashboardText.metaTitle)

export default function Dashboard() {
  return <DashboardScreen bookmarks={<BookmarkList />} />
}
