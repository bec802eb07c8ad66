import { accountMeta } from '~/shared/pages/account-meta'
import { courseFiguresText } from './courses.he'
import { CoursesScreen } from './courses-screen'

export const meta = accountMeta(courseFiguresText.title)

export default function AnalyticsCoursesPage() {
  return <CoursesScreen />
}
