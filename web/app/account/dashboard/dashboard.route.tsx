import { BookmarkList } from '~/catalog/bookmarks/bookmark-list'
import { useUnsavedProgress } from '~/course/progress/use-unsaved-progress'
import { useRefreshProgress } from '~/course/progress/user-progress.calls'
import { MyQuizzes } from '~/quizzes/mine/my-quizzes'
import { useSession } from '~/session/student/session-store'
import { accountMeta } from '~/shared/pages/account-meta'
import { dashboardText } from './dashboard.he'
import { DashboardScreen } from './dashboard-screen'

export const meta = accountMeta(dashboardText.metaTitle)

export default function Dashboard() {
  const session = useSession()
  useUnsavedProgress(session.status === 'student' ? session.userId : undefined, useRefreshProgress())
  return <DashboardScreen quizzes={<MyQuizzes />} bookmarks={<BookmarkList />} />
}
