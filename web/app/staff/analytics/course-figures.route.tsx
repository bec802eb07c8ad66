import { useParams } from 'react-router'
import { accountMeta } from '~/shared/pages/account-meta'
import { CourseFiguresScreen } from './course-screen'
import { courseFiguresText } from './learning.he'

export const meta = accountMeta(courseFiguresText.title)

export default function AnalyticsCoursePage() {
  const { courseId = '' } = useParams()
  return <CourseFiguresScreen key={courseId} courseId={courseId} />
}
