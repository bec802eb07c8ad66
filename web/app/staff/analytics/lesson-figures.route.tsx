import { useParams } from 'react-router'
import { accountMeta } from '~/shared/pages/account-meta'
import { courseFiguresText } from './learning.he'
import { LessonFiguresScreen } from './lesson-screen'

export const meta = accountMeta(courseFiguresText.dropOff)

export default function AnalyticsLessonPage() {
  const { lessonId = '' } = useParams()
  return <LessonFiguresScreen key={lessonId} lessonId={lessonId} />
}
