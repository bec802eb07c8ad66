import { BookmarkList } from '~/features/bookmarks'
import { DashboardScreen } from '~/features/dashboard/dashboard-screen'
import { dashboardText } from '~/locales/he/dashboard'

export const meta = () => [{ title: dashboardText.metaTitle }, { name: 'robots', content: 'noindex' }]

export default function Dashboard() {
  return <DashboardScreen bookmarks={<BookmarkList />} />
}
