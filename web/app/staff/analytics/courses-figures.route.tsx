import { accountMeta } from '~/shared/pages/account-meta'
import { CoursesScreen } from './courses-screen'
import { courseFiguresText } from './learning.he'

export const meta = accountMeta(courseFiguresText.title)

export default function AnalyticsCoursesPage() {
  return <CoursesScreen />
}
